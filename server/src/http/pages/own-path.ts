/** Longer ones are no address of ours: the whole URL of a request may have 8 KiB. */
const longest = 6_000;

/**
 * The path and query that a text names on this host, or undefined. The one rule for every `return_to`: whatever a
 * browser would read as another host, or as a script, is nothing (security 9, open redirect).
 */
export function ownPath(text: string | undefined): string | undefined {
  // A browser takes \ for /, and drops tabs and line ends before it reads.
  if (text === undefined || text.length > longest || !/^\/(?!\/)[^\\\p{Cc}\s]*$/u.test(text))
    return undefined;
  const url = URL.parse(text, 'https://own.invalid');
  if (url?.origin !== 'https://own.invalid') return undefined;
  // Dot segments are resolved by now: `/.//host` would begin with two slashes.
  return url.pathname.startsWith('//') ? undefined : url.pathname + url.search;
}
