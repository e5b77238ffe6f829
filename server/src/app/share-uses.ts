import type { Config } from '../config.ts';
import type { RateCaller, RateUse } from '../core/access/index.ts';
import type { ListenerUse } from '../core/listeners/index.ts';
import type { ListenerId } from '../lib/ids.ts';
import type { Logger } from '../lib/log.ts';
import { repeat } from '../lib/process/repeat.ts';

const shareEveryMs = 2_000;

/** With Redis, the processes combine their counts of which callers use up a rate limit. */
export async function shareUses(
  { REDIS_URL: url }: Config,
  namespace: string,
  { rateUse, listenerUse }: { readonly rateUse: RateUse; readonly listenerUse: ListenerUse },
  logger: Logger,
) {
  if (!url) return undefined;
  const { shareUse } = await import('../lib/limits/shared-use.ts');
  const shared = shareUse(url, namespace);
  const writing = repeat('share rate limit usage', shareEveryMs, logger, async () => {
    await shared.write('requests', rateUse);
    await shared.write('listeners', listenerUse);
  });
  return {
    others: {
      requests: shared.othersOf<RateCaller>('requests'),
      listeners: shared.othersOf<ListenerId>('listeners'),
    },
    async stop() {
      await writing.stop();
      shared.close();
    },
  };
}
