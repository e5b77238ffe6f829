import { type Statement, sql } from '../../db/driver/sql.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import type { Tables } from '../../db/tables.gen.ts';
import type { ApprovalId, RoleId, RunId, UserId, WorkflowId, WorkspaceId } from '../../lib/ids.ts';
import { type Principal, reachOf } from '../access/index.ts';
import type { Approval, ApprovalStatus, Deciders, OnTimeout, Person } from './approval.ts';

export interface NewApproval
  extends Pick<Approval, 'title' | 'text' | 'run' | 'step' | 'by' | 'onTimeout' | 'createdAt' | 'expiresAt'> {
  readonly workflow: WorkflowId;
}

export async function insertApproval(
  transaction: Transaction,
  workspace: WorkspaceId,
  { title, text, run, step, by, onTimeout, createdAt, expiresAt, workflow }: NewApproval,
): Promise<ApprovalId> {
  const [users, role] = 'role' in by ? [null, by.role] : [by.users.map(({ id }) => id), null];
  const { id } = await transaction.one<{ id: ApprovalId }>(sql`
    insert into approvals (workspace_id, run_id, path, workflow_id, title, text, user_ids, role_id, role_name, on_timeout,
                           created_at, expires_at, mail_due_at)
    values (${workspace}, ${run}, ${step}, ${workflow}, ${title}, ${text}, ${users}::bigint[], ${role?.id ?? null},
            ${role?.name ?? null}, ${onTimeout}, ${createdAt}, ${expiresAt}, ${createdAt})
    returning id`);
  return id;
}

type ApprovalRow = Omit<Tables['approvals'], 'workspace_id' | 'outcome' | 'user_ids' | 'mail_due_at'> & {
  status: ApprovalStatus;
  workflow: string | null;
  users: Person[] | null;
};

/** An approval times out when it expires, even if its run hasn't resumed yet. */
const statusAt = (now: Date): Statement =>
  sql`coalesce(a.outcome, case when a.expires_at <= ${now} then 'timed_out' else 'pending' end)`;

const joined = sql`
  from approvals a
  left join workflows w on w.workspace_id = a.workspace_id and w.id = a.workflow_id`;

const columns = (now: Date): Statement => sql`
  a.id, a.run_id, a.path, a.workflow_id, a.title, a.text, a.role_id, a.on_timeout, a.created_at, a.expires_at, a.decided_at,
  a.decided_by, a.comment, w.name as workflow, ${statusAt(now)} as status,
  coalesce((select name from roles where workspace_id = a.workspace_id and id = a.role_id), a.role_name) as role_name,
  coalesce((select name from users where workspace_id = a.workspace_id and id = a.decided_by), a.decided_by_name)
    as decided_by_name,
  case when a.user_ids is not null then coalesce((
    select json_agg(json_build_object('id', u.id, 'name', u.name) order by array_position(a.user_ids, u.id))
    from users u where u.workspace_id = a.workspace_id and u.id = any(a.user_ids)), '[]') end as users`;

function toApproval(row: ApprovalRow): Approval {
  const by: Deciders = row.users
    ? { users: row.users }
    : { role: { id: row.role_id as RoleId, name: row.role_name ?? '' } };
  const decidedBy =
    row.decided_by === null ? null : { id: row.decided_by as UserId, name: row.decided_by_name ?? '' };
  return {
    id: row.id as ApprovalId,
    status: row.status,
    title: row.title,
    text: row.text,
    workflow: { id: row.workflow_id as WorkflowId, name: row.workflow },
    run: row.run_id as RunId,
    step: row.path,
    by,
    onTimeout: row.on_timeout as OnTimeout,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    decidedAt: row.decided_at,
    decidedBy,
    comment: row.comment,
  };
}

/** Condition: the user can view the approval's run, or can decide the approval. */
function isVisibleTo(principal: Principal): Statement {
  const reach = reachOf(principal, 'runs.view');
  if (reach === 'all') return sql`true`;
  const isOwn = reach === 'own' ? sql`w.owner_id = ${principal.user.id}` : sql`false`;
  return sql`(${isOwn} or ${isDecidableBy(principal)})`;
}

/** Condition: the user can decide the approval, regardless of its status (`isDecider` in approval.ts). */
const isDecidableBy = ({ user, role }: Principal): Statement =>
  role.isAdmin ? sql`true` : sql`(a.user_ids @> array[${user.id}]::bigint[] or a.role_id = ${role.id})`;

export const findStoredApproval = (
  transaction: Transaction,
  workspace: WorkspaceId,
  id: ApprovalId,
  now: Date,
): Promise<Approval | undefined> => selectApproval(transaction, workspace, id, now, sql`true`);

/** Like `findStoredApproval`, but returns only an approval that the user can view or decide. */
export const findVisibleApproval = (
  transaction: Transaction,
  principal: Principal,
  id: ApprovalId,
  now: Date,
): Promise<Approval | undefined> =>
  selectApproval(transaction, principal.workspace.id, id, now, isVisibleTo(principal));

async function selectApproval(
  transaction: Transaction,
  workspace: WorkspaceId,
  id: ApprovalId,
  now: Date,
  condition: Statement,
): Promise<Approval | undefined> {
  const row = await transaction.first<ApprovalRow>(
    sql`select ${columns(now)} ${joined} where a.workspace_id = ${workspace} and a.id = ${id} and ${condition}`,
  );
  return row && toApproval(row);
}

export interface ApprovalPage {
  /** Null selects approvals with any status. */
  readonly status: ApprovalStatus | null;
  /** Only approvals that the user can decide. */
  readonly isDecidable?: boolean;
  /** Only approvals that are older than this one. */
  readonly before?: ApprovalId | undefined;
  readonly start: number;
  readonly limit: number;
}

/** Returns the approvals that the user can view or decide, newest first. `total` doesn't depend on the page. */
export async function selectApprovals(
  transaction: Transaction,
  principal: Principal,
  { status, isDecidable = false, before, start, limit }: ApprovalPage,
  now: Date,
): Promise<{ total: number; approvals: Approval[] }> {
  const chosen = sql`
    a.workspace_id = ${principal.workspace.id} and ${isVisibleTo(principal)}
    ${status === null ? sql`` : sql`and ${statusAt(now)} = ${status}`}
    ${status === 'pending' ? sql`and a.outcome is null and a.expires_at > ${now}` : sql``}
    ${isDecidable ? sql`and ${isDecidableBy(principal)}` : sql``}`;
  const [rows, { total }] = await Promise.all([
    transaction.query<ApprovalRow>(sql`
      select ${columns(now)} ${joined} where ${chosen} ${before === undefined ? sql`` : sql`and a.id < ${before}`}
      order by a.id desc limit ${limit} offset ${start}`),
    transaction.one<{ total: number }>(sql`select count(*) as total ${joined} where ${chosen}`),
  ]);
  return { total, approvals: rows.map(toApproval) };
}

/** Compare and set. @returns whether this decision is the first */
export async function updateOutcome(
  transaction: Transaction,
  workspace: WorkspaceId,
  id: ApprovalId,
  decision: {
    readonly outcome: 'approved' | 'rejected' | 'timed_out';
    readonly at: Date;
    readonly by: Person | null;
    readonly comment: string | null;
  },
): Promise<boolean> {
  const { outcome, at, by, comment } = decision;
  const row = await transaction.first(sql`
    update approvals set outcome = ${outcome}, decided_at = ${by && at}, decided_by = ${by?.id ?? null},
                         decided_by_name = ${by?.name ?? null}, comment = ${comment}, mail_due_at = null
    where workspace_id = ${workspace} and id = ${id} and outcome is null
    returning 1 as updated`);
  return row !== undefined;
}
