import type { Transaction } from '../../db/driver/transaction.ts';
import { isRefusal } from '../../lib/errors.ts';
import type { WorkspaceId } from '../../lib/ids.ts';
import type { StoredEvent } from '../events/index.ts';
import { type FieldSet, readFieldSet } from '../lead-fields/index.ts';
import { matchesFilter, presentStored, readFilter } from '../leads/index.ts';
import { readUserNames, type UserNames } from '../users/index.ts';

type Shown = Readonly<Record<string, unknown>>;

/** An event with its data as the feed, webhooks and triggers show it. */
export interface ShownEvent
  extends Pick<
    StoredEvent,
    'id' | 'uid' | 'type' | 'at' | 'startsTriggers' | 'run' | 'depth' | 'workflow' | 'data'
  > {
  /** The lead of a lead event, also in `data`. */
  readonly lead: Shown | null;
}

/** The part of a search that chooses leads. */
interface LeadConditions {
  readonly filters: readonly unknown[];
  readonly match: 'all' | 'any';
}

export interface EventPresenter {
  show(event: StoredEvent): ShownEvent;
  /**
   * Returns whether a lead matches conditions that were checked when they were saved. If a field has changed since so
   * that they fail, nothing matches.
   */
  isMatch(conditions: LeadConditions, lead: Shown): boolean;
}

/** Reads what is needed to show the events of a workspace. */
export async function openPresenter(
  transaction: Transaction,
  workspace: WorkspaceId,
): Promise<EventPresenter> {
  const fields = await readFieldSet(transaction, workspace);
  return createPresenter(fields, await readUserNames(transaction, workspace));
}

/** Shows events with the given lead fields and user names. */
export function createPresenter(fields: FieldSet, names: UserNames): EventPresenter {
  return {
    show({ lead: stored, before: storedBefore, fieldSet, data, ...event }) {
      if (stored === null || fieldSet === null) return { ...event, lead: null, data };
      const show = (text: string) => presentStored(text, fieldSet, names, fields);
      const lead = show(stored);
      // A deleted lead is shown as it was.
      const before = event.type === 'lead.deleted' ? lead : storedBefore === null ? null : show(storedBefore);
      return { ...event, lead, data: { lead, before, ...data } };
    },
    isMatch({ filters, match }, lead) {
      try {
        return matchesFilter(readFilter(filters, match, fields.byAlias), lead);
      } catch (error) {
        if (isRefusal(error)) return false;
        throw error;
      }
    },
  };
}
