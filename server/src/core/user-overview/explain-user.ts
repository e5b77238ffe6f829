import type { UserId } from '../../lib/ids.ts';
import { type Act, explainFor, type Principal } from '../access/index.ts';
import type { Context } from '../context/index.ts';
import { findRole } from '../roles/index.ts';
import { findUser } from '../users/index.ts';

/** Whether a user can do an act, how far, and by which rule. */
export const explainUser = ({ db }: Context, { workspace }: Principal, id: UserId, act: Act) =>
  db.read(workspace.id, async (transaction) => {
    const user = await findUser(transaction, workspace.id, id);
    const role = await findRole(transaction, workspace.id, user.role.id);
    return { user, role, ...explainFor({ active: user.active, role }, act) };
  });
