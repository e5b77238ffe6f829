import type { Transaction } from '../../../db/driver/transaction.ts';
import { notFound } from '../../../lib/errors.ts';
import type { LeadId, RunId, WorkspaceId } from '../../../lib/ids.ts';
import { may, type Principal, type Reach, reachOf } from '../../access/index.ts';
import type { Context } from '../../context/index.ts';
import {
  type HistoryEntry,
  type HistoryPage,
  selectHistory,
  selectRunsOfLeads,
} from '../../history/index.ts';
import type { FieldSet } from '../../lead-fields/index.ts';
import { type PageParams, readPage } from '../../paging/index.ts';
import { selectOwner, selectStoredLead } from '../record/lead-store.ts';
import { readFilter } from './filter.ts';
import { type StoredPage, selectPage, selectStretch } from './lead-list-store.ts';
import { readOrder } from './order.ts';

/** Unchecked parameters of a list or search request. */
export interface ListParams extends PageParams {
  readonly orderBy?: unknown;
  readonly orderByDir?: unknown;
  readonly filters?: unknown;
  readonly match?: unknown;
}

/** Returns a page of the leads that a user can see, and their exact total (spec/rest-api §4.1, §6.2). */
export const listLeads = (
  { db }: Context,
  principal: Principal,
  ...list: [fields: FieldSet, params: ListParams, defaultPageSize: number]
): Promise<StoredPage> =>
  db.read(principal.workspace.id, (transaction) => readLeadPage(transaction, principal, ...list));

export async function readLeadPage(
  transaction: Transaction,
  principal: Principal,
  fields: FieldSet,
  params: ListParams,
  defaultPageSize: number,
): Promise<StoredPage> {
  const query = {
    workspace: principal.workspace.id,
    filter: readFilter(params.filters, params.match, fields.byAlias),
    order: readOrder(params.orderBy, params.orderByDir, fields.byAlias),
    page: readPage(params, defaultPageSize),
  };
  const reach = reachOf(principal, 'leads.view');
  if (reach === 'none') return { total: 0, leads: '' };
  const owner = reach === 'own' ? principal.user.id : null;
  return selectPage(transaction, { ...query, owner }, fields);
}

/** Throws a 404 if the lead doesn't exist or the user can't see it. */
export const readLead = (
  { db }: Context,
  principal: Principal,
  fields: FieldSet,
  id: LeadId,
): Promise<string> =>
  db.read(principal.workspace.id, (transaction) => findStoredLead(transaction, principal, fields, id));

export async function findStoredLead(
  transaction: Transaction,
  principal: Principal,
  fields: FieldSet,
  id: LeadId,
): Promise<string> {
  const lead = await selectStoredLead(transaction, principal.workspace.id, id, fields);
  if (!lead || !may(principal, 'leads.view', lead.ownerId)) throw notFound();
  return lead.stored;
}

/**
 * Returns the lead's history, newest first (spec/rest-api §5.5). Also works for a deleted lead if the user
 * could see it (spec/rest-api §5.4).
 */
export async function readHistory(
  ...request: Parameters<typeof readTimeline>
): Promise<{ total: number; history: Omit<HistoryEntry, 'run' | 'started_by' | 'proposal'>[] }> {
  const { total, history } = await readTimeline(...request);
  return { total, history: history.map(({ run: _, started_by: __, proposal: ___, ...entry }) => entry) };
}

/** Returns the history with links to runs and with the proposals behind it, for the console. */
export async function readTimeline(
  { db }: Context,
  principal: Principal,
  id: LeadId,
  page: HistoryPage,
): Promise<{ total: number; history: HistoryEntry[] }> {
  const workspace = principal.workspace.id;
  const [owner, history] = await db.read(workspace, (transaction) =>
    Promise.all([
      selectOwner(transaction, workspace, id, { alsoDeleted: true }),
      selectHistory(transaction, workspace, id, page),
    ]),
  );
  if (!owner || !may(principal, 'leads.view_history', owner.ownerId)) throw notFound();
  return history;
}

/** Returns the latest runs that changed a lead. Like the history, also works for a deleted lead. */
export async function readRunIds(
  { db }: Context,
  principal: Principal,
  id: LeadId,
  most: number,
): Promise<RunId[]> {
  const workspace = principal.workspace.id;
  const [owner, runs] = await db.read(workspace, (transaction) =>
    Promise.all([
      selectOwner(transaction, workspace, id, { alsoDeleted: true }),
      selectRunsOfLeads(transaction, workspace, [id], most),
    ]),
  );
  if (!owner || !may(principal, 'leads.view_history', owner.ownerId)) throw notFound();
  return runs;
}

/** The max leads that a test compares. */
const maxReadByOperator = 10_000;

/** Returns the workspace's leads as they are stored, ordered by ID. Operators see all of them. */
export async function readAllLeads(
  transaction: Transaction,
  workspace: WorkspaceId,
  fields: FieldSet,
): Promise<string> {
  const query = { workspace, owner: null, filter: readFilter(undefined, undefined, fields.byAlias) };
  const { leads } = await selectStretch(transaction, { ...query, after: 0, most: maxReadByOperator }, fields);
  return leads;
}

/**
 * Returns the leads after an ID, ordered by ID; the next batch starts at `last`. `within` is the user's
 * access at the first batch. Later batches never exceed it, even if the role gains access.
 */
export async function walkLeads(
  transaction: Transaction,
  principal: Principal,
  fields: FieldSet,
  params: Pick<ListParams, 'filters' | 'match'>,
  { after, most, within }: { after: number; most: number; within: Reach },
): Promise<{ leads: string; count: number; last: number | null }> {
  const filter = readFilter(params.filters, params.match, fields.byAlias);
  const reach = reachOf(principal, 'leads.view');
  if (reach === 'none') return { leads: '', count: 0, last: null };
  const owner = reach === 'all' && within === 'all' ? null : principal.user.id;
  const query = { workspace: principal.workspace.id, owner, filter, after, most };
  return selectStretch(transaction, query, fields);
}
