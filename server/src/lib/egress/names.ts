import { lookup, NODATA, NOTFOUND, Resolver } from 'node:dns/promises';
import { messageOf } from '../errors.ts';
import { unreachable } from './failure.ts';

/** Finds all addresses of a name, once. */
export type ResolveName = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

const resolveTimeoutMs = 1_500;
const tries = 2;

/**
 * Asks the name servers for both families. Not by the system's own look-up: that holds one of four threads for as long as a stranger's
 * name server likes, and argon2 and zlib need them too.
 */
export const resolveOutside: ResolveName = async (name, signal) => {
  const resolver = new Resolver({ timeout: resolveTimeoutMs, tries });
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const found = await Promise.all([
      resolver.resolve4(name).catch(nothingFound),
      resolver.resolve6(name).catch(nothingFound),
    ]);
    return found.flat();
  } catch (error) {
    throw unreachable('The name of the server cannot be looked up.', messageOf(error));
  } finally {
    signal.removeEventListener('abort', cancel);
  }
};

/** For the hosts that the operator names: as the system resolves them, from `/etc/hosts` too. */
export const resolveOwn: ResolveName = async (name) => {
  try {
    return (await lookup(name, { all: true })).map(({ address }) => address);
  } catch (error) {
    throw unreachable('The name of the server cannot be looked up.', messageOf(error));
  }
};

/** One family may have no address; a name server that fails for one of them fails. */
function nothingFound(error: unknown): string[] {
  const { code } = error as { code?: string };
  if (code === NODATA || code === NOTFOUND) return [];
  throw error;
}
