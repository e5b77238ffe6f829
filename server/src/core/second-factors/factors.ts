import type { Transaction } from '../../db/driver/transaction.ts';
import { HarkError } from '../../lib/errors.ts';
import type { PasskeyId, UserId, WorkspaceId } from '../../lib/ids.ts';
import { type Change, recordAudit } from '../audit/index.ts';
import type { Context } from '../context/index.ts';
import {
  deleteOfUser,
  deleteOthersOfUser,
  lockUserOfSession,
  type Session,
  updateHasSecondFactor,
} from '../sessions/index.ts';
import { deleteApp, selectApp } from './app-store.ts';
import { type CheckedApp, storeApp } from './authenticator-app.ts';
import { deletePasskey, deletePasskeys, type Passkey, selectPasskeys } from './passkey-store.ts';
import { addPasskey, type CheckedPasskey } from './passkeys.ts';
import { countCodes, deleteCodes } from './recovery-code-store.ts';
import { replaceCodes } from './recovery-codes.ts';
import { type FactorKind, type FactorMail, makeUndoLink, newFactorMail } from './undo-link.ts';

/** A user's second factors. */
export interface Factors {
  /** When the authenticator app was set up; null if there is none. */
  readonly appSince: Date | null;
  readonly passkeys: readonly Passkey[];
  readonly recoveryCodes: number;
}

export async function readFactors(
  transaction: Transaction,
  workspace: WorkspaceId,
  user: UserId,
): Promise<Factors> {
  const app = await selectApp(transaction, workspace, user);
  return {
    appSince: app?.confirmedAt ?? null,
    passkeys: await selectPasskeys(transaction, workspace, user),
    recoveryCodes: await countCodes(transaction, workspace, user),
  };
}

export const hasFactor = ({ appSince, passkeys }: Factors): boolean =>
  appSince !== null || passkeys.length > 0;

/** What adding a factor results in. */
export interface AddedFactor {
  /** Set if it is the user's first factor. */
  readonly codes: string[] | undefined;
  /** Tells the user, and contains a link that removes the factor (spec/sign-in §1.7). */
  readonly mail: FactorMail;
}

export const addApp = (change: Change, session: Session, app: CheckedApp): Promise<AddedFactor> =>
  addFactor(change, session, 'app', { authenticator_app: 'set up' }, (undoHash) =>
    storeApp(change, session.principal.user.id, app, undoHash),
  );

export const addNewPasskey = (
  change: Change,
  session: Session,
  passkey: CheckedPasskey,
): Promise<AddedFactor> =>
  addFactor(change, session, 'passkey', { passkey: passkey.name }, async (undoHash) => {
    await addPasskey(change, session, passkey, undoHash);
  });

/**
 * Adds a factor. With the first one, the user's other sessions end, because they began without a second factor, and
 * the user gets recovery codes (spec/sign-in §1.6).
 */
async function addFactor(
  change: Change,
  session: Session,
  kind: FactorKind,
  audited: Readonly<Record<string, string>>,
  add: (undoHash: Buffer) => Promise<void>,
): Promise<AddedFactor> {
  const { transaction, workspace, clock } = change;
  const { user, workspace: at } = session.principal;
  // After a concurrent password change, the page with the user's factors would lack this one.
  if (!(await lockUserOfSession(transaction, workspace, session.id))) throw signInAgain();
  const isFirst = !hasFactor(await readFactors(transaction, workspace, user.id));
  if (!isFirst) requireSecondFactor(session);
  const { url, undoHash } = makeUndoLink(at);
  await add(undoHash);
  await recordFactorChange(change, user, {}, audited);
  const mail = newFactorMail(at, user, { kind, url, addedAt: clock.now() });
  if (!isFirst) return { codes: undefined, mail };
  await deleteOthersOfUser(transaction, workspace, user.id, session.id);
  await updateHasSecondFactor(transaction, workspace, session.id);
  return { codes: await replaceCodes(change, user.id), mail };
}

const signInAgain = () =>
  new HarkError('forbidden', 'session_ended', 'Your session has ended. Sign in again.');

/**
 * A user who has a factor can change their factors only in a session that began with one. Otherwise a session that was
 * started with the password alone, at the moment the first factor was added, could add another one.
 */
function requireSecondFactor({ hasSecondFactor }: Session): void {
  if (!hasSecondFactor)
    throw new HarkError('forbidden', 'sign_in_again', 'Sign in again with your second factor first.');
}

/** Replaces the user's recovery codes. The old ones stop working. */
export async function renewCodes(change: Change, session: Session): Promise<string[]> {
  requireSecondFactor(session);
  const { user } = session.principal;
  const codes = await replaceCodes(change, user.id);
  await recordFactorChange(change, user, {}, { recovery_codes: 'replaced' });
  return codes;
}

export async function removeApp(change: Change, session: Session): Promise<void> {
  requireSecondFactor(session);
  const { user } = session.principal;
  if (!(await deleteApp(change.transaction, change.workspace, user.id))) return;
  await recordFactorChange(change, user, { authenticator_app: 'set up' }, { authenticator_app: 'removed' });
  await endUnlessLeft(change, session);
}

export async function removePasskey(change: Change, session: Session, id: PasskeyId): Promise<void> {
  requireSecondFactor(session);
  const { user } = session.principal;
  const name = await deletePasskey(change.transaction, change.workspace, user.id, id);
  if (name === undefined)
    throw new HarkError(
      'not-found',
      'unknown_passkey',
      "This passkey doesn't exist. It may have been removed.",
    );
  await recordFactorChange(change, user, { passkey: name }, { passkey: 'removed' });
  await endUnlessLeft(change, session);
}

/** After the last factor is removed, its recovery codes go too. Refused if the role requires a factor (spec/sign-in §2.2). */
async function endUnlessLeft({ transaction, workspace }: Change, session: Session): Promise<void> {
  const { user, role } = session.principal;
  if (hasFactor(await readFactors(transaction, workspace, user.id))) return;
  if (session.requiresSecondFactor)
    throw new HarkError(
      'conflict',
      'second_factor_required',
      `The role "${role.name}" requires a second factor. Add another one before you remove this one.`,
    );
  await deleteCodes(transaction, workspace, user.id);
}

/**
 * Removes all of a user's factors, for a user who has lost them. Their sessions end, because someone else may have
 * found the device (spec/sign-in §1.6).
 * @returns whether there were any
 */
export async function resetFactors(
  change: Change,
  user: { readonly id: UserId; readonly name: string },
): Promise<boolean> {
  const { transaction, workspace } = change;
  const hadApp = await deleteApp(transaction, workspace, user.id);
  const passkeys = await deletePasskeys(transaction, workspace, user.id);
  await deleteCodes(transaction, workspace, user.id);
  if (!hadApp && passkeys === 0) return false;
  await deleteOfUser(transaction, workspace, user.id);
  await recordFactorChange(change, user, {}, { second_factors: 'reset' });
  return true;
}

export const recordFactorChange = (
  change: Change,
  { id, name }: { readonly id: UserId; readonly name: string },
  old: Readonly<Record<string, string>>,
  next: Readonly<Record<string, string>>,
): Promise<void> =>
  recordAudit(change, { action: 'changed', subject: { type: 'user', id, name }, old, new: next });

/** Reads the factors of the session's user. */
export const readOwnFactors = (
  { db }: Context,
  { principal: { workspace, user } }: Session,
): Promise<Factors> =>
  db.read(workspace.id, (transaction) => readFactors(transaction, workspace.id, user.id));
