import type { Logger } from '../lib/log.ts';
import { createPool } from './driver/pool.ts';
import { SingleStatementPool } from './single-statement-pool.ts';
import type { LoginAddresses } from './tenancy/addresses.ts';

/** The door of accepting: rows of many workspaces in one statement, and no run can be read (database-roles.ts). */
export class IngestDatabase extends SingleStatementPool {
  /** Neither door can be given where the other is wanted. */
  readonly role = 'ingest';
}

/** Connects as ingest, lazily. No more inserts than this are under way at once (core/runs/accept/accept-queue.ts). */
export const openIngest = ({ login, earlier, isPooled }: LoginAddresses, logger: Logger): IngestDatabase =>
  new IngestDatabase(
    createPool(login.ingest, 'hark-ingest', 4, logger, { isPooled, earlier: earlier?.ingest }),
  );
