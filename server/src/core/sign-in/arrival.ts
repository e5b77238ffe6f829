import type { Transaction } from '../../db/driver/transaction.ts';
import { fingerprintOf } from '../../lib/crypto/token.ts';
import { HarkError } from '../../lib/errors.ts';
import { deleteByToken, type Visitor } from '../sessions/index.ts';
import type { Browser } from '../sign-in-flows/index.ts';
import type { Workspace } from '../workspaces/index.ts';

/** A browser that signs in. */
export interface Arrival {
  readonly workspace: Workspace;
  readonly visitor: Visitor;
  readonly browser: Browser;
  /** The browser's current session, which the new one replaces. */
  readonly held: string | undefined;
}

/** Ends the session that a new one replaces. */
export const forget = async (transaction: Transaction, { id }: Workspace, held: string | undefined) => {
  if (held !== undefined) await deleteByToken(transaction, id, fingerprintOf(held));
};

export const tooMany = (retryAfterSeconds: number) =>
  new HarkError(
    'too-many',
    'too_many_attempts',
    `Too many attempts. Try again in ${Math.ceil(retryAfterSeconds / 60)} minutes.`,
    { retryAfterSeconds },
  );
