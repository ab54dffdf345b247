import { findForm, findFormBySlug } from '../lib/forms/form-store';
import { submitAction } from '../lib/submissions/submission';
import { renderForm } from '../theme/render-form';
import { namespacePath } from './namespace-url';
import type { Service } from './service';

/** A piece of a theme page that the host renders where its editor put it. */
export interface ThemeBlock {
  readonly name: string;
  /** Scripts that a page with this block includes. */
  readonly scripts: readonly string[];
  /** HTML that is the same for every visitor; null when there is nothing to show. */
  render(attributes: Record<string, string>): Promise<string | null>;
}

/** `svc-form`: a published form, by `form`, its id or slug. */
export function formBlock({ context }: Service): ThemeBlock {
  return {
    name: 'svc-form',
    scripts: [`${namespacePath(context)}/assets/svc-forms.js`],
    async render({ form: wanted = '' }) {
      const form = /^[1-9]\d{0,14}$/.test(wanted)
        ? await findForm(context.db, Number(wanted))
        : await findFormBySlug(context.db, wanted);
      if (form?.status !== 'publish') return null;
      const nonce = context.host.nonces.issue(submitAction(form.id), null);
      return renderForm(form, { action: `${namespacePath(context)}/submit`, nonce });
    },
  };
}
