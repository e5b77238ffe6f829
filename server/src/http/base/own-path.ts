/** Longer than any of Hark's paths. A request URL can be up to 8 KiB long. */
const longest = 6_000;

/**
 * Returns a path and query on this host, or undefined. Every `return_to` value is checked here. The check
 * rejects anything that a browser would interpret as another host or as a script (security 9, open redirect).
 */
export function ownPath(text: string | undefined): string | undefined {
  // Browsers read a backslash as a slash, and drop tabs and line breaks.
  if (text === undefined || text.length > longest || !/^\/(?!\/)[^\\\p{Cc}\s]*$/u.test(text))
    return undefined;
  const url = URL.parse(text, 'https://own.invalid');
  if (url?.origin !== 'https://own.invalid') return undefined;
  // Dot segments have been resolved, so `/.//host` now starts with two slashes.
  return url.pathname.startsWith('//') ? undefined : url.pathname + url.search;
}
