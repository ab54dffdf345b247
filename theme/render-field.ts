import escapeHtml from 'escape-html';
import { optionsOf, type FieldType, type FormField } from '../schema/api/form-field';
import type { PageState } from '../schema/api/page-state';
import { sizeInWords, type Translate } from '../schema/api/texts';
import { attributes, type Attributes } from './attributes';

export interface FieldContext {
  /** Of every id, unique on the page. */
  prefix: string;
  translate: Translate;
  state: PageState | null;
}

/** Types whose control is an `<input>` of this type, with what helps to fill it in. */
const INPUTS: Partial<Record<FieldType, Attributes>> = {
  text: { type: 'text' },
  email: { type: 'email', inputmode: 'email', autocomplete: 'email' },
  tel: { type: 'tel', inputmode: 'tel', autocomplete: 'tel' },
  url: { type: 'url', inputmode: 'url', autocomplete: 'url' },
  number: { type: 'number', inputmode: 'decimal' },
  date: { type: 'date' },
  file: { type: 'file' },
};

/** The HTML of one field with its label, hints and place for an error. */
export function renderField(field: FormField, context: FieldContext): string {
  const id = `${context.prefix}-${field.id}`;
  const typed = typedValues(field, context.state);
  if (field.type === 'hidden')
    return `<input${attributes({ type: 'hidden', name: `fields[${field.id}]`, value: field.default ?? '' })}>`;
  const boxes = boxesOf(field, context.translate);
  const hints = hintsOf(field, context.translate);
  const error = context.state?.errors[field.id];
  const label = `${escapeHtml(field.label)}${field.required ? ` <span class="svc-form__required"${boxes ? '' : ' aria-hidden="true"'}>*</span>` : ''}`;
  const describedBy = [...(hints.length > 0 ? [`${id}-help`] : []), `${id}-error`].join(' ');
  const invalid = attributes({ 'aria-invalid': error ? 'true' : undefined });
  const described = attributes({ 'aria-describedby': describedBy });
  const help =
    hints.length > 0
      ? `<p class="svc-form__help" id="${id}-help">${hints.map(escapeHtml).join(' ')}</p>`
      : '';
  const below = `${help}<p class="svc-form__error" id="${id}-error">${escapeHtml(error ?? '')}</p>`;
  const shell = (body: string) =>
    `<div class="svc-form__field" data-field="${escapeHtml(field.id)}">${body}${below}</div>`;
  if (!boxes)
    return shell(
      `<label for="${id}">${label}</label>${renderControl(field, id, typed, described + invalid, context)}`,
    );
  const rows = boxes.map((choice, index) =>
    renderBox(field, `${id}-${index}`, choice, typed, described + invalid),
  );
  return shell(
    `<fieldset id="${id}" tabindex="-1"${described}><legend>${label}</legend>${rows.join('')}</fieldset>`,
  );
}

/** Without script a field that depends on another is always there: the browser must not insist on it. */
function requirement({ required, show_when }: FormField): Attributes {
  return { required: required && !show_when, 'data-svc-required': required && Boolean(show_when) };
}

/** What a visitor typed before the page came back; else the default. */
function typedValues(field: FormField, state: PageState | null): string[] {
  const kept = state && state.success === null ? state.values[field.id] : field.default;
  return kept === undefined ? [] : [kept].flat();
}

function hintsOf(field: FormField, translate: Translate): string[] {
  const hints = field.help ? [field.help] : [];
  if (field.type !== 'file') return hints;
  if (field.accept?.length) hints.push(translate('accepted', { types: field.accept.join(', ') }));
  if (field.max_size) hints.push(translate('max_size', { size: sizeInWords(field.max_size) }));
  return hints;
}

/** The boxes of a group; null for a field with one control. */
function boxesOf(field: FormField, translate: Translate): { value: string; label: string }[] | null {
  const choices = optionsOf(field);
  if (field.type === 'checkbox' && choices.length === 0) return [{ value: 'yes', label: translate('yes') }];
  return field.type === 'checkbox' || (field.type === 'radio' && choices.length > 0) ? choices : null;
}

function renderControl(
  field: FormField,
  id: string,
  [typed]: string[],
  described: string,
  { translate }: FieldContext,
): string {
  const common = attributes({
    id,
    name: `fields[${field.id}]`,
    ...requirement(field),
    placeholder: field.placeholder,
    minlength: field.min_length,
    maxlength: field.max_length,
  });
  // The line break after the tag is HTML's own and not part of the text.
  if (field.type === 'textarea')
    return `<textarea${common}${described} rows="6">\n${escapeHtml(typed ?? '')}</textarea>`;
  const choices = optionsOf(field);
  if (field.type === 'select' && choices.length > 0) {
    const options = choices.map(
      ({ value, label }) =>
        `<option${attributes({ value, selected: value === typed })}>${escapeHtml(label)}</option>`,
    );
    const none = `<option value="">${escapeHtml(translate('choose'))}</option>`;
    return `<select${common}${described}>${none}${options.join('')}</select>`;
  }
  const input = attributes({
    ...(INPUTS[field.type] ?? { type: 'text' }),
    ...(field.autocomplete ? { autocomplete: field.autocomplete } : {}),
    value: field.type === 'file' ? undefined : typed,
    min: field.min,
    max: field.max,
    step: field.type === 'number' ? (field.step ?? 'any') : undefined,
    accept: field.accept?.join(','),
  });
  return `<input${common}${described}${input}>`;
}

function renderBox(
  field: FormField,
  id: string,
  choice: { value: string; label: string },
  typed: string[],
  described: string,
): string {
  const { type } = field;
  const name = type === 'checkbox' ? `fields[${field.id}][]` : `fields[${field.id}]`;
  const required = type === 'radio' ? requirement(field) : {};
  const box = attributes({
    id,
    type,
    name,
    value: choice.value,
    ...required,
    checked: typed.includes(choice.value),
  });
  return `<div class="svc-form__choice"><input${box}${described}> <label for="${id}">${escapeHtml(choice.label)}</label></div>`;
}
