import { type Change, makeChange } from '../../core/audit/index.ts';
import type { Caller } from './operation.ts';

/** Makes a change in the caller's workspace and name. */
export const changeInWorkspace = <T>(
  { context, principal, actor }: Caller,
  work: (change: Change) => Promise<T>,
): Promise<T> => makeChange(context, principal.workspace.id, actor, work);
