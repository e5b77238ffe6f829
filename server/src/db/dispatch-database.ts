import type { Logger } from '../lib/log.ts';
import { createPool } from './driver/pool.ts';
import { SingleStatementPool } from './single-statement-pool.ts';
import type { LoginAddresses } from './tenancy/addresses.ts';

/** Sees the status of runs in all workspaces, but not their input or output (database-roles.ts). */
export class DispatchDatabase extends SingleStatementPool {
  /** Makes the type distinct, so that it can't be passed as another role's database. */
  readonly role = 'dispatch';
}

/** Connects lazily. Two connections are enough, because no request waits for them. */
export const openDispatch = (
  { login, earlier, isPooled }: LoginAddresses,
  logger: Logger,
): DispatchDatabase =>
  new DispatchDatabase(
    createPool(login.dispatch, 'hark-dispatch', 2, logger, { isPooled, earlier: earlier?.dispatch }),
  );
