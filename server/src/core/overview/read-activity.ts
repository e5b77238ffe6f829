import type { LeadId } from '../../lib/ids.ts';
import { may, type Principal, reachOf } from '../access/index.ts';
import { type AuditEntry, listAudit } from '../audit/index.ts';
import type { Context } from '../context/index.ts';
import { type LeadChangeRow, selectLeadChanges } from './activity-store.ts';

/** Someone changed something: leads, or what the audit log records. */
export interface ActivityEntry {
  readonly at: Date;
  readonly user: string | null;
  readonly means: { readonly type: string; readonly name: string | null };
  readonly action: string;
  /** The changed leads: how many, and the newest one. */
  readonly leads: { readonly count: number; readonly newest: LeadId } | null;
  /** The audit log's entry. */
  readonly audit: Pick<AuditEntry, 'id' | 'subject' | 'new'> | null;
}

const maxShown = 6;
/** Enough to fold an import or a busy workflow into one entry. */
const maxLeadChanges = 500;
const maxAudited = 50;
/** Leaves out signing in, and listeners that are created together with their workflow. */
const isChange = ({ subject: { type }, action }: AuditEntry) =>
  !['session', 'password_link', 'grant'].includes(type) && !(type === 'listener' && action === 'created');

/** Returns recent changes that a user can see, newest first. */
export async function readActivity(context: Context, principal: Principal): Promise<ActivityEntry[]> {
  const workspace = principal.workspace.id;
  const reach = reachOf(principal, 'leads.view_history');
  const owner = reach === 'own' ? principal.user.id : null;
  const [changes, audited] = await Promise.all([
    reach === 'none'
      ? []
      : context.db.read(workspace, (transaction) =>
          selectLeadChanges(transaction, workspace, owner, maxLeadChanges),
        ),
    may(principal, 'audit.view') ? listAudit(context, workspace, { limit: maxAudited }) : [],
  ]);
  return [...foldLeadChanges(changes), ...audited.filter(isChange).map(fromAudit)]
    .sort((one, other) => other.at.getTime() - one.at.getTime())
    .slice(0, maxShown);
}

/** Folds consecutive changes of the same kind by the same source into one entry. */
function foldLeadChanges(rows: readonly LeadChangeRow[]): ActivityEntry[] {
  const groups: LeadChangeRow[][] = [];
  const kindOf = ({ action, user, means, means_name }: LeadChangeRow) =>
    JSON.stringify([action, user, means, means_name]);
  for (const row of rows) {
    const group = groups.at(-1);
    if (group?.[0] && kindOf(group[0]) === kindOf(row)) group.push(row);
    else groups.push([row]);
  }
  return groups.flatMap(([newest, ...others]) => (newest ? [fromLeads(newest, others)] : []));
}

const fromLeads = (newest: LeadChangeRow, others: readonly LeadChangeRow[]): ActivityEntry => ({
  at: newest.at,
  user: newest.user,
  means: { type: newest.means, name: newest.means_name },
  action: newest.action,
  leads: { count: new Set([newest, ...others].map(({ lead }) => lead)).size, newest: newest.lead },
  audit: null,
});

const fromAudit = ({ at, user, means, action, id, subject, new: values }: AuditEntry): ActivityEntry => ({
  at,
  user: user?.name ?? null,
  means,
  action,
  leads: null,
  audit: { id, subject, new: values },
});
