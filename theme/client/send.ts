import { say } from './announce';
import type { Answer, ScriptData } from './types';

/** Milliseconds without any sign of life after which a request is given up: a spinner always ends. */
const PATIENCE = 30_000;
const PAUSES = [1000, 3000];

/**
 * Sends a form, with the same key on every try, so that it is stored once however often it had to be sent.
 * @returns the site's answer, or what to tell the visitor when there was none
 */
export async function deliver(
  form: HTMLFormElement,
  { texts }: ScriptData,
  key: string,
  elapsed: number,
): Promise<Answer | string> {
  for (let tried = 0, refreshed = false; ; tried++) {
    if (!navigator.onLine) {
      say(form, texts.offline);
      await new Promise((resolve) => addEventListener('online', resolve, { once: true }));
      say(form, texts.sending);
    }
    const { status, text } = await post(form, key, elapsed, texts.uploading);
    const answer = parsed(text);
    // A page that a cache has held too long carries a stale nonce: fetch a fresh one, once.
    if (answer?.code === 'invalid_nonce' && !refreshed && (await refreshNonce(form))) {
      refreshed = true;
      continue;
    }
    const passing = status === 0 || status === 502 || status === 503 || status === 504;
    const pause = PAUSES[tried];
    if (!passing || pause === undefined) return answer ?? (status === 0 ? texts.unreachable : texts.broken);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** XMLHttpRequest, because fetch tells nothing of an upload's progress. Status 0 is no answer. */
function post(
  form: HTMLFormElement,
  key: string,
  elapsed: number,
  uploading: string,
): Promise<{ status: number; text: string }> {
  const body = new FormData(form);
  body.set('page_url', location.href);
  body.set('elapsed', String(elapsed));
  const request = new XMLHttpRequest();
  request.open('POST', form.action);
  request.setRequestHeader('Accept', 'application/json');
  request.setRequestHeader('Idempotency-Key', key);
  const progress = form.querySelector('progress');
  return new Promise((resolve) => {
    let timer = 0;
    const alive = () => {
      clearTimeout(timer);
      timer = window.setTimeout(() => request.abort(), PATIENCE);
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
      resolve({ status: request.status, text: request.responseText });
    };
    alive();
    request.send(body);
  });
}

async function refreshNonce(form: HTMLFormElement): Promise<boolean> {
  try {
    const url = form.action.replace(/\/submit$/, `/nonce?form_id=${form.dataset['svcForm']}`);
    const { nonce } = (await (await fetch(url, { cache: 'no-store' })).json()) as { nonce?: string };
    const field = form.querySelector<HTMLInputElement>('[name=nonce]');
    if (!nonce || !field) return false;
    field.value = nonce;
    return true;
  } catch {
    return false;
  }
}

/** null for an answer that is not this API's: the error page of a proxy or a firewall. */
function parsed(text: string): Answer | null {
  try {
    const answer = JSON.parse(text) as Answer | null;
    return answer && typeof answer === 'object' && ('success' in answer || 'code' in answer) ? answer : null;
  } catch {
    return null;
  }
}
