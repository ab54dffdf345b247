/** `{base_url}/svc-forms/v1`. Source: specification, Conventions. */
export function namespaceUrl(context: { host: { restUrl: string } }): string {
  return `${context.host.restUrl}/svc-forms/v1`;
}

/**
 * The same for pages of the site itself: a path alone where site and REST root share an origin, so that a page works
 * under every name that the site is reached by.
 */
export function namespacePath(context: { host: { restUrl: string; siteUrl: string } }): string {
  const url = new URL(namespaceUrl(context));
  return url.origin === new URL(context.host.siteUrl).origin ? url.pathname : url.href;
}
