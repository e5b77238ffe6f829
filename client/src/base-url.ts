/** Reads a workspace's base URL: scheme, host and port. A trailing slash is removed. */
export function readBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    url.pathname !== '/' ||
    url.search + url.hash + url.username + url.password !== ''
  ) {
    throw new TypeError(
      'baseUrl must consist of the scheme, host and optional port of your workspace, such as https://crm.example.com.',
    );
  }
  return url.origin;
}
