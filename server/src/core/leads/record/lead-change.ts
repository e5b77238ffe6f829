import { violatedUnique } from '../../../db/driver/database-error.ts';
import { HarkError, invalidField } from '../../../lib/errors.ts';
import type { UserId } from '../../../lib/ids.ts';
import type { Act } from '../../access/index.ts';
import type { Change } from '../../audit/index.ts';
import type { HistoryNote } from '../../history/index.ts';
import type { FieldSet, LeadField } from '../../lead-fields/index.ts';

export interface LeadChange extends Pick<Change, 'transaction' | 'workspace' | 'actor' | 'clock'> {
  readonly fields: FieldSet;
  /** Returns whether the act is allowed on a lead with this owner. */
  may(act: Act, owner: UserId | null): boolean;
  /** Set only in a run: the name of the user whose permissions apply. */
  readonly runsAs?: string;
  /** The owner of a new lead that is created without `owner_id` (spec/rest-api §5.3). */
  readonly defaultOwner: UserId | null;
  /**
   * True if nothing follows the change in its transaction, so its last statement also ends the transaction.
   */
  readonly endsTransaction?: boolean;
  /** True if the caller's role lets this surface only propose changes (spec/proposals §1.1). */
  readonly isProposed?: boolean;
  /** False for changes of many leads that start no triggers (spec/triggers §3.5). */
  readonly startsTriggers?: boolean;
}

export function writingOf(
  { actor, fields, endsTransaction = false, startsTriggers = true }: LeadChange,
  at: Date,
  action: HistoryNote['action'],
  changes: HistoryNote['changes'] = [],
) {
  return { fields, note: { at, actor, action, changes, startsTriggers }, isLast: endsTransaction };
}

/** The error for a lead that the caller can see but not change. */
export const forbidden = ({ runsAs }: LeadChange, what: string) =>
  new HarkError(
    'forbidden',
    'not_allowed',
    runsAs === undefined
      ? `Your role doesn't allow you to ${what} this lead.`
      : `The workflow runs as ${runsAs}, whose role doesn't allow it to ${what} this lead. Ask an administrator to change the role or the owner.`,
  );

/**
 * The error for a unique value that another lead already has. The message names the field (spec/rest-api
 * §5.2).
 */
export const taken = ({ alias }: Pick<LeadField, 'alias'>) =>
  invalidField('value_taken', alias, 'is already taken by another lead.');

/**
 * Two concurrent writers may use the same email address, and the unique index rejects one of them. Turns that
 * error into `taken`.
 */
export function explainTaken(error: unknown): never {
  if (violatedUnique(error) === 'leads_email') throw taken({ alias: 'email' });
  throw error;
}
