import { clearErrors, fieldIdOf, say, showErrors, tell } from './announce';
import { forgetDraft, keepDraft, restoreDraft } from './autosave';
import { showRules, type Steps } from './rules';
import { deliver } from './send';
import type { Answer, ScriptData } from './types';

/** Makes a form send itself without leaving the page. Without this it works by its attributes alone. */
export function enhance(form: HTMLFormElement): void {
  const data = JSON.parse(form.dataset['svc'] ?? '{}') as ScriptData;
  form.noValidate = true;
  const draft = restoreDraft(form);
  let since = draft?.since ?? Date.now();
  let key = draft?.key ?? null;
  let busy = false;
  let edited = false;
  const steps = showRules(form, data);

  form.addEventListener('input', () => {
    // Edited text is another submission.
    key = null;
    edited = true;
    keepDraft(form, { since, key });
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (busy || !isReadable(form, data, steps)) return;
    busy = true;
    void send().finally(() => {
      busy = false;
      setBusy(form, false);
    });
  });

  async function send(): Promise<void> {
    key ??= newKey();
    edited = false;
    // The text of this moment goes with the key of this moment, whatever is typed meanwhile.
    const body = new FormData(form);
    keepDraft(form, { since, key });
    setBusy(form, true);
    clearErrors(form);
    say(form, data.texts.sending);
    const answer = await deliver(form, body, data, key, Date.now() - since);
    if (typeof answer === 'string') tell(form, answer, 'error');
    else show(answer);
  }

  function show(answer: Answer): void {
    if (answer.success) {
      key = null;
      since = Date.now();
      if (edited) keepDraft(form, { since, key });
      else {
        forgetDraft(form);
        form.reset();
        steps.open(0);
      }
      if (answer.redirect_url) location.assign(answer.redirect_url);
      tell(form, answer.message ?? '', 'success');
    } else if (answer.errors) {
      key = null;
      steps.openFirstOf(Object.keys(answer.errors));
      showErrors(form, answer.errors, data.texts.errors);
    } else tell(form, answer.code === 'not_found' ? data.texts.missing : data.texts.broken, 'error');
  }
}

/** What a browser cannot read, half a date for instance, it would send as nothing at all. */
function isReadable(form: HTMLFormElement, { texts }: ScriptData, steps: Steps): boolean {
  const half = [...form.querySelectorAll<HTMLInputElement>('input')].filter(
    ({ validity }) => validity.badInput,
  );
  if (half.length === 0) return true;
  clearErrors(form);
  const errors = Object.fromEntries(half.map((one) => [fieldIdOf(one) ?? '', one.validationMessage]));
  steps.openFirstOf(Object.keys(errors));
  showErrors(form, errors, texts.errors);
  return false;
}

/** Says that the form is on its way; its buttons rest meanwhile, so that a second click does nothing. */
function setBusy(form: HTMLFormElement, busy: boolean): void {
  form.setAttribute('aria-busy', String(busy));
  for (const button of form.querySelectorAll('button')) button.disabled = busy;
  const progress = form.querySelector('progress');
  if (progress) progress.hidden = true;
}

/** crypto.randomUUID is missing on plain http sites. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
