import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { RunJob } from '../../src/core/runs/index.ts';
import { createRestateEngine } from '../../src/engine/restate/restate-engine.ts';
import { startRestateServer } from '../../src/engine/restate/restate-server.ts';
import type { ExecuteRuns } from '../../src/engine/run-service.ts';
import { startWorker } from '../../src/engine/worker.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { HarkError, messageOf, unavailable } from '../../src/lib/errors.ts';
import { capturedLog } from './captured-log.ts';

/** Creates a temporary directory that is removed when the test finishes. */
export function dataDirectory(): string {
  const path = mkdtempSync(join(tmpdir(), 'hark-engine-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Starts a real engine on free ports, and stops it when the test finishes. */
export async function startEngine(dataDir = dataDirectory()) {
  const log = capturedLog();
  const engine = await startRestateServer({ dataDir, logger: log.logger });
  onTestFinished(() => engine.stop());
  return { ...engine, dataDir, log };
}

/** Executes the jobs of a batch one by one. Errors count as temporary unless they are a HarkError. */
export const oneByOne =
  (executeRun: (job: RunJob) => Promise<void>): ExecuteRuns =>
  async (jobs) => {
    const failed = jobs.map((job) =>
      executeRun(job).then(
        () => [],
        (error: unknown) => [
          {
            job,
            error: error instanceof HarkError ? error : unavailable('not_now', messageOf(error), error),
          },
        ],
      ),
    );
    return (await Promise.all(failed)).flat();
  };

/** Starts a worker of the given version on a free port, and closes it when the test finishes. */
export async function startWorkerFor(
  engine: { adminUrl: string; ingressUrl: string },
  options: {
    version?: string;
    port?: number;
    executeRun?: (job: RunJob) => Promise<void>;
    /** Called for each ping that the worker sends. */
    onPing?: () => void;
  } = {},
) {
  const log = capturedLog();
  const { ping } = createRestateEngine(engine);
  const worker = await startWorker({
    host: '127.0.0.1',
    port: options.port ?? 0,
    adminUrl: engine.adminUrl,
    engine: {
      ping: () => {
        options.onPing?.();
        return ping();
      },
    },
    version: options.version ?? '1.0.0',
    clock: systemClock,
    logger: log.logger,
    executeRuns: oneByOne(options.executeRun ?? (async () => {})),
  });
  onTestFinished(() => worker.close());
  return { ...worker, log };
}
