import type { Logger } from '../lib/log.ts';
import { createPool } from './driver/pool.ts';
import { StatementDoor } from './single-statement-pool.ts';
import type { LoginAddresses } from './tenancy/addresses.ts';

/** The door of accepting: rows of many workspaces in one statement, and no run can be read (database-roles.ts). */
export class IngestDoor extends StatementDoor {
  /** Neither door can be given where the other is wanted. */
  readonly role = 'ingest';
}

/** Connects as ingest, lazily. No more inserts than this are under way at once (core/runs/accept/accept-queue.ts). */
export const openIngest = ({ login, earlier, isPooled }: LoginAddresses, logger: Logger): IngestDoor =>
  new IngestDoor(createPool(login.ingest, 'hark-ingest', 4, logger, { isPooled, earlier: earlier?.ingest }));
