import type { Form } from '../forms/form';
import type { EntryMail } from './compose-entry-mail';

/**
 * The e-mail that tells the form's `notification_email` that nothing is sent any more.
 * @returns null when the form names no address
 */
export function composePausedMail(form: Form, reason: string, siteUrl: string): EntryMail | null {
  const to = form.settings.notification_email;
  if (!to) return null;
  return {
    to,
    subject: `Webhook paused: ${form.title}`.replace(/\s+/g, ' ').slice(0, 200),
    text: `The webhook of the form "${form.title}" was paused. ${reason}

No submission is lost: entries are stored, and their deliveries wait. When the receiver works again, enable the
webhook of the form; what waits is then sent.

${siteUrl}
`,
  };
}
