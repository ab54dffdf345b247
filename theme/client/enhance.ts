import { clearErrors, showErrors, say, tell } from './announce';
import { forgetText, keepText, restoreText } from './autosave';
import { showRules, type Steps } from './rules';
import { deliver } from './send';
import type { Answer, ScriptData } from './types';

/** Makes a form send itself without leaving the page. Without this it works by its attributes alone. */
export function enhance(form: HTMLFormElement): void {
  const data = JSON.parse(form.dataset['svc'] ?? '{}') as ScriptData;
  const shown = Date.now();
  let key: string | null = null;
  let busy = false;
  form.noValidate = true;
  restoreText(form);
  const steps = showRules(form, data);

  form.addEventListener('input', () => {
    // Edited text is another submission.
    key = null;
    keepText(form);
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (busy) return;
    busy = true;
    key ??= newKey();
    void send(key).finally(() => {
      busy = false;
      setBusy(form, false);
    });
  });

  async function send(idempotencyKey: string): Promise<void> {
    setBusy(form, true);
    clearErrors(form);
    say(form, data.texts.sending);
    const answer = await deliver(form, data, idempotencyKey, Date.now() - shown);
    if (typeof answer === 'string') tell(form, answer, 'error');
    else show(answer, steps);
  }

  function show(answer: Answer, pages: Steps): void {
    if (answer.success) {
      key = null;
      forgetText(form);
      if (answer.redirect_url) location.assign(answer.redirect_url);
      form.reset();
      pages.open(0);
      tell(form, answer.message ?? '', 'success');
    } else if (answer.errors) {
      key = null;
      pages.openFirstOf(Object.keys(answer.errors));
      showErrors(form, answer.errors, data.texts.errors);
    } else tell(form, answer.code === 'not_found' ? data.texts.missing : data.texts.broken, 'error');
  }
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
