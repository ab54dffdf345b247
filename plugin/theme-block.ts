import { findForm, findFormBySlug } from '../lib/forms/form-store';
import { readPageState } from '../lib/submissions/page-state';
import { submitAction } from '../lib/submissions/submission';
import { renderForm } from '../theme/render-form';
import { namespacePath } from './namespace-url';
import type { Service } from './service';

/** A piece of a theme page that the host renders where its editor put it. */
export interface ThemeBlock {
  readonly name: string;
  /** Scripts and styles that a page with this block includes. */
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  /** HTML that is the same for every visitor; null when there is nothing to show. */
  render(attributes: Record<string, string>): Promise<string | null>;
}

/**
 * `svc-form`: a published form, by `form`, its id or slug. `lang` is the page's language, `instance` tells copies of
 * one form apart, and `state` is the page's query parameter `svc_form`: with it the page is one visitor's own, so the
 * host must not let a cache hold it.
 */
export function formBlock({ context }: Service): ThemeBlock {
  return {
    name: 'svc-form',
    scripts: [`${namespacePath(context)}/assets/svc-forms.js`],
    styles: [`${namespacePath(context)}/assets/svc-forms.css`],
    async render({ form: wanted = '', lang, state, instance }) {
      const form = /^[1-9]\d{0,14}$/.test(wanted)
        ? await findForm(context.db, Number(wanted))
        : await findFormBySlug(context.db, wanted);
      if (form?.status !== 'publish') return null;
      const nonce = context.host.nonces.issue(submitAction(form.id), null);
      return renderForm(form, {
        action: `${namespacePath(context)}/submit`,
        nonce,
        language: lang,
        instance,
        state: state ? await readPageState(context, state, form.id) : null,
      });
    },
  };
}
