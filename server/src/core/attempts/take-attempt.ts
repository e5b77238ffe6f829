import type { WorkspaceId } from '../../lib/ids.ts';
import type { Context } from '../context/index.ts';
import { type Ceiling, windowMs } from './attempt.ts';
import {
  countSince,
  deleteAttempts,
  deleteOfSubject,
  insertAttempt,
  lockSubject,
  selectBlocking,
} from './attempt-store.ts';

/** An attempt that was let through. It counts from now on, unless it is taken back. */
export interface Attempt {
  readonly isAllowed: true;
  /** Those for which it was the last one. */
  readonly reached: readonly Ceiling[];
  /** It was no failure: it does not count, nor does anything else against the first of its subjects. */
  takeBack(): Promise<void>;
}

type Verdict = Attempt | { readonly isAllowed: false; readonly retryAfterSeconds: number };

/**
 * Counts an attempt before it is made, in PostgreSQL: so the ceiling holds over all processes, for attempts at the same
 * moment, and while Redis is away. Beyond a ceiling nothing is counted, so that waiting helps.
 */
export async function takeAttempt(
  { db, clock }: Context,
  workspace: WorkspaceId,
  ceilings: readonly Ceiling[],
): Promise<Verdict> {
  const now = clock.now();
  const since = new Date(now.getTime() - windowMs);
  // In one order for everybody, or two could wait for each other.
  const inOrder = ceilings.toSorted((a, b) => Buffer.compare(a.subject, b.subject));
  return db.write(workspace, async (transaction): Promise<Verdict> => {
    for (const { subject } of inOrder) await lockSubject(transaction, subject);
    for (const ceiling of inOrder) {
      const blocking = await selectBlocking(transaction, workspace, ceiling, since);
      if (blocking) {
        const retryAfterMs = blocking.getTime() + windowMs - now.getTime();
        return { isAllowed: false, retryAfterSeconds: Math.max(1, Math.ceil(retryAfterMs / 1000)) };
      }
    }
    const ids: number[] = [];
    const reached: Ceiling[] = [];
    for (const ceiling of inOrder) {
      ids.push(await insertAttempt(transaction, workspace, ceiling.subject, now));
      if ((await countSince(transaction, workspace, ceiling.subject, since)) === ceiling.most)
        reached.push(ceiling);
    }
    const takeBack = () =>
      db.write(workspace, async (later) => {
        await deleteAttempts(later, workspace, ids);
        if (ceilings[0]) await deleteOfSubject(later, workspace, ceilings[0].subject);
      });
    return { isAllowed: true, reached, takeBack };
  });
}
