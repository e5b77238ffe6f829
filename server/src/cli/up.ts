import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { startEngine } from '../app/engine.ts';
import { type Config, childEnvironment, installationSettings, readConfig, version } from '../config.ts';
import { prepareInstallation } from '../core/installation/index.ts';
import { makeSetUpSecret } from '../core/setup/index.ts';
import { createLogger, type Logger } from '../lib/log.ts';
import { keptPorts, requireFreePort } from '../lib/process/free-port.ts';
import { supervise } from '../lib/process/supervise.ts';
import { untilStopped } from './shared/until-stopped.ts';
import { withContext } from './shared/with-context.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));

interface Stoppable {
  stop(): Promise<void>;
}

export const upCommand = () =>
  new Command('up')
    .description('Run the whole product on this machine: database set-up, engine, HTTP server and worker.')
    .option('--port <port>', 'port to listen at (PORT)')
    .action(async (options: { port?: string }) => {
      const config = readConfig(options.port === undefined ? {} : { PORT: options.port });
      const logger = createLogger(config.LOG_LEVEL, 'up');
      await requireFreePorts(config);
      const stopping = new AbortController();
      const stopped = untilStopped().then(() => stopping.abort());
      const parts: Stoppable[] = [];
      try {
        await Promise.race([
          prepareInstallation(installationSettings(config), logger, { makeKey: true }),
          stopped,
        ]);
        await startParts(config, logger, parts, stopping.signal);
        await Promise.race([announce(config, stopping.signal), stopped]);
        await stopped;
      } catch (error) {
        if (!stopping.signal.aborted) throw error;
      } finally {
        // In reverse: the engine stops last, so that unfinished work can be handed back to it.
        for (const part of parts.reverse()) await part.stop();
      }
    });

/** Checked before anything starts: a server that can't listen would be restarted again and again. */
async function requireFreePorts(config: Config): Promise<void> {
  const { HOST, PORT, METRICS_HOST, METRICS_PORT, WORK_METRICS_PORT } = config;
  await requireFreePort({ host: HOST, port: PORT, settings: '--port (PORT)' });
  await requireFreePort({ host: METRICS_HOST, port: METRICS_PORT, settings: 'METRICS_PORT' });
  await requireFreePort({ host: METRICS_HOST, port: WORK_METRICS_PORT, settings: 'WORK_METRICS_PORT' });
}

async function startParts(
  config: Config,
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
    PORT: String(config.PORT),
    WORK_PORT: String(work),
    ...(engine ? { RESTATE_INGRESS_URL: engine.ingressUrl, RESTATE_ADMIN_URL: engine.adminUrl } : {}),
  });
  const child = (name: 'serve' | 'work') =>
    supervise({
      name,
      command: process.execPath,
      args: [main, name, '--with-parent', String(process.pid)],
      env,
      logger,
      output: 'inherit',
    });
  parts.push(child('work'), child('serve'));
}

async function announce(config: Config, signal: AbortSignal): Promise<void> {
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
  console.log(`Hark ${version} is ready at ${address}. End it with Ctrl-C.`);
  // Not fatal: `hark set-up` prints the link too.
  const secret = await withContext(config, makeSetUpSecret).catch(() => undefined);
  if (secret === undefined) return;
  console.log('There is no administrator yet. Open this address, which works once and for 24 hours:');
  console.log(`  ${address}/set-up?secret=${secret}`);
  console.log('or describe one in a file and run:');
  console.log('  npm run hark -- apply -f workspace.yaml');
}
