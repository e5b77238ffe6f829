import { HarkError } from '../../lib/errors.ts';
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

/** An attempt that was allowed. It counts toward the limits unless `takeBack` is called. */
export interface Attempt {
  /** The limits that this attempt exhausted. */
  readonly reached: readonly Ceiling[];
  /** To be called after a success: deletes this attempt and all other attempts for the first subject. */
  takeBack(): Promise<void>;
}

/**
 * Counts an attempt before it is made. The count is in PostgreSQL, so the limit applies across processes, to
 * concurrent attempts and during a Redis outage. Attempts beyond the limit aren't counted, so callers are
 * allowed again after waiting.
 * @throws HarkError if a limit has been reached
 */
export async function takeAttempt(
  { db, clock }: Context,
  workspace: WorkspaceId,
  ceilings: readonly Ceiling[],
): Promise<Attempt> {
  const now = clock.now();
  const since = new Date(now.getTime() - windowMs);
  // Lock in the same order everywhere to avoid deadlocks.
  const inOrder = ceilings.toSorted((a, b) => Buffer.compare(a.subject, b.subject));
  return db.write(workspace, async (transaction): Promise<Attempt> => {
    for (const { subject } of inOrder) await lockSubject(transaction, subject);
    for (const ceiling of inOrder) {
      const blocking = await selectBlocking(transaction, workspace, ceiling, since);
      if (blocking) {
        const retryAfterMs = blocking.getTime() + windowMs - now.getTime();
        throw tooMany(Math.max(1, Math.ceil(retryAfterMs / 1000)));
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
    return { reached, takeBack };
  });
}

const tooMany = (retryAfterSeconds: number) =>
  new HarkError(
    'too-many',
    'too_many_attempts',
    `Too many attempts. Try again in ${Math.ceil(retryAfterSeconds / 60)} minutes.`,
    { retryAfterSeconds },
  );
