import { say } from './announce';
import type { Answer, ScriptData } from './types';

/** Milliseconds without any sign of life after which a request is given up: a spinner always ends. */
const PATIENCE = 20_000;
/** For a browser that believes to be offline; it may be wrong, so then it is tried all the same. */
const OFFLINE_PATIENCE = 15_000;
const NONCE_PATIENCE = 8000;
const PAUSES = [1000, 3000];

/**
 * Sends a form, with the same key and text on every try, so that it is stored once however often it had to be sent.
 * @returns the site's answer, or what to tell the visitor when there was none
 */
export async function deliver(
  form: HTMLFormElement,
  body: FormData,
  { texts }: ScriptData,
  key: string,
  elapsed: number,
): Promise<Answer | string> {
  body.set('page_url', location.href);
  body.set('elapsed', String(elapsed));
  for (let tried = 0, refreshed = false; ; tried++) {
    if (!navigator.onLine) {
      say(form, texts.offline);
      await Promise.race([
        new Promise((resolve) => addEventListener('online', resolve, { once: true })),
        wait(OFFLINE_PATIENCE),
      ]);
      say(form, texts.sending);
    }
    const { status, text, late } = await post(form, body, key, texts.uploading);
    const answer = parsed(text);
    // A page that a cache has held too long carries a stale nonce: fetch a fresh one, once.
    const nonce = answer?.code === 'invalid_nonce' && !refreshed ? await freshNonce(form) : null;
    if (nonce) {
      refreshed = true;
      body.set('nonce', nonce);
      continue;
    }
    if (status === 429) return texts.too_many;
    if (status === 413) return texts.too_large;
    const passing = !late && (status === 0 || status === 502 || status === 503 || status === 504);
    const pause = PAUSES[tried];
    if (!passing || pause === undefined) return answer ?? (status === 0 ? texts.unreachable : texts.broken);
    await wait(pause);
  }
}

/** XMLHttpRequest, because fetch tells nothing of an upload's progress. Status 0 is no answer; `late` that we gave up. */
function post(
  form: HTMLFormElement,
  body: FormData,
  key: string,
  uploading: string,
): Promise<{ status: number; text: string; late: boolean }> {
  const request = new XMLHttpRequest();
  request.open('POST', form.action);
  request.setRequestHeader('Accept', 'application/json');
  request.setRequestHeader('Idempotency-Key', key);
  const progress = form.querySelector('progress');
  return new Promise((resolve) => {
    let timer = 0;
    let late = false;
    const alive = () => {
      clearTimeout(timer);
      timer = window.setTimeout(() => {
        late = true;
        request.abort();
      }, PATIENCE);
    };
    request.upload.onprogress = (event) => {
      alive();
      if (!progress || !event.lengthComputable || !form.querySelector('[type=file]')) return;
      progress.hidden = false;
      progress.value = Math.round((event.loaded / event.total) * 100);
      progress.setAttribute('aria-label', uploading.replace('{n}', String(progress.value)));
    };
    request.onloadend = () => {
      clearTimeout(timer);
      resolve({ status: request.status, text: request.responseText, late });
    };
    alive();
    request.send(body);
  });
}

/** Also put into the form, for the next try. */
async function freshNonce(form: HTMLFormElement): Promise<string | null> {
  try {
    const url = form.action.replace(/\/submit$/, `/nonce?form_id=${form.dataset['svcForm']}`);
    const signal = AbortSignal.timeout(NONCE_PATIENCE);
    const { nonce } = (await (await fetch(url, { cache: 'no-store', signal })).json()) as { nonce?: string };
    const field = form.querySelector<HTMLInputElement>('[name=nonce]');
    if (!nonce || !field) return null;
    field.value = nonce;
    return nonce;
  } catch {
    return null;
  }
}

/** null for an answer that is not this API's: the error page of a proxy or a firewall, be it JSON. */
function parsed(text: string): Answer | null {
  try {
    const answer = JSON.parse(text) as (Answer & { entry_id?: unknown }) | null;
    if (answer?.success === true && typeof answer.entry_id === 'number') return answer;
    if (answer?.success === true || typeof answer?.code !== 'string') return null;
    const messages = Object.values(answer.errors ?? {});
    if (answer.errors && (messages.length === 0 || messages.some((one) => typeof one !== 'string')))
      return null;
    return answer;
  } catch {
    return null;
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
