import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { watchDataDisk } from '../../src/app/monitoring/data-disk.ts';
import { createMetrics } from '../../src/lib/telemetry/metrics.ts';
import { capturedLog } from '../engine/captured-log.ts';
import { eventually } from '../harness/eventually.ts';

test('the free space and the size of the data disk are measured', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hark-disk-'));
  const metrics = createMetrics();
  const watching = watchDataDisk(folder, metrics, capturedLog().logger);
  const read = async (name: string) =>
    Number((await metrics.registry.getSingleMetricAsString(name)).split(' ').at(-1));
  const { blocks, bsize } = statfsSync(folder);
  await eventually(async () => (await read('hark_data_disk_size_bytes')) === blocks * bsize);
  const free = await read('hark_data_disk_free_bytes');
  expect(free).toBeGreaterThan(0);
  expect(free).toBeLessThan(blocks * bsize);
  await watching?.stop();
  rmSync(folder, { recursive: true });
});

test('without a data directory, no disk is measured', () => {
  const metrics = createMetrics();
  expect(watchDataDisk(join(tmpdir(), 'hark-missing'), metrics, capturedLog().logger)).toBeUndefined();
  expect(metrics.registry.getSingleMetric('hark_data_disk_free_bytes')).toBeUndefined();
});
