import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fault } from '../../lib/errors.ts';
import type { Logger } from '../../lib/log.ts';
import { keptPorts, readPorts } from '../../lib/process/free-port.ts';
import { supervise } from '../../lib/process/supervise.ts';
import { endLeftOverEngine, noteEngine } from './left-over-engine.ts';
import { findRestateBinary } from './restate-binary.ts';
import { type EnginePorts, portNames, restateConfig } from './restate-config.ts';
import { logEngineLine } from './restate-log.ts';

const shownLines = 20;

const portsFile = (dataDir: string) => join(dataDir, 'ports.json');
const loopbackUrl = (port: number) => `http://127.0.0.1:${port}`;

/** The engine that runs beside the application. */
export interface RestateServer {
  readonly ingressUrl: string;
  readonly adminUrl: string;
  pid(): number | undefined;
  stop(): Promise<void>;
}

interface RestateServerOptions {
  readonly dataDir: string;
  readonly logger: Logger;
  /** Ports that somebody is about to take. */
  readonly promisedPorts?: readonly number[];
  /** Gives the start up: the engine is ended, and the promise is rejected. */
  readonly signal?: AbortSignal;
  readonly startTimeoutMs?: number;
}

/**
 * Starts restate-server on the data in `dataDir` and waits until it answers. It is supervised: killed, it comes
 * back at the same addresses with the same data.
 */
export async function startRestateServer(options: RestateServerOptions): Promise<RestateServer> {
  const binary = findRestateBinary();
  const dataDir = resolve(options.dataDir);
  const paths = {
    ports: portsFile(dataDir),
    config: join(dataDir, 'restate.toml'),
    pid: join(dataDir, 'restate.pid'),
    base: join(dataDir, 'data'),
  };
  // The engine's journals are nobody else's business.
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  await endLeftOverEngine(paths.pid, paths.base, options.logger);
  const ports = await keptPorts(paths.ports, portNames, options.promisedPorts);

  const lastLines: string[] = [];
  const logger = options.logger.child({ child: 'engine' });
  const child = supervise({
    name: 'engine',
    command: binary,
    args: ['--no-logo', '--config-file', paths.config, '--base-dir', paths.base],
    // Every RESTATE_… variable would override the file, and our secrets are none of its business.
    env: {},
    logger: options.logger,
    output: (line) => {
      lastLines.push(line);
      if (lastLines.length > shownLines) lastLines.shift();
      logEngineLine(logger, line);
    },
    beforeStart: () => {
      mkdirSync(dataDir, { recursive: true, mode: 0o700 });
      writeFileSync(paths.config, restateConfig(ports));
    },
    afterStart: (pid) => noteEngine(paths.pid, pid),
  });
  try {
    await untilReady(ports, options, lastLines);
  } catch (error) {
    await child.stop();
    throw error;
  }
  return {
    ingressUrl: loopbackUrl(ports.ingress),
    adminUrl: loopbackUrl(ports.admin),
    pid: () => child.pid,
    stop: () => child.stop(),
  };
}

/** Where an engine that was started on this data answers, if it runs; undefined when there never was one. */
export function addressesOf(dataDir: string): Pick<RestateServer, 'ingressUrl' | 'adminUrl'> | undefined {
  const { ingress, admin } = readPorts(portsFile(dataDir));
  if (ingress === undefined || admin === undefined) return undefined;
  return { ingressUrl: loopbackUrl(ingress), adminUrl: loopbackUrl(admin) };
}

async function untilReady(
  ports: EnginePorts,
  { signal, startTimeoutMs = 60_000 }: RestateServerOptions,
  lastLines: readonly string[],
): Promise<void> {
  const deadline = performance.now() + startTimeoutMs;
  for (const address of [`${ports.ingress}/restate/health`, `${ports.admin}/health`]) {
    while (!(await answers(`http://127.0.0.1:${address}`))) {
      signal?.throwIfAborted();
      if (performance.now() > deadline) {
        const lines = lastLines.join('\n') || '(none)';
        throw fault(
          'engine_not_ready',
          `restate-server did not answer within ${startTimeoutMs / 1000} s. Its last lines:\n${lines}`,
        );
      }
      await sleep(25);
    }
  }
  signal?.throwIfAborted();
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(1_000), redirect: 'error' });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
