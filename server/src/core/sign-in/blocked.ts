import type { UserId } from '../../lib/ids.ts';
import { recordAudit } from '../audit/index.ts';
import type { Context } from '../context/index.ts';
import type { Visitor } from '../sessions/index.ts';
import type { Workspace } from '../workspaces/index.ts';

/**
 * Records a blocked sign-in. Unknown accounts are recorded too, but without the input, because people type
 * passwords into the wrong field.
 */
export function recordBlocked(
  { db, clock, key }: Context,
  { id: workspace }: Workspace,
  user: { readonly id: UserId; readonly name: string } | undefined,
  { address }: Visitor,
  reason: string,
): Promise<void> {
  return db.write(workspace, (transaction) =>
    recordAudit(
      { transaction, workspace, clock, key, actor: { user: null, means: { type: 'ui' }, origin: address } },
      {
        action: 'blocked',
        subject: { type: 'user', id: user?.id ?? 0, name: user?.name ?? 'unknown user' },
        old: {},
        new: { reason },
      },
    ),
  );
}
