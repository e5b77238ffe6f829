/** A workspace's address: scheme, host and port. A slash at the end is forgiven. */
export function readBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    url.pathname !== '/' ||
    url.search + url.hash + url.username + url.password !== ''
  ) {
    throw new TypeError(
      'baseUrl must be scheme, host and port of your workspace, such as https://crm.example.com.',
    );
  }
  return url.origin;
}
