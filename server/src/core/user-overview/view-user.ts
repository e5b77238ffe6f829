import type { UserId } from '../../lib/ids.ts';
import { type Act, explainFor, type Principal } from '../access/index.ts';
import { listClientsOf } from '../api-clients/index.ts';
import { viewKeyOf } from '../api-keys/index.ts';
import type { Context } from '../context/index.ts';
import { countLeadsOf } from '../leads/index.ts';
import { listGrants } from '../oauth/index.ts';
import { findRole, isLastAdministrator } from '../roles/index.ts';
import { readFactors } from '../second-factors/index.ts';
import { listSessionsOf } from '../sessions/index.ts';
import { findUser } from '../users/index.ts';
import { listWorkflowsOf } from '../workflows/index.ts';

const maxWorkflows = 100;
const maxGrants = 100;

export type UserOverview = Awaited<ReturnType<typeof viewUser>>;

/**
 * Returns what an administrator sees about a user: profile, workflows, and every credential and session that
 * acts as them.
 */
export async function viewUser(context: Context, principal: Principal, id: UserId) {
  const workspace = principal.workspace.id;
  const read = await context.db.read(workspace, async (transaction) => {
    const user = await findUser(transaction, workspace, id);
    const [isLast, leads, workflows, clients, key, factors] = await Promise.all([
      isLastAdministrator(transaction, workspace, user),
      countLeadsOf(transaction, workspace, id),
      listWorkflowsOf(transaction, workspace, id, maxWorkflows),
      listClientsOf(transaction, workspace, user),
      viewKeyOf({ ...context, transaction }, workspace, id),
      readFactors(transaction, workspace, id),
    ]);
    return { user, isLast, leads, workflows, clients, key, factors };
  });
  const [grants, sessions] = await Promise.all([
    listGrants(context, workspace, read.user.email, { limit: maxGrants }),
    listSessionsOf(context, principal, id),
  ]);
  return { ...read, grants, sessions };
}

/** Returns whether a user has a permission, for which records, and which rule decides it. */
export const explainUser = ({ db }: Context, { workspace }: Principal, id: UserId, act: Act) =>
  db.read(workspace.id, async (transaction) => {
    const user = await findUser(transaction, workspace.id, id);
    const role = await findRole(transaction, workspace.id, user.role.id);
    return { user, role, ...explainFor({ active: user.active, role }, act) };
  });
