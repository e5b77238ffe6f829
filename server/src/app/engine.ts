import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { RunEngine } from '../core/runs/index.ts';
import { createRestateEngine } from '../engine/restate/restate-engine.ts';
import { addressesOf, type RestateServer, startRestateServer } from '../engine/restate/restate-server.ts';
import type { Logger } from '../lib/log.ts';

/** Processes that start together get this long to find each other before a warning is logged. */
export const startPatienceMs = 10_000;

/** Returns undefined if no engine is configured. */
export const engineOf = (config: Config): RunEngine | undefined =>
  config.RESTATE_INGRESS_URL === undefined
    ? undefined
    : createRestateEngine({ ingressUrl: config.RESTATE_INGRESS_URL, adminUrl: config.RESTATE_ADMIN_URL });

const engineDataDir = (config: Config) => join(config.HARK_DATA_DIR, 'engine');

/** Starts the engine for `hark up`: a separate restate-server process next to the application. */
export const startEngine = (config: Config, logger: Logger, signal: AbortSignal): Promise<RestateServer> =>
  startRestateServer({ dataDir: engineDataDir(config), logger, signal, promisedPorts: [config.PORT] });

/** Connects other commands to the engine of a running `hark up` that uses the same data directory. */
export function engineOfUp(config: Config): RunEngine | undefined {
  const addresses = addressesOf(engineDataDir(config));
  return addresses && createRestateEngine(addresses);
}
