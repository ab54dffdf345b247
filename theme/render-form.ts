import escapeHtml from 'escape-html';
import type { FormBody } from '../schema/api/form';
import { renderField } from './render-field';

/**
 * The HTML of a form for a theme page: complete, escaped, and the same for every visitor, so that page caches can
 * hold it.
 * @param page where the form posts to, and the submit nonce
 */
export function renderForm(form: FormBody, page: { action: string; nonce: string }): string {
  const encoding = form.fields.some((field) => field.type === 'file') ? ' enctype="multipart/form-data"' : '';
  return `<form class="svc-form" method="post" action="${escapeHtml(page.action)}"${encoding} data-svc-form="${form.id}">
<input type="hidden" name="form_id" value="${form.id}">
<input type="hidden" name="nonce" value="${escapeHtml(page.nonce)}">
${form.fields.map((field) => renderField(field, `svc-${form.id}-${field.id}`)).join('\n')}
<p class="svc-form__actions"><button type="submit">Send</button></p>
<p class="svc-form__status" role="status" aria-live="polite" tabindex="-1"></p>
</form>`;
}
