/** Hark's paths are shorter: the URL of a request can have 8 KiB. */
const longest = 6_000;

/**
 * The path and query on this host, or undefined. All `return_to` values go through this: it rejects anything
 * that a browser would read as another host or as a script (security 9, open redirect).
 */
export function ownPath(text: string | undefined): string | undefined {
  // Browsers read \ as /, and drop tabs and line ends.
  if (text === undefined || text.length > longest || !/^\/(?!\/)[^\\\p{Cc}\s]*$/u.test(text))
    return undefined;
  const url = URL.parse(text, 'https://own.invalid');
  if (url?.origin !== 'https://own.invalid') return undefined;
  // Dot segments are resolved by now: `/.//host` would start with two slashes.
  return url.pathname.startsWith('//') ? undefined : url.pathname + url.search;
}
