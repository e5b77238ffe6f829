import { type Statement, sql } from '../../db/driver/sql.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import type { Tables } from '../../db/tables.gen.ts';
import type { UpkeepDatabase } from '../../db/upkeep-database.ts';
import type { LeadId, ProposalId, UserId, WorkspaceId } from '../../lib/ids.ts';
import { type Principal, reachOf } from '../access/index.ts';
import type { Actor } from '../audit/index.ts';
import type { FieldChange } from '../history/index.ts';
import {
  decidableActions,
  type Person,
  type Proposal,
  type ProposalStatus,
  type ProposedAction,
} from './proposal.ts';

export interface NewProposal {
  readonly action: ProposedAction;
  readonly lead: LeadId | null;
  readonly owner: UserId | null;
  readonly changes: readonly FieldChange[];
  readonly user: Person;
  readonly means: Actor['means'];
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export async function insertProposal(
  transaction: Transaction,
  workspace: WorkspaceId,
  { action, lead, owner, changes, user, means, createdAt, expiresAt }: NewProposal,
): Promise<Proposal> {
  const row = await transaction.one<ProposalRow>(sql`
    insert into proposals as p (workspace_id, action, lead_id, owner_id, changes, proposed_by, proposed_by_name, means_type,
                           means_id, means_name, created_at, expires_at)
    values (${workspace}, ${action}, ${lead}, ${owner}, ${JSON.stringify(changes)}::jsonb, ${user.id}, ${user.name},
            ${means.type}, ${means.id ?? null}, ${means.name ?? null}, ${createdAt}, ${expiresAt})
    returning ${columns(createdAt)}`);
  return toProposal(row);
}

type ProposalRow = Omit<Tables['proposals'], 'workspace_id' | 'outcome' | 'changes'> & {
  changes: FieldChange[];
  status: ProposalStatus;
};

const statusAt = (now: Date): Statement =>
  sql`coalesce(p.outcome, case when p.expires_at <= ${now} then 'expired' else 'pending' end)`;

/** The present owner of the lead, which may be deleted by now. */
const owner = sql`case when p.lead_id is null then p.owner_id else coalesce(
  (select l.owner_id from leads l where l.workspace_id = p.workspace_id and l.id = p.lead_id),
  (select d.owner_id from deleted_leads d where d.workspace_id = p.workspace_id and d.id = p.lead_id)) end`;

const columns = (now: Date): Statement => sql`
  p.id, p.action, p.lead_id, ${owner} as owner_id, p.changes, p.proposed_by, p.proposed_by_name, p.means_type, p.means_id,
  p.means_name, p.created_at, p.expires_at, p.decided_at, p.decided_by, p.decided_by_name, ${statusAt(now)} as status`;

const toProposal = (row: ProposalRow): Proposal => ({
  id: row.id as ProposalId,
  status: row.status,
  action: row.action as ProposedAction,
  leadId: row.lead_id as LeadId | null,
  ownerId: row.owner_id as UserId | null,
  // The database doesn't keep the order of keys.
  changes: row.changes.map(({ field, old, new: value }) => ({ field, old, new: value })),
  proposedBy: { id: row.proposed_by as UserId, name: row.proposed_by_name },
  means: { type: row.means_type, id: row.means_id, name: row.means_name },
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  decidedBy:
    row.decided_by === null ? null : { id: row.decided_by as UserId, name: row.decided_by_name ?? '' },
  decidedAt: row.decided_at,
});

/** Condition: the user made the proposal, or can view the lead (spec/proposals §2.3). */
function isVisibleTo(principal: Principal): Statement {
  const reach = reachOf(principal, 'leads.view');
  if (reach === 'all') return sql`true`;
  const isOwn = reach === 'own' ? sql`${owner} = ${principal.user.id}` : sql`false`;
  return sql`(p.proposed_by = ${principal.user.id} or ${isOwn})`;
}

/** Condition: the user can decide the proposal, regardless of its status (`isDecider` in proposal.ts). */
function isDecidableBy(principal: Principal): Statement {
  const { all, own } = decidableActions(principal);
  return sql`(p.action = any(${all}::text[]) or (p.action = any(${own}::text[]) and ${owner} = ${principal.user.id}))`;
}

/** Returns a proposal that the user can see, and locks it if they want to decide it. */
export async function findVisibleProposal(
  transaction: Transaction,
  principal: Principal,
  id: ProposalId,
  { now, lock = false }: { readonly now: Date; readonly lock?: boolean },
): Promise<Proposal | undefined> {
  const row = await transaction.first<ProposalRow>(sql`
    select ${columns(now)} from proposals p
    where p.workspace_id = ${principal.workspace.id} and p.id = ${id} and ${isVisibleTo(principal)}
    ${lock ? sql`for update of p` : sql``}`);
  return row && toProposal(row);
}

export interface ProposalPage {
  /** Null selects proposals with any status. */
  readonly status: ProposalStatus | null;
  /** Only proposals that the user can decide. */
  readonly isDecidable?: boolean;
  /** Only proposals about this lead. */
  readonly leadId?: LeadId | undefined;
  /** Only proposals that are older than this one. */
  readonly before?: ProposalId | undefined;
  readonly start: number;
  readonly limit: number;
}

/** Returns the proposals that the user can see, newest first. `total` doesn't depend on the page. */
export async function selectProposals(
  transaction: Transaction,
  principal: Principal,
  { status, isDecidable = false, leadId, before, start, limit }: ProposalPage,
  now: Date,
): Promise<{ total: number; proposals: Proposal[] }> {
  const chosen = sql`p.workspace_id = ${principal.workspace.id} and ${isVisibleTo(principal)}
    ${status === null ? sql`` : sql`and ${statusAt(now)} = ${status}`}
    ${status === 'pending' ? sql`and p.outcome is null` : sql``}
    ${isDecidable ? sql`and ${isDecidableBy(principal)}` : sql``}
    ${leadId === undefined ? sql`` : sql`and p.lead_id = ${leadId}`}`;
  const [rows, { total }] = await Promise.all([
    transaction.query<ProposalRow>(sql`
      select ${columns(now)} from proposals p where ${chosen} ${before === undefined ? sql`` : sql`and p.id < ${before}`}
      order by p.id desc limit ${limit} offset ${start}`),
    transaction.one<{ total: number }>(sql`select count(*) as total from proposals p where ${chosen}`),
  ]);
  return { total, proposals: rows.map(toProposal) };
}

/** Stores the decision about a locked proposal. */
export async function updateDecision(
  transaction: Transaction,
  workspace: WorkspaceId,
  id: ProposalId,
  {
    outcome,
    at,
    by,
    lead,
  }: {
    readonly outcome: 'approved' | 'rejected';
    readonly at: Date;
    readonly by: Person;
    readonly lead: LeadId | null;
  },
): Promise<void> {
  await transaction.query(sql`
    update proposals set outcome = ${outcome}, decided_at = ${at}, decided_by = ${by.id}, decided_by_name = ${by.name},
                         lead_id = ${lead}
    where workspace_id = ${workspace} and id = ${id} and outcome is null`);
}

export async function deleteProposalsAbout(
  transaction: Transaction,
  workspace: WorkspaceId,
  lead: LeadId,
): Promise<number> {
  const rows = await transaction.query(
    sql`delete from proposals where workspace_id = ${workspace} and lead_id = ${lead} returning 1`,
  );
  return rows.length;
}

/** Deletes the proposals of new leads with one of these addresses. */
export async function deleteProposalsNaming(
  transaction: Transaction,
  workspace: WorkspaceId,
  addresses: readonly string[],
): Promise<number> {
  const rows = await transaction.query(sql`
    delete from proposals p where p.workspace_id = ${workspace} and exists (
      select from unnest(${addresses}::text[]) as address
      where position(lower(address) in lower(p.changes::text)) > 0)
    returning 1`);
  return rows.length;
}

const maxAtOnce = 1_000;
/** How long a proposal is kept after the time at which it expires or would have expired (spec/proposals §2.4). */
const keptMs = 60 * 24 * 3_600_000;

export async function purgeProposals(upkeep: UpkeepDatabase, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptMs);
  const purge = () =>
    upkeep.run((transaction) =>
      transaction.query(sql`
        delete from proposals where ctid = any(array(
          select ctid from proposals where expires_at <= ${before} limit ${maxAtOnce}))
        returning 1`),
    );
  while ((await purge()).length === maxAtOnce);
}
