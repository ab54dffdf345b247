import type { FormField } from '../../schema/api/form-field';

/** What the server wrote into a form for the script. */
export interface ScriptData {
  rules: FormField[];
  texts: Record<
    | 'sending'
    | 'uploading'
    | 'step'
    | 'offline'
    | 'unreachable'
    | 'broken'
    | 'missing'
    | 'too_many'
    | 'too_large',
    string
  > & {
    /** For one field, and for several. */
    errors: [string, string];
  };
}

/** An answer of POST /submit. */
export interface Answer {
  success?: boolean;
  message?: string;
  redirect_url?: string;
  code?: string;
  errors?: Record<string, string>;
}
