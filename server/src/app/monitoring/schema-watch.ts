import { countPendingMigrations } from '../../core/installation/index.ts';
import type { Database } from '../../db/database.ts';
import type { Logger } from '../../lib/log.ts';
import { type Repeated, repeat } from '../../lib/process/repeat.ts';
import type { Metrics } from '../../lib/telemetry/metrics.ts';

const countEveryMs = 30_000;

/**
 * Measures whether the database has the schema that this version needs. `serve` does this, because it runs while the
 * schema is too old, and rejects all requests until then.
 */
export function watchSchema(db: Database, metrics: Metrics, logger: Logger): Repeated {
  let state = { pendingMigrations: 0 };
  metrics.watchSchema(() => state);
  return repeat('count pending migrations', countEveryMs, logger, async () => {
    state = { pendingMigrations: await countPendingMigrations(db) };
  });
}
