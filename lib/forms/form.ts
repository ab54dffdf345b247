import type { FormBody, FormBodyWithTimes, FormStatus } from '../../schema/api/form';
import type { FormField } from '../../schema/api/form-field';
import type { FormSettings } from '../../schema/api/form-settings';
import { toTimestamp } from '../../schema/api/timestamp';

/** A form as the service works with it: parsed, times in epoch milliseconds. */
export interface Form {
  id: number;
  title: string;
  slug: string;
  status: FormStatus;
  fields: FormField[];
  settings: FormSettings;
  version: number;
  createdAt: number;
  updatedAt: number;
}

/** The single-form response: no timestamps. Source: specification, Form. */
export function toFormBody({ id, title, slug, status, fields, settings }: Form): FormBody {
  return { id, title, slug, status, fields, settings };
}

/** Form in a list, and after create and update. */
export function toFormBodyWithTimes(form: Form): FormBodyWithTimes {
  return {
    ...toFormBody(form),
    created_at: toTimestamp(form.createdAt),
    updated_at: toTimestamp(form.updatedAt),
  };
}
