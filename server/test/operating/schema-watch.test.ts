import { test } from 'vitest';
import { watchSchema } from '../../src/app/monitoring/schema-watch.ts';
import { createMetrics } from '../../src/lib/telemetry/metrics.ts';
import { capturedLog } from '../engine/captured-log.ts';
import { eventually } from '../harness/eventually.ts';
import { addressOf, asAdministrator } from '../harness/scratch-database.ts';
import { useTestDatabase } from '../harness/test-database.ts';

const database = useTestDatabase();

test('migrations that the database lacks are counted', async () => {
  await asAdministrator(
    (client) =>
      client.query(
        'delete from schema_migrations where number > (select max(number) - 2 from schema_migrations)',
      ),
    addressOf(database.current.name),
  );
  const metrics = createMetrics();
  const watching = watchSchema(database.current.context.db, metrics, capturedLog().logger);
  const shown = () => metrics.registry.getSingleMetricAsString('hark_pending_migrations');
  await eventually(async () => (await shown()).includes('\nhark_pending_migrations 2'));
  await watching.stop();
});
