/** What became of a form that was sent without script, for the page that the visitor comes back to. */
export interface PageState {
  /** Said after a success; null after a failure. */
  success: string | null;
  /** Said after a failure that no field is to blame for. */
  failure: string | null;
  /** Message by field id. */
  errors: Record<string, string>;
  /** What was typed, by field id: strings, and lists of strings for check boxes. */
  values: Record<string, string | string[]>;
}

/** Query parameter that names a stored page state. */
export const STATE_PARAMETER = 'svc_form';
