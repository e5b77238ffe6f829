import { lookup, NODATA, NOTFOUND, Resolver } from 'node:dns/promises';
import { messageOf } from '../errors.ts';
import { unreachable } from './failure.ts';

export type ResolveName = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

const resolveTimeoutMs = 1_500;
const tries = 2;

/** Not the system's resolver: a hostile name server could block its threads, which argon2 and zlib need. */
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

/** For hosts that the operator allowed: uses the system's resolver, including `/etc/hosts`. */
export const resolveOwn: ResolveName = async (name) => {
  try {
    return (await lookup(name, { all: true })).map(({ address }) => address);
  } catch (error) {
    throw unreachable('The name of the server cannot be looked up.', messageOf(error));
  }
};

/** A family may have no IP address, but any other error fails the look-up. */
function nothingFound(error: unknown): string[] {
  const { code } = error as { code?: string };
  if (code === NODATA || code === NOTFOUND) return [];
  throw error;
}
