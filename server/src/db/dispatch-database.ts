import type { Logger } from '../lib/log.ts';
import { createPool } from './driver/pool.ts';
import { SingleStatementPool } from './single-statement-pool.ts';
import type { LoginAddresses } from './tenancy/addresses.ts';

/** The door of handing over: where the runs of all workspaces stand, and nothing of what they are about (database-roles.ts). */
export class DispatchDatabase extends SingleStatementPool {
  /** Neither door can be given where the other is wanted. */
  readonly role = 'dispatch';
}

/** Connects as dispatch, lazily. Two connections are enough: nobody waits for what it finds out. */
export const openDispatch = (
  { login, earlier, isPooled }: LoginAddresses,
  logger: Logger,
): DispatchDatabase =>
  new DispatchDatabase(
    createPool(login.dispatch, 'hark-dispatch', 2, logger, { isPooled, earlier: earlier?.dispatch }),
  );
