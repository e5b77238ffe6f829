import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Config } from '../../config.ts';
import type { Logger } from '../../lib/log.ts';
import { exposeAllWorkMetrics } from './metrics.ts';

const restartAfterMs = 500;
/** How long to wait for a process to stop. Longer than a worker needs to finish its runs. */
const endWithinMs = 20_000;

/**
 * Runs `work` in several processes that share its port, so the engine's connections are spread over them. If a
 * process exits, it is restarted, and the engine gives its work to another process.
 */
export async function startWorkProcesses(
  count: number,
  config: Config,
  logger: Logger,
): Promise<{ close(): Promise<void> }> {
  let isClosing = false;
  const restarts = new Set<NodeJS.Timeout>();
  const start = () => {
    const worker = cluster.fork();
    worker.on('error', (error) => logger.warn({ err: error }, 'work process unreachable'));
    worker.on('exit', (code, signal) => {
      if (isClosing) return;
      logger.warn({ pid: worker.process.pid, code, signal }, 'work process exited, restarting it');
      const restart = setTimeout(() => {
        restarts.delete(restart);
        start();
      }, restartAfterMs);
      restarts.add(restart);
    });
  };
  for (let started = 0; started < count; started++) start();
  const exposed = await exposeAllWorkMetrics(config, logger);
  logger.info({ processes: count }, 'working');
  return {
    async close() {
      isClosing = true;
      await exposed.close();
      for (const restart of restarts) clearTimeout(restart);
      await Promise.all(
        Object.values(cluster.workers ?? {}).flatMap((worker) => (worker ? [end(worker)] : [])),
      );
    },
  };
}

async function end(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  const ended = once(worker, 'exit');
  worker.process.kill('SIGTERM');
  const deadline = setTimeout(() => worker.process.kill('SIGKILL'), endWithinMs);
  await ended;
  clearTimeout(deadline);
}
