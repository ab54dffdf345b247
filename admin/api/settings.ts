/** What the host wrote on the page. */
export interface PageSettings {
  /** `{base_url}/svc-forms/v1`. */
  readonly rest: string;
  readonly nonce: string;
  /** Path of this application, without a slash at the end. */
  readonly path: string;
  /** Public address of the site. */
  readonly site: string;
  readonly styleNonce: string;
}

/** The element that the application lives in, as plugin/admin-page.ts writes it. */
export const ROOT = document.getElementById('svc-forms-admin') as HTMLElement;

const { rest = '', nonce = '', path = '', site = '', styleNonce = '' } = ROOT.dataset;
export const PAGE: PageSettings = { rest, nonce, path, site, styleNonce };
