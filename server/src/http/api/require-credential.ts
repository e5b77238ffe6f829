import { sendNotFoundPage } from '../not-found-page.ts';
import type { Check } from '../surface.ts';

/**
 * Whether a request carries anything that the API recognises as a credential (seed 5.4.5, decisions 6.1). Only its
 * presence counts: an empty one is sent too, and is refused later. The name `apikey` is compared as it was written;
 * proxies written in Go write it `Apikey`, which is taken only where a proxy is known to stand in front.
 */
export function carriesCredential(
  rawHeaders: readonly string[],
  query: Readonly<Record<string, unknown>>,
  isBehindProxy: boolean,
): boolean {
  if (Object.hasOwn(query, 'apikey')) return true;
  return rawHeaders.some((name, index) => {
    if (index % 2 === 1) return false;
    if (name === 'apikey' || (isBehindProxy && name === 'Apikey')) return true;
    return name.toLowerCase() === 'authorization' && /^bearer(\s|$)/i.test(rawHeaders[index + 1] ?? '');
  });
}

/** Check: without a credential the API does not show itself; the caller gets the page for people (seed 5.4.5). */
export const requireCredential =
  (isBehindProxy: boolean): Check =>
  async (request, reply) => {
    const query = request.query as Readonly<Record<string, unknown>>;
    if (!carriesCredential(request.raw.rawHeaders, query, isBehindProxy)) {
      return sendNotFoundPage(reply, 'no-credential');
    }
  };
