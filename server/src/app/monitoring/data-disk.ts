import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import type { Logger } from '../../lib/log.ts';
import { type Repeated, repeat } from '../../lib/process/repeat.ts';
import type { DiskSpace, Metrics } from '../../lib/telemetry/metrics.ts';

const measureEveryMs = 30_000;

/**
 * Measures the free space where `hark up` stores the engine's data. If `serve` runs alone, there is no such
 * directory and nothing to measure.
 */
export function watchDataDisk(directory: string, metrics: Metrics, logger: Logger): Repeated | undefined {
  if (!existsSync(directory)) return undefined;
  let state: DiskSpace = { freeBytes: 0, sizeBytes: 0 };
  metrics.watchDataDisk(() => state);
  return repeat('measure data disk', measureEveryMs, logger, async () => {
    const { bavail, blocks, bsize } = await statfs(directory);
    state = { freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
  });
}
