import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from '../../db/driver/transaction.ts';
import type { Clock } from '../../lib/clock.ts';
import type { InstallationKey } from '../../lib/crypto/installation-key.ts';
import type { WorkspaceId } from '../../lib/ids.ts';
import type { Context } from '../context/index.ts';
import type { Actor, AuditEntry, AuditedChange, AuditPage } from './audit-entry.ts';
import { insertEntry, selectAuditEntries } from './audit-store.ts';

export interface Change {
  readonly transaction: Transaction;
  readonly workspace: WorkspaceId;
  readonly actor: Actor;
  readonly clock: Clock;
  readonly key: InstallationKey;
}

/** Runs changes as an actor in one transaction, and writes their audit entries in the same transaction. */
export const makeChange = <T>(
  context: Context,
  workspace: WorkspaceId,
  actor: Actor,
  work: (change: Change) => Promise<T>,
): Promise<T> =>
  context.db.write(workspace, (transaction) => work({ ...context, transaction, workspace, actor }));

/** Uses the change's transaction, so a change and its audit entry are always committed together. */
export function recordAudit(
  { transaction, workspace, actor, clock }: Change,
  change: AuditedChange,
): Promise<void> {
  return insertEntry(transaction, workspace, clock.now(), actor, change);
}

type Values = Readonly<Record<string, unknown>>;

/**
 * Returns the values in `wanted` that differ from `present`, old and new, or undefined if nothing differs.
 */
export function changedValues(present: Values, wanted: Values): { old: Values; new: Values } | undefined {
  const keys = Object.keys(wanted).filter((key) => !isDeepStrictEqual(present[key], wanted[key]));
  if (keys.length === 0) return undefined;
  const pick = (values: Values) => Object.fromEntries(keys.map((key) => [key, values[key] ?? null]));
  return { old: pick(present), new: pick(wanted) };
}

export const listAudit = ({ db }: Context, workspace: WorkspaceId, page: AuditPage): Promise<AuditEntry[]> =>
  db.read(workspace, (transaction) => selectAuditEntries(transaction, workspace, page));
