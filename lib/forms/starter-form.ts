import type { Context } from '../context';
import { createForm } from './create-form';

/** The form that a new installation begins with, so that its first page has something to show. */
export async function createStarterForm(context: Context): Promise<void> {
  await createForm(context, {
    title: 'Contact',
    status: 'publish',
    fields: [
      { id: 'name', type: 'text', label: 'Name', required: true },
      { id: 'email', type: 'email', label: 'E-mail', required: true },
      {
        id: 'topic',
        type: 'select',
        label: 'Topic',
        required: false,
        options: ['A question', 'An order', 'Something else'],
      },
      { id: 'message', type: 'textarea', label: 'Message', required: true, max_length: 5000 },
    ],
    settings: { success_message: 'Thank you. We will answer soon.' },
  });
}
