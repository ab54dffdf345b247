import escapeHtml from 'escape-html';
import { optionsOf, type FieldType, type FormField } from '../schema/api/form-field';

/** Types whose control is an `<input>` of the same or this name. */
const INPUTS: Partial<Record<FieldType, string>> = {
  text: 'text',
  email: 'email',
  tel: 'tel',
  url: 'url',
  number: 'number',
  date: 'date',
  file: 'file',
};

const AUTOCOMPLETE: Partial<Record<FieldType, string>> = { email: 'email', tel: 'tel', url: 'url' };

type Attributes = Record<string, string | number | boolean | undefined>;

/**
 * The HTML of one field with its label, hint and place for an error.
 * @param id of the control, unique on the page
 */
export function renderField(field: FormField, id: string): string {
  if (field.type === 'hidden')
    return `<input${attributes({ type: 'hidden', name: `fields[${field.id}]`, value: field.default ?? '' })}>`;
  const label = `${escapeHtml(field.label)}${field.required ? ' <span aria-hidden="true">*</span>' : ''}`;
  const help = field.help ? `<p class="svc-form__help" id="${id}-help">${escapeHtml(field.help)}</p>` : '';
  const error = `<p class="svc-form__error" id="${id}-error"></p>`;
  const shell = (body: string) =>
    `<div class="svc-form__field" data-field="${escapeHtml(field.id)}">${body}${help}${error}</div>`;
  const choices = optionsOf(field);
  if (field.type === 'checkbox' || (field.type === 'radio' && choices.length > 0)) {
    const list = choices.length > 0 ? choices : [{ value: 'yes', label: field.label }];
    const boxes = list.map((choice, index) => renderBox(field, `${id}-${index}`, choice)).join('');
    return shell(
      `<fieldset id="${id}" aria-describedby="${describedBy(field, id)}"><legend>${label}</legend>${boxes}</fieldset>`,
    );
  }
  return shell(`<label for="${id}">${label}</label>${renderControl(field, id)}`);
}

function renderControl(field: FormField, id: string): string {
  const common: Attributes = {
    id,
    name: `fields[${field.id}]`,
    required: field.required,
    placeholder: field.placeholder,
    minlength: field.min_length,
    maxlength: field.max_length,
    'aria-describedby': describedBy(field, id),
  };
  if (field.type === 'textarea')
    return `<textarea${attributes({ ...common, rows: 6 })}>\n${escapeHtml(field.default ?? '')}</textarea>`;
  const choices = optionsOf(field);
  if (field.type === 'select' && choices.length > 0) {
    const options = choices.map(
      ({ value, label }) =>
        `<option${attributes({ value, selected: value === field.default })}>${escapeHtml(label)}</option>`,
    );
    return `<select${attributes(common)}><option value=""></option>${options.join('')}</select>`;
  }
  return `<input${attributes({
    ...common,
    type: INPUTS[field.type] ?? 'text',
    value: field.default,
    min: field.min,
    max: field.max,
    step: field.type === 'number' ? (field.step ?? 'any') : undefined,
    accept: field.accept?.join(','),
    autocomplete: AUTOCOMPLETE[field.type],
  })}>`;
}

function renderBox(field: FormField, id: string, choice: { value: string; label: string }): string {
  const { type } = field;
  const name = type === 'checkbox' ? `fields[${field.id}][]` : `fields[${field.id}]`;
  const required = type === 'radio' && field.required;
  const box = attributes({
    id,
    type,
    name,
    value: choice.value,
    required,
    checked: choice.value === field.default,
  });
  return `<div><input${box}> <label for="${id}">${escapeHtml(choice.label)}</label></div>`;
}

function describedBy(field: FormField, id: string): string {
  return field.help ? `${id}-help ${id}-error` : `${id}-error`;
}

function attributes(values: Attributes): string {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined && value !== false)
    .map(([name, value]) => (value === true ? ` ${name}` : ` ${name}="${escapeHtml(String(value))}"`))
    .join('');
}
