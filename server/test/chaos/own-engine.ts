import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { startRestateServer } from '../../src/engine/restate/restate-server.ts';
import type { Logger } from '../../src/lib/log.ts';

/** A restate-server that can be stopped and restarted on the same ports with the same data. */
export interface OwnEngine {
  readonly ingressUrl: string;
  readonly adminUrl: string;
  /** The process to kill. In a cluster, this is the next node. */
  victim(): { pid(): number | undefined };
  stop(): Promise<void>;
  start(): Promise<void>;
  /**
   * Deletes the running engine's data. The engine keeps its open files until it is restarted, and then starts
   * empty.
   */
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
