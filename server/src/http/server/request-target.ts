/**
 * The request target as the router needs it: it starts with a slash and its path can be decoded. So every
 * request reaches a surface and its hooks, where `refuseBeyondLimits` rejects malformed ones. The host of an
 * absolute-form target is dropped: only the Host header finds a workspace (spec/provisioning §1.2).
 */
export function originForm(target: string): string {
  const withoutHost = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
  const rooted = withoutHost.startsWith('/') ? withoutHost : `/${withoutHost}`;
  return isDecodable(rooted) ? rooted : rooted.replaceAll('%', '%25');
}

/** The path alone. The query may hold an API key and goes into no message. */
export function pathOf(target: string): string {
  return target.replace(/[?#].*$/s, '');
}

/** Whether every percent sign of the path begins an encoded character. */
export function isDecodable(target: string): boolean {
  if (!target.includes('%')) return true;
  try {
    decodeURIComponent(pathOf(target));
    return true;
  } catch {
    return false;
  }
}

/** Whether the path of a target in origin form is `prefix` or below it. Encoded letters count, as they do for the router. */
export function isBelow(prefix: string, target: string): boolean {
  if (target.startsWith(`${prefix}/`)) return true;
  const path = decodeURI(pathOf(target));
  return path === prefix || path.startsWith(`${prefix}/`);
}
