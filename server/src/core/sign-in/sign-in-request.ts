import type { Transaction } from '../../db/driver/transaction.ts';
import { fingerprintOf } from '../../lib/crypto/token.ts';
import { deleteByToken, type Visitor } from '../sessions/index.ts';
import type { Browser } from '../sign-in-flows/index.ts';
import type { Workspace } from '../workspaces/index.ts';

/** A request to sign in: from where, and with which browser. */
export interface SignInRequest {
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
