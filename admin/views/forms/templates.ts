import type { FormField } from '../../../schema/api/form-field';

export interface Template {
  id: string;
  name: string;
  text: string;
  fields: FormField[];
}

const field = (
  id: string,
  type: FormField['type'],
  label: string,
  more: Partial<FormField> = {},
): FormField => ({
  id,
  type,
  label,
  required: false,
  ...more,
});

const name = field('name', 'text', 'Name', { required: true, autocomplete: 'name' });
const email = field('email', 'email', 'Email', { required: true, autocomplete: 'email' });
const tel = field('phone', 'tel', 'Phone', { autocomplete: 'tel' });

/** What a new form can start from. */
export const TEMPLATES: readonly Template[] = [
  { id: 'blank', name: 'Blank', text: 'No fields yet.', fields: [] },
  {
    id: 'contact',
    name: 'Contact',
    text: 'Name, email and a message.',
    fields: [name, email, field('message', 'textarea', 'Message', { required: true })],
  },
  {
    id: 'event',
    name: 'Event registration',
    text: 'Who comes, how many, and what they eat.',
    fields: [
      name,
      email,
      field('guests', 'number', 'Number of people', { required: true, min: 1, max: 10, default: '1' }),
      field('meal', 'radio', 'Meal', { options: ['No preference', 'Vegetarian', 'Vegan'] }),
      field('remarks', 'textarea', 'Anything we should know?'),
    ],
  },
  {
    id: 'feedback',
    name: 'Feedback',
    text: 'A rating, and a question that shows when it is low.',
    fields: [
      field('rating', 'radio', 'How was it?', { required: true, options: ['Great', 'Good', 'Fair', 'Poor'] }),
      field('why', 'textarea', 'What went wrong?', {
        show_when: { field: 'rating', is: 'one_of', values: ['Fair', 'Poor'] },
      }),
      field('contact_me', 'checkbox', 'May we write to you?', { options: ['Yes'] }),
      field('email', 'email', 'Email', {
        autocomplete: 'email',
        show_when: { field: 'contact_me', is: 'not_empty' },
      }),
    ],
  },
  {
    id: 'application',
    name: 'Job application',
    text: 'Two steps, with a file.',
    fields: [
      name,
      email,
      tel,
      field('step_2', 'page', 'Your application'),
      field('start', 'date', 'Earliest start'),
      field('cv', 'file', 'CV', { required: true, accept: ['.pdf', '.docx'], max_size: 5_242_880 }),
      field('letter', 'textarea', 'Why us?'),
    ],
  },
];
