/** What a check outside the plugin gets to see: a captcha, or a service such as Akismet. */
export interface SpamCandidate {
  formId: number;
  fields: Record<string, unknown>;
  ipAddress: string;
  userAgent: string;
  pageUrl: string;
}

/** @returns why it is spam, in words; null when it is not */
export type SpamCheck = (candidate: SpamCandidate) => Promise<string | null>;
