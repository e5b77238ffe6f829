import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { startRestateServer } from '../../src/engine/restate/restate-server.ts';
import type { Logger } from '../../src/lib/log.ts';

/** A restate-server that can be stopped for a while, and that comes back at the same addresses with the same data. */
export interface OwnEngine {
  readonly ingressUrl: string;
  readonly adminUrl: string;
  /** The process to be killed; of several nodes, the next one. */
  victim(): { pid(): number | undefined };
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Takes the data away from under it. What it still has open it does not miss; started again, it knows nothing. */
  loseData(): void;
}

export async function startOwnEngine(dataDir: string, logger: Logger): Promise<OwnEngine> {
  let running = await startRestateServer({ dataDir, logger });
  return {
    ingressUrl: running.ingressUrl,
    adminUrl: running.adminUrl,
    victim: () => ({ pid: () => running.pid() }),
    stop: () => running.stop(),
    async start() {
      running = await startRestateServer({ dataDir, logger });
    },
    loseData: () => renameSync(join(dataDir, 'data'), join(dataDir, 'lost')),
  };
}
