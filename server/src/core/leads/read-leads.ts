import type { LeadId } from '../../lib/ids.ts';
import { may, type Principal, reachOf } from '../access/index.ts';
import type { Context } from '../context/index.ts';
import { type HistoryEntry, selectHistory } from '../history/index.ts';
import type { FieldSet } from '../lead-fields/index.ts';
import { readFilter } from './filter.ts';
import { notFound } from './lead-change.ts';
import { type StoredPage, selectPage } from './lead-list-store.ts';
import { selectDeletedOwner, selectLead } from './lead-store.ts';
import { ownerOf } from './lead-wire.ts';
import { readOrder } from './order.ts';
import { type PageWish, readPage } from './page.ts';

/** What a caller said about a list or search, unchecked. */
export interface ListWish extends PageWish {
  readonly orderBy?: unknown;
  readonly orderByDir?: unknown;
  readonly filters?: unknown;
  readonly match?: unknown;
}

/** The leads that a user may see, a page of them and their true total (seed 2.5, 8; decisions 6.4). */
export async function listLeads(
  { db }: Context,
  principal: Principal,
  fields: FieldSet,
  wish: ListWish,
  defaultPageSize: number,
): Promise<StoredPage> {
  const workspace = principal.workspace.id;
  const query = {
    workspace,
    filter: readFilter(wish.filters, wish.match, fields.byAlias),
    order: readOrder(wish.orderBy, wish.orderByDir, fields.byAlias),
    page: readPage(wish, defaultPageSize),
  };
  const reach = reachOf(principal, 'leads.view');
  if (reach === 'none') return { total: 0, leads: '' };
  const owner = reach === 'own' ? principal.user.id : null;
  return db.withWorkspace(workspace, (transaction) => selectPage(transaction, { ...query, owner }, fields), {
    single: true,
  });
}

/** One lead as it is stored; 404 also for one that the user may not see. */
export async function readLead(
  { db }: Context,
  principal: Principal,
  fields: FieldSet,
  id: LeadId,
): Promise<string> {
  const workspace = principal.workspace.id;
  const lead = await db.withWorkspace(
    workspace,
    (transaction) => selectLead(transaction, workspace, id, fields),
    {
      single: true,
    },
  );
  if (!lead || !may(principal, 'leads.view', ownerOf(lead))) throw notFound();
  return lead.stored;
}

/** Who touched a lead, newest first; also of a lead that was deleted, for who could see it (decisions 6.3). */
export async function readHistory(
  { db }: Context,
  principal: Principal,
  fields: FieldSet,
  id: LeadId,
  wish: PageWish,
  defaultPageSize: number,
): Promise<{ total: number; history: HistoryEntry[] }> {
  const workspace = principal.workspace.id;
  const page = readPage(wish, defaultPageSize);
  return db.withWorkspace(workspace, async (transaction) => {
    const lead = await selectLead(transaction, workspace, id, fields);
    const owner = lead ? { ownerId: ownerOf(lead) } : await selectDeletedOwner(transaction, workspace, id);
    if (!owner || !may(principal, 'leads.view_history', owner.ownerId)) throw notFound();
    return selectHistory(transaction, workspace, id, page);
  });
}
