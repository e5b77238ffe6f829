import { lookup, NODATA, NOTFOUND, Resolver } from 'node:dns/promises';
import { messageOf } from '../errors.ts';
import { unreachable } from './failure.ts';

export type ResolveName = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

const resolveTimeoutMs = 1_500;
const tries = 2;

/**
 * Resolves names without the system's resolver: a hostile name server could block its threads, which argon2 and
 * zlib also need.
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
    throw unreachable('The DNS lookup of the host name failed.', messageOf(error));
  } finally {
    signal.removeEventListener('abort', cancel);
  }
};

/** Resolves hosts that the operator allowed. It uses the system's resolver, which includes `/etc/hosts`. */
export const resolveOwn: ResolveName = async (name) => {
  try {
    return (await lookup(name, { all: true })).map(({ address }) => address);
  } catch (error) {
    throw unreachable('The DNS lookup of the host name failed.', messageOf(error));
  }
};

/** Returns an empty list if the name has no IP addresses of this family. Any other error fails the lookup. */
function nothingFound(error: unknown): string[] {
  const { code } = error as { code?: string };
  if (code === NODATA || code === NOTFOUND) return [];
  throw error;
}
