import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { RunEngine } from '../core/runs/index.ts';
import { createRestateEngine } from '../engine/restate/restate-engine.ts';
import { addressesOf, type RestateServer, startRestateServer } from '../engine/restate/restate-server.ts';
import type { Logger } from '../lib/log.ts';

/** What starts at the same moment has so long to find each other, until it is worth a warning. */
export const startPatienceMs = 10_000;

/** The engine as the product sees it; without an address there is none. */
export const engineOf = (config: Config): RunEngine | undefined =>
  config.RESTATE_INGRESS_URL === undefined
    ? undefined
    : createRestateEngine({ ingressUrl: config.RESTATE_INGRESS_URL, adminUrl: config.RESTATE_ADMIN_URL });

const engineDataDir = (config: Config) => join(config.HARK_DATA_DIR, 'engine');

/** The engine of `hark up`: a restate-server of its own beside the application. */
export const startEngine = (config: Config, logger: Logger, signal: AbortSignal): Promise<RestateServer> =>
  startRestateServer({ dataDir: engineDataDir(config), logger, signal, promisedPorts: [config.PORT] });

/** The engine that a `hark up` on this data runs, for commands beside it. */
export function engineOfUp(config: Config): RunEngine | undefined {
  const addresses = addressesOf(engineDataDir(config));
  return addresses && createRestateEngine(addresses);
}
