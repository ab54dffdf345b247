import { z } from 'zod';
import { isCalendarDate } from './timestamp';
import { text } from './text';
import { CONDITIONS, type ShowWhen } from './visibility';

export const MAX_FIELDS = 200;

/** Key of a field in submissions and entries. `__proto__` cannot match; `constructor` can, and is safe in own keys. */
export const FIELD_ID = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;

const bound = z.number({ error: 'must be a number' });
const length = z.int({ error: 'must be an integer' }).min(0).max(100_000);
const date = z.string({ error: 'must be a date' }).refine(isCalendarDate, 'must be a date, YYYY-MM-DD');
const optionText = text({ min: 1, max: 500 });
const option = z.union([optionText, z.looseObject({ value: optionText, label: optionText.optional() })], {
  error: 'must be a string or an object with value and label',
});

const common = {
  id: z
    .string({ error: 'must be a string' })
    .regex(FIELD_ID, 'must start with a letter and have only letters, digits, "_" and "-", 64 at the most'),
  label: text({ min: 1, max: 500 }),
  required: z.boolean({ error: 'must be true or false' }).default(false),
  help: text({ max: 2000 }).optional(),
  placeholder: text({ max: 500 }).optional(),
  default: text({ max: 10_000 }).optional(),
  /** A value of HTML's `autocomplete`. */
  autocomplete: z
    .string()
    .regex(/^[a-z -]{1,50}$/, 'must be a value of the autocomplete attribute')
    .optional(),
  show_when: z
    .object(
      {
        field: z.string({ error: 'must name a field' }),
        is: z.enum(CONDITIONS, { error: `must be one of ${CONDITIONS.join(', ')}` }),
        value: text({ max: 500 }).optional(),
        values: z
          .array(text({ max: 500 }))
          .max(500)
          .optional(),
      },
      { error: 'must be an object' },
    )
    .optional(),
};

const typed = { min_length: length.optional(), max_length: length.optional() };
const chosen = {
  options: z.array(option, { error: 'must be an array' }).min(1, 'must not be empty').max(500).optional(),
};

/** Properties that a type adds to the common ones; other keys of a field are kept as they came. */
const properties = {
  text: typed,
  textarea: typed,
  email: typed,
  tel: typed,
  url: typed,
  number: { min: bound.optional(), max: bound.optional(), step: bound.positive().optional() },
  date: { min: date.optional(), max: date.optional() },
  select: chosen,
  radio: chosen,
  checkbox: chosen,
  file: {
    /** Media types, `image/*` patterns and `.ext` endings, as HTML's `accept`. */
    accept: z
      .array(
        text({ min: 1, max: 200 }).regex(
          /^(\.[^\s,;/]+|[\w.+-]+\/(\*|[\w.+-]+))$/,
          'must be an ending such as .pdf, or a media type such as image/* or application/pdf',
        ),
        { error: 'must be an array of strings' },
      )
      .max(50)
      .optional(),
    /** Bytes. */
    max_size: z.int({ error: 'must be an integer' }).positive().optional(),
  },
  hidden: typed,
  /** Begins a new step; its label is the step's title. It has no value. */
  page: {},
} as const;

/** Every field type. Source: specification names text and email; design, field types, names the rest. */
export const FIELD_TYPES = Object.keys(properties) as (keyof typeof properties)[];
export type FieldType = keyof typeof properties;

const shapes = FIELD_TYPES.map((type) =>
  z.looseObject({ ...common, type: z.literal(type), ...properties[type] }),
) as unknown as [z.ZodType<FormField>];

/** A choice as stored: its text alone, or value and label. */
export type FieldOption = string | { value: string; label?: string };

/** Definition of one input. Source: specification, Form field (definition). */
export interface FormField {
  id: string;
  type: FieldType;
  label: string;
  required: boolean;
  help?: string;
  placeholder?: string;
  default?: string;
  options?: FieldOption[];
  min?: number | string;
  max?: number | string;
  step?: number;
  min_length?: number;
  max_length?: number;
  accept?: string[];
  max_size?: number;
  autocomplete?: string;
  show_when?: ShowWhen;
}

const field = z.discriminatedUnion('type', shapes as never, {
  error: (issue) =>
    issue.code === 'invalid_union' ? `must be one of ${FIELD_TYPES.join(', ')}` : 'must be an object',
}) as unknown as z.ZodType<FormField>;

/** The definition of a form's inputs. Throws nothing; zod reports the index and key of what is wrong. */
export const formFields = z
  .array(field, { error: 'must be an array' })
  .max(MAX_FIELDS, `must have at most ${MAX_FIELDS} fields`)
  .superRefine((fields, context) => {
    fields.forEach((one, index) => {
      const complaint = contradiction(one, fields.slice(0, index));
      if (complaint) context.addIssue({ code: 'custom', path: [index, complaint[0]], message: complaint[1] });
    });
  });

/** The choices of a field in one shape, whatever way they were written. */
export function optionsOf(definition: FormField): { value: string; label: string }[] {
  return (definition.options ?? []).map((choice) =>
    typeof choice === 'string'
      ? { value: choice, label: choice }
      : { value: choice.value, label: choice.label ?? choice.value },
  );
}

function contradiction(one: FormField, before: FormField[]): [key: string, message: string] | null {
  if (before.some((other) => other.id === one.id)) return ['id', `"${one.id}" is used by another field`];
  if (one.min !== undefined && one.max !== undefined && one.min > one.max)
    return ['max', 'must not be less than min'];
  if ((one.min_length ?? 0) > (one.max_length ?? Infinity))
    return ['max_length', 'must not be less than min_length'];
  if (one.type === 'page' && one.show_when) return ['show_when', 'is for fields, not for page breaks'];
  if (one.show_when && !before.some((other) => other.id === one.show_when?.field && other.type !== 'page'))
    return ['show_when', 'must name a field that stands earlier in the form'];
  const values = optionsOf(one).map((choice) => choice.value);
  if (new Set(values).size !== values.length) return ['options', 'must not contain the same value twice'];
  return one.default === undefined ? null : refusedDefault(one, one.default, values);
}

/** A default value that no visitor could send would only be in their way. */
function refusedDefault(
  one: FormField,
  value: string,
  choices: string[],
): [key: string, message: string] | null {
  if (choices.length > 0 && !choices.includes(value)) return ['default', 'must be one of the choices'];
  if (one.type !== 'number' && one.type !== 'date') return null;
  const given = one.type === 'number' ? Number(value) : value;
  if (Number.isNaN(given)) return ['default', 'must be a number'];
  if (one.min !== undefined && given < one.min) return ['default', 'must not be less than min'];
  if (one.max !== undefined && given > one.max) return ['default', 'must not be more than max'];
  return null;
}
