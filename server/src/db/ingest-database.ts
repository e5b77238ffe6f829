import type { Logger } from '../lib/log.ts';
import { createPool } from './driver/pool.ts';
import { SingleStatementPool } from './single-statement-pool.ts';
import type { LoginAddresses } from './tenancy/addresses.ts';

/** Inserts rows for many workspaces in one statement. It can't read runs (database-roles.ts). */
export class IngestDatabase extends SingleStatementPool {
  /** Makes the type distinct, so it can't be passed where another role's database is expected. */
  readonly role = 'ingest';
}

/** Connects lazily. The pool size also limits concurrent inserts (core/runs/accept/accept-queue.ts). */
export const openIngest = ({ login, earlier, isPooled }: LoginAddresses, logger: Logger): IngestDatabase =>
  new IngestDatabase(
    createPool(login.ingest, 'hark-ingest', 4, logger, { isPooled, earlier: earlier?.ingest }),
  );
