// The script of theme pages: sends forms without leaving the page. Served as it is, so it keeps to what every current
// browser runs. The form works by its attributes alone; this adds the answer in place.
(() => {
  'use strict';

  const messages = {
    sending: 'Sending…',
    failed: 'Your message could not be sent. Nothing you typed is lost; please try again.',
  };

  for (const form of document.querySelectorAll('form[data-svc-form]')) {
    form.noValidate = true;
    // Edited text is another submission.
    form.addEventListener('input', () => delete form.dataset.key);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void submit(form);
    });
  }

  async function submit(form) {
    const button = form.querySelector('button[type=submit]');
    if (button.disabled) return;
    button.disabled = true;
    say(form, messages.sending);
    clearErrors(form);
    try {
      // One key for what was typed: a second post of the same text after a lost answer stores nothing twice.
      form.dataset.key ??= newKey();
      show(form, await post(form, true));
    } catch {
      say(form, messages.failed, 'error');
    } finally {
      button.disabled = false;
    }
  }

  // crypto.randomUUID is missing on plain http sites.
  function newKey() {
    return [...crypto.getRandomValues(new Uint8Array(16))]
      .map((byte) => byte.toString(16).padStart(2, '0'))
      .join('');
  }

  async function post(form, mayRefresh) {
    const body = new FormData(form);
    body.set('page_url', location.href);
    const headers = { Accept: 'application/json', 'Idempotency-Key': form.dataset.key };
    const response = await fetch(form.action, { method: 'POST', headers, body });
    const answer = await response.json();
    // A page that a cache has held too long carries a stale nonce: fetch a fresh one, once.
    if (answer.code === 'invalid_nonce' && mayRefresh) {
      await refreshNonce(form);
      return post(form, false);
    }
    return answer;
  }

  async function refreshNonce(form) {
    const url = form.action.replace(/\/submit$/, `/nonce?form_id=${form.dataset.svcForm}`);
    const fresh = await (await fetch(url, { cache: 'no-store' })).json();
    if (fresh.nonce) form.elements.nonce.value = fresh.nonce;
  }

  function show(form, answer) {
    if (answer.success) {
      delete form.dataset.key;
      form.reset();
      say(form, answer.message, 'success');
      return;
    }
    // The next try sends something else, so it is another submission.
    if (answer.code === 'validation_error') delete form.dataset.key;
    for (const [id, message] of Object.entries(answer.errors ?? {})) markError(form, id, message);
    say(form, answer.error ?? answer.message ?? messages.failed, 'error');
    form.querySelector('[aria-invalid=true]')?.focus();
  }

  function markError(form, id, message) {
    const field = [...form.querySelectorAll('[data-field]')].find((one) => one.dataset.field === id);
    if (!field) return;
    field.querySelector('.svc-form__error').textContent = message;
    for (const control of field.querySelectorAll('input, select, textarea'))
      control.setAttribute('aria-invalid', 'true');
  }

  function clearErrors(form) {
    for (const error of form.querySelectorAll('.svc-form__error')) error.textContent = '';
    for (const control of form.querySelectorAll('[aria-invalid]')) control.removeAttribute('aria-invalid');
  }

  function say(form, text, kind = 'info') {
    const status = form.querySelector('.svc-form__status');
    status.textContent = text;
    status.dataset.kind = kind;
  }
})();
