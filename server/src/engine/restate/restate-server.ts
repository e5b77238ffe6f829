import { accessSync, constants, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { fault } from '../../lib/errors.ts';
import type { Logger } from '../../lib/log.ts';
import { keptPorts, readPorts } from '../../lib/process/free-port.ts';
import { endProcess, findProcess } from '../../lib/process/processes.ts';
import { supervise } from '../../lib/process/supervise.ts';
import { type EnginePorts, portNames, restateConfig } from './restate-config.ts';

/**
 * Finds the engine's binary. Hark depends on the packages with the binaries instead of their JavaScript wrapper:
 * process IDs and signals would refer to the wrapper, and the wrapper has a dependency that reports installations.
 */
export function findRestateBinary(platform: string = process.platform, arch: string = process.arch): string {
  const require = createRequire(import.meta.url);
  try {
    const path = require.resolve(`@restatedev/restate-server-${platform}-${arch}/bin/restate-server`);
    accessSync(path, constants.X_OK);
    return path;
  } catch (error) {
    throw fault(
      'engine_missing',
      `restate-server for ${platform}-${arch} isn't installed. Install Hark with optional packages on Linux or ` +
        'macOS (x64 or arm64), or run the engine elsewhere and set RESTATE_INGRESS_URL and RESTATE_ADMIN_URL.',
      error,
    );
  }
}

const engineLine = z.object({
  level: z.string(),
  target: z.string(),
  fields: z.object({ message: z.string(), error: z.string().optional() }),
});

const levels: Readonly<Record<string, 'error' | 'warn'>> = { ERROR: 'error', WARN: 'warn' };

/** Logs a line from the engine. The engine's info level is our debug level. */
function logEngineLine(logger: Logger, line: string): void {
  const parsed = engineLine.safeParse(parseJson(line));
  if (parsed.success) {
    const { level, target, fields } = parsed.data;
    logger[levels[level] ?? 'debug']({ target, reason: fields.error }, fields.message);
  } else {
    // The line isn't JSON: it is a panic, or an error from before the engine set up its log.
    logger.warn(line);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function noteEngine(pidFile: string, pid: number): void {
  writeFileSync(pidFile, `${pid} ${process.pid}\n`);
}

/**
 * Stops an engine that outlived its parent, because it still uses the data directory and the ports. Process IDs
 * are reused, so this checks the command line. An engine whose parent is alive belongs to another Hark.
 */
async function endLeftOverEngine(pidFile: string, baseDir: string, logger: Logger): Promise<void> {
  const noted = readNote(pidFile);
  if (noted === undefined) return;
  const found = findProcess(noted.pid);
  if (!found?.commandLine.includes('restate-server') || !found.commandLine.endsWith(` ${baseDir}`)) return;
  if (found.parentPid === noted.parentPid) {
    throw fault(
      'engine_in_use',
      `Process ${noted.parentPid} is running Hark with the same engine data. Stop it, or set another HARK_DATA_DIR.`,
    );
  }
  logger.warn({ pid: noted.pid }, 'stopping a leftover engine process');
  await endProcess(noted.pid);
}

function readNote(pidFile: string): { pid: number; parentPid: number } | undefined {
  try {
    const match = /^(\d+) (\d+)\n$/.exec(readFileSync(pidFile, 'utf8'));
    return match ? { pid: Number(match[1]), parentPid: Number(match[2]) } : undefined;
  } catch {
    return undefined;
  }
}

const shownLines = 20;

const portsFile = (dataDir: string) => join(dataDir, 'ports.json');
const loopbackUrl = (port: number) => `http://127.0.0.1:${port}`;

export interface RestateServer {
  readonly ingressUrl: string;
  readonly adminUrl: string;
  pid(): number | undefined;
  stop(): Promise<void>;
}

interface RestateServerOptions {
  readonly dataDir: string;
  readonly logger: Logger;
  /** Ports that another process is about to use. */
  readonly promisedPorts?: readonly number[];
  /** Aborts the start: the engine is stopped and the promise is rejected. */
  readonly signal?: AbortSignal;
  readonly startTimeoutMs?: number;
}

/** Starts the engine and supervises it. After a crash it restarts at the same URLs with the same data. */
export async function startRestateServer(options: RestateServerOptions): Promise<RestateServer> {
  const binary = findRestateBinary();
  const dataDir = resolve(options.dataDir);
  const paths = {
    ports: portsFile(dataDir),
    config: join(dataDir, 'restate.toml'),
    pid: join(dataDir, 'restate.pid'),
    base: join(dataDir, 'data'),
  };
  // The engine's journals are private.
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  await endLeftOverEngine(paths.pid, paths.base, options.logger);
  const ports = await keptPorts(paths.ports, portNames, options.promisedPorts);

  const lastLines: string[] = [];
  const logger = options.logger.child({ child: 'engine' });
  logger.info('starting the engine');
  const child = supervise({
    name: 'engine',
    command: binary,
    args: ['--no-logo', '--config-file', paths.config, '--base-dir', paths.base],
    // Any RESTATE_… variable would override the file, and the engine must not get our secrets.
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

/** Returns undefined if no engine was ever started on this data. */
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
          `restate-server did not respond within ${startTimeoutMs / 1000} s. Its last lines:\n${lines}`,
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
