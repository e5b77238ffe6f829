import { violatedUnique } from '../../../db/driver/database-error.ts';
import { HarkError, invalid } from '../../../lib/errors.ts';
import type { UserId } from '../../../lib/ids.ts';
import type { Act } from '../../access/index.ts';
import type { Change } from '../../audit/index.ts';
import type { HistoryNote } from '../../history/index.ts';
import type { FieldSet, LeadField } from '../../lead-fields/index.ts';

export interface LeadChange extends Pick<Change, 'transaction' | 'workspace' | 'actor' | 'clock'> {
  readonly fields: FieldSet;
  /** Whether the act is allowed on a lead of that owner. */
  may(act: Act, owner: UserId | null): boolean;
  /** In a run: the name of the user whose role decides. */
  readonly runsAs?: string;
  /** The owner of a new lead without `owner_id` (spec/rest-api §5.3). */
  readonly defaultOwner: UserId | null;
  /** Nothing follows in the transaction, so it can end together with the change's last statement. */
  readonly endsTransaction?: boolean;
}

export function writingOf(
  { actor, fields, endsTransaction = false }: LeadChange,
  at: Date,
  action: HistoryNote['action'],
  changes: HistoryNote['changes'] = [],
) {
  return { fields, note: { at, actor, action, changes }, isLast: endsTransaction };
}

/** The same for a missing lead and one that the caller can't see (spec/rest-api §3.2). */
export const notFound = () => new HarkError('not-found', 'not_found', 'Item was not found.');

/** For a lead that the caller can see but not change. */
export const forbidden = ({ runsAs }: LeadChange, what: string) =>
  new HarkError(
    'forbidden',
    'not_allowed',
    runsAs === undefined
      ? `Your role does not let you ${what} this lead.`
      : `The workflow runs as ${runsAs}, whose role does not let it ${what} this lead. An administrator can change the role or the owner.`,
  );

/** A unique value that another lead has; the message names the field (spec/rest-api §5.2). */
export const taken = ({ alias }: Pick<LeadField, 'alias'>) =>
  invalid('value_taken', `${alias}: is already taken by another lead.`);

/** Two concurrent writers may use one email address: the unique index decides. */
export function explainTaken(error: unknown): never {
  if (violatedUnique(error) === 'leads_email') throw taken({ alias: 'email' });
  throw error;
}
