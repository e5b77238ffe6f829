import { type Change, makeChange } from '../../core/audit/index.ts';
import type { Caller } from './operation.ts';

export const changeInWorkspace = <T>(
  { context, principal, actor }: Caller,
  work: (change: Change) => Promise<T>,
): Promise<T> => makeChange(context, principal.workspace.id, actor, work);
