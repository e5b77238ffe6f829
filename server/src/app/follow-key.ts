import type { Context } from '../core/context/index.ts';
import { followKey, type Installation } from '../core/installation/index.ts';
import { keyFollowedEveryMs } from '../core/key-rotation/index.ts';
import { KeyRing } from '../lib/crypto/key-ring.ts';
import type { Logger } from '../lib/log.ts';
import { type Repeated, repeat } from '../lib/process/repeat.ts';

/**
 * Lets a process that has both keys switch to the new key as soon as it is active. Does nothing if there is
 * only one key.
 */
export function startFollowingKey(
  installation: Installation,
  contextOf: () => Context | undefined,
  logger: Logger,
): Repeated {
  if (!installation.previousKey) return { stop: async () => {} };
  return repeat('check for the new key', keyFollowedEveryMs, logger, async () => {
    const context = contextOf();
    if (context?.key instanceof KeyRing) await followKey(context.db, installation, context.key);
  });
}
