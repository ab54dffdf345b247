import escapeHtml from 'escape-html';
import type { FormBody } from '../schema/api/form';
import type { FormField } from '../schema/api/form-field';
import type { PageState } from '../schema/api/page-state';
import { directionOf, languageFor, translator, type TextKey, type Translate } from '../schema/api/texts';
import { attributes } from './attributes';
import { renderField, type FieldContext } from './render-field';

/** Where a form is shown. */
export interface RenderedOn {
  /** Address of POST /submit. */
  action: string;
  /** The submit nonce. */
  nonce: string;
  /** Language of the page. */
  language?: string | undefined;
  /** Tells several copies of one form on a page apart. */
  instance?: string | undefined;
  /** What became of the form when it was sent without script. */
  state?: PageState | null | undefined;
}

/** Texts that the script needs. */
const SCRIPT_TEXTS: TextKey[] = [
  'sending',
  'uploading',
  'errors',
  'step',
  'offline',
  'unreachable',
  'broken',
  'missing',
  'too_many',
  'too_large',
];

/** Name of the field that only programs fill in. */
export const HONEYPOT = 'svc_website';

/**
 * The HTML of a form for a theme page: complete, escaped, working without script, and the same for every visitor, so
 * that page caches can hold it.
 */
export function renderForm(form: FormBody, on: RenderedOn): string {
  const language = languageFor(form.settings.language, on.language);
  const translate = translator(language);
  const id = `svc-form-${form.id}${on.instance ? `-${on.instance}` : ''}`;
  const context: FieldContext = { prefix: id, translate, state: on.state ?? null };
  const head = attributes({
    class: 'svc-form',
    id,
    method: 'post',
    action: on.action,
    enctype: form.fields.some((field) => field.type === 'file') ? 'multipart/form-data' : undefined,
    lang: language,
    dir: directionOf(language),
    'data-svc-form': form.id,
    'data-svc': JSON.stringify(scriptData(form, language)),
  });
  const note = form.fields.some((field) => field.required)
    ? `<p class="svc-form__note">${escapeHtml(translate('required_note'))}</p>`
    : '';
  return `<form${head}>
${renderSummary(form, context)}
${note}
<input type="hidden" name="form_id" value="${form.id}">
<input type="hidden" name="nonce" value="${escapeHtml(on.nonce)}">
<input type="hidden" name="lang" value="${language}">
${form.settings.honeypot ? renderHoneypot(id, translate) : ''}
${renderSteps(form.fields, context)}
<p class="svc-form__actions"><button type="button" data-svc-previous hidden>${escapeHtml(translate('previous'))}</button>
<button type="button" data-svc-next hidden>${escapeHtml(translate('next'))}</button>
<button type="submit">${escapeHtml(translate('send'))}</button></p>
<progress class="svc-form__progress" max="100" hidden></progress>
<p class="svc-form__status" role="status"></p>
</form>`;
}

function scriptData(form: FormBody, language: string): Record<string, unknown> {
  const translate = translator(languageFor(language));
  const rules = form.fields.map(({ id, type, show_when }) => ({
    id,
    type,
    ...(show_when ? { show_when } : {}),
  }));
  const texts = Object.fromEntries(
    SCRIPT_TEXTS.map((key) => [
      key,
      key === 'errors' ? [translate(key, { n: 1 }), translate(key)] : translate(key),
    ]),
  );
  return { rules, texts };
}

/** What happened to a form that was sent without script; empty and hidden otherwise, for the script to fill. */
function renderSummary(form: FormBody, { prefix, translate, state }: FieldContext): string {
  const shell = (body: string, kind: string) =>
    `<div class="svc-form__summary" data-kind="${kind}" role="alert" tabindex="-1"${body ? '' : ' hidden'}>${body}</div>`;
  if (!state) return shell('', 'error');
  if (state.success !== null) return shell(`<p>${escapeHtml(state.success)}</p>`, 'success');
  const wrong = form.fields.filter((field) => Object.hasOwn(state.errors, field.id));
  const links = wrong.map(
    ({ id }) => `<li><a href="#${prefix}-${id}">${escapeHtml(state.errors[id] ?? '')}</a></li>`,
  );
  const list = links.length > 0 ? `<ul>${links.join('')}</ul>` : '';
  const text = state.failure ?? translate('errors', { n: wrong.length });
  return shell(`<p>${escapeHtml(text)}</p>${list}`, 'error');
}

/** Fields between page breaks; without script all steps stand below each other. */
function renderSteps(fields: readonly FormField[], context: FieldContext): string {
  const steps: { title: string | null; fields: FormField[] }[] = [{ title: null, fields: [] }];
  for (const field of fields)
    if (field.type === 'page') steps.push({ title: field.label, fields: [] });
    else steps.at(-1)?.fields.push(field);
  const filled = steps.filter((step) => step.fields.length > 0 || step.title !== null);
  return filled
    .map(({ title, fields: own }) => {
      const body = own.map((field) => renderField(field, context)).join('\n');
      const legend =
        title === null ? '' : `<h2 class="svc-form__title" tabindex="-1">${escapeHtml(title)}</h2>`;
      return filled.length > 1
        ? `<div class="svc-form__step">${legend}\n${body}\n</div>`
        : `${legend}${body}`;
    })
    .join('\n');
}

/** Out of sight and out of the tab order: whoever fills it in has not looked at the page. */
function renderHoneypot(id: string, translate: Translate): string {
  return `<p class="svc-form__website" aria-hidden="true"><label for="${id}-website">${escapeHtml(translate('leave_empty'))}</label>
<input id="${id}-website" name="${HONEYPOT}" tabindex="-1" autocomplete="off"></p>`;
}
