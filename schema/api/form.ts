import { z } from 'zod';
import { formFields, type FormField } from './form-field';
import { formSettings, type FormSettings } from './form-settings';
import { pageParameters, periodAndSearchParameters } from './page';
import type { FormStats } from './stats';
import { text } from './text';

export const FORM_STATUSES = ['publish', 'draft'] as const;
export type FormStatus = (typeof FORM_STATUSES)[number];

export const formStatus = z.enum(FORM_STATUSES, { error: 'must be "publish" or "draft"' });
const title = text({ max: 200 }).refine((value) => value.trim() !== '', 'must not be empty');

/** Body of POST /forms. Source: specification, Endpoints; design, required on create. */
export const formCreation = z.object({
  title,
  status: formStatus.default('publish'),
  fields: formFields.default([]),
  settings: formSettings.default({}),
});

/** Body of PUT /forms/{id}: what is left out keeps its value. */
export const formUpdate = z.object({
  title: title.optional(),
  status: formStatus.optional(),
  fields: formFields.optional(),
  settings: formSettings.optional(),
});

/** Query of GET /forms. */
export const formListQuery = z.object({
  /** Adds counts of entries and deliveries to each form. */
  include: z.enum(['stats'], { error: 'must be stats' }).optional(),
  status: formStatus.optional(),
  ...periodAndSearchParameters,
  ...pageParameters,
});

/** A form as the single-form response shows it. Source: specification, Form. */
export interface FormBody {
  id: number;
  title: string;
  slug: string;
  status: FormStatus;
  fields: FormField[];
  settings: FormSettings;
}

/** A form as lists show it, and the answers to create and update. */
export interface FormBodyWithTimes extends FormBody {
  created_at: string;
  updated_at: string;
  /** Only in lists, and only when asked for. */
  stats?: FormStats;
}
