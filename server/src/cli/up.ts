import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import { createDevDirectory, type DevDirectory } from '../app/dev/dev-directory.ts';
import { startDevPostgres } from '../app/dev/dev-postgres.ts';
import { findPostgres } from '../app/dev/find-postgres.ts';
import { startEngine } from '../app/engine.ts';
import { keepAddress } from '../app/up-address.ts';
import {
  type Config,
  childEnvironment,
  installationSettings,
  readConfig,
  terminalSettings,
  typedCommand,
  version,
} from '../config.ts';
import { prepareInstallation } from '../core/installation/index.ts';
import { makeSetUpSecret } from '../core/setup/index.ts';
import { createLogger, type Logger } from '../lib/log.ts';
import { ownFile } from '../lib/own-package.ts';
import { keptPorts, requireFreePort } from '../lib/process/free-port.ts';
import { supervise } from '../lib/process/supervise.ts';
import { example } from './shared/example.ts';
import { untilStopped } from './shared/until-stopped.ts';
import { withContext } from './shared/with-context.ts';

const program = ownFile('bin/hark.js');

interface Stoppable {
  stop(): Promise<void>;
}

interface UpOptions {
  readonly port?: string;
  readonly dev?: boolean;
}

export const upCommand = () =>
  new Command('up')
    .option('--port <port>', 'port to listen on (PORT)')
    .option('--dev', 'start a private PostgreSQL too, with temporary data that is deleted at the end')
    .addHelpText('after', example('hark up --port 8080', 'hark up --dev'))
    .action(async ({ port, dev }: UpOptions) => {
      const directory = dev ? createDevDirectory() : undefined;
      const overrides = { ...(port === undefined ? {} : { PORT: port }), ...directory?.settings };
      const parts: Stoppable[] = directory ? [directory] : [];
      const stopping = new AbortController();
      const stopped = untilStopped().then(() => stopping.abort());
      try {
        const config = readConfig(overrides);
        const logger = createLogger(config.LOG_LEVEL, 'up');
        await requireFreePorts(config);
        if (directory) parts.push(await startPostgres(directory, logger, stopping.signal));
        await Promise.race([
          prepareInstallation(installationSettings(config), logger, { makeKey: true }),
          stopped,
        ]);
        await startParts(config, overrides, logger, parts, stopping.signal);
        await Promise.race([announce(config, overrides, stopping.signal), stopped]);
        await stopped;
      } catch (error) {
        if (!stopping.signal.aborted) throw error;
      } finally {
        // Stop in reverse order. The engine stops after the server and the worker, so unfinished work can be
        // returned to it.
        for (const part of parts.reverse()) await part.stop();
      }
      console.log('Hark has stopped.');
    });

/**
 * Checks the ports before anything starts. Otherwise a server that can't listen would be restarted over and
 * over.
 */
async function requireFreePorts(config: Config): Promise<void> {
  const { HOST, PORT, METRICS_HOST, METRICS_PORT, WORK_METRICS_PORT } = config;
  await requireFreePort({ host: HOST, port: PORT, settings: '--port (PORT)' });
  await requireFreePort({ host: METRICS_HOST, port: METRICS_PORT, settings: 'METRICS_PORT' });
  await requireFreePort({ host: METRICS_HOST, port: WORK_METRICS_PORT, settings: 'WORK_METRICS_PORT' });
}

async function startPostgres(
  { path }: DevDirectory,
  logger: Logger,
  signal: AbortSignal,
): Promise<Stoppable> {
  const programs = await findPostgres();
  console.log(
    `Starting PostgreSQL ${programs.version} with temporary data, which is deleted when Hark stops. To keep data, set DATABASE_URL instead of using --dev.`,
  );
  return startDevPostgres(programs, path, logger, signal);
}

async function startParts(
  config: Config,
  overrides: Readonly<Record<string, string>>,
  logger: Logger,
  parts: Stoppable[],
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const engine =
    config.RESTATE_ADMIN_URL === undefined ? await startEngine(config, logger, signal) : undefined;
  if (engine) parts.push(engine);
  const { work } = await keptPorts(join(config.HARK_DATA_DIR, 'ports.json'), ['work'], [config.PORT]);
  const env = childEnvironment({
    ...overrides,
    WORK_PORT: String(work),
    // Only the engine calls `work`, so with our own engine `work` listens on loopback.
    ...(engine
      ? {
          RESTATE_INGRESS_URL: engine.ingressUrl,
          RESTATE_ADMIN_URL: engine.adminUrl,
          WORK_HOST: '127.0.0.1',
        }
      : {}),
  });
  const child = (name: 'serve' | 'work') =>
    supervise({
      name,
      command: process.execPath,
      args: [program, name, '--with-parent', String(process.pid)],
      env,
      logger,
      output: 'inherit',
      reportsStart: true,
    });
  parts.push(child('work'), child('serve'));
}

async function announce(
  config: Config,
  overrides: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<void> {
  const host = config.HOST === '0.0.0.0' || config.HOST === '::' ? '127.0.0.1' : config.HOST;
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${config.PORT}`;
  while (!signal.aborted) {
    const answer = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(
      () => undefined,
    );
    await answer?.body?.cancel();
    if (answer?.ok) break;
    await sleep(100);
  }
  if (signal.aborted) return;
  keepAddress(config, address);
  const seconds = (performance.now() / 1000).toFixed(1);
  console.log(`Hark ${version} is ready at ${address} after ${seconds} s. Press Ctrl-C to stop.`);
  announceSettings(config, overrides);
  // A failure here isn't fatal, because `hark set-up` prints the link too.
  const secret = await withContext(config, makeSetUpSecret).catch(() => undefined);
  if (secret === undefined) return;
  console.log('There is no administrator yet. Open this one-time link within 24 hours to create one:');
  console.log(`  ${address}/set-up?secret=${secret}`);
  console.log('Or describe your workspace in a file and run:');
  console.log(`  ${typedCommand('apply -f workspace.yaml')}`);
}

/** Other commands need the same database and key. */
function announceSettings(config: Config, overrides: Readonly<Record<string, string>>): void {
  const { command, secrets } = terminalSettings(childEnvironment(overrides), config.HARK_DATA_DIR);
  console.log('For other commands such as `hark apply`, set these in their terminal first:');
  console.log(`  ${command}`);
  if (secrets.length > 0)
    console.log(`Also set ${secrets.join(' and ')}, which isn't shown here because it contains a secret.`);
}
