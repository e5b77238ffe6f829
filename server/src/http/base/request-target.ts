/**
 * Returns the target for the router. It starts with a slash, and its path can be decoded, so every request
 * reaches a surface, where `refuseBeyondLimits` rejects malformed ones. The host in an absolute-form target is
 * dropped: only the Host header identifies a workspace (spec/provisioning §1.2).
 */
export function originForm(target: string): string {
  const withoutHost = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
  const rooted = withoutHost.startsWith('/') ? withoutHost : `/${withoutHost}`;
  return isDecodable(rooted) ? rooted : rooted.replaceAll('%', '%25');
}

/** Returns the query as it was sent. The target is text, because a target parsed as a URL can name another host. */
export const queryTextOf = (target: string): string => /\?([^#]*)/s.exec(target)?.[1] ?? '';

export const queryOf = (target: string): URLSearchParams => new URLSearchParams(queryTextOf(target));

/** Returns the path without the query, which can contain an API key and must not appear in messages. */
export function pathOf(target: string): string {
  return target.replace(/[?#].*$/s, '');
}

/** Whether every percent sign in the path starts an encoded character. */
export function isDecodable(target: string): boolean {
  if (!target.includes('%')) return true;
  try {
    decodeURIComponent(pathOf(target));
    return true;
  } catch {
    return false;
  }
}

/** Whether an origin-form target is at or below `prefix`. Encoded letters match, just as they do in the router. */
export function isBelow(prefix: string, target: string): boolean {
  if (target.startsWith(`${prefix}/`)) return true;
  const path = decodeURI(pathOf(target));
  return path === prefix || path.startsWith(`${prefix}/`);
}
