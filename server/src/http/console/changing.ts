import type { Change } from '../../core/audit/index.ts';
import type { Caller } from './operation.ts';

/** Makes a change in the caller's workspace, in his name: one transaction, and the audit in it. */
export const changing = <T>(
  { context, principal, actor }: Caller,
  work: (change: Change) => Promise<T>,
): Promise<T> => {
  const workspace = principal.workspace.id;
  return context.db.withWorkspace(workspace, (transaction) =>
    work({ ...context, transaction, workspace, actor }),
  );
};
