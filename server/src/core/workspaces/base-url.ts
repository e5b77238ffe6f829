/**
 * Normalizes a base URL to scheme, host and port, without a path (spec/provisioning §1.1). Returns undefined
 * if it is invalid. The parser converts the host to lower case and drops a default port, as callers do in the
 * `Host` header.
 */
export function parseBaseUrl(text: string): { baseUrl: string; host: string } | undefined {
  const url = URL.parse(text);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined;
  if (url.username || url.password || url.search || url.hash || url.pathname !== '/') return undefined;
  if (/[?#]|[^/]\/$/.test(text.trim()) || text.trim() !== text) return undefined;
  return { baseUrl: url.origin, host: url.host };
}
