import { type Act, type Principal, reachOf } from '../access/index.ts';
import type { Context } from '../context/index.ts';
import { spanUntil } from '../runs/index.ts';
import { type AttentionScope, countFailedRuns, countRejectedRequests } from './attention-store.ts';

const maxCounted = 1_000;

/** The numbers in the navigation. Null if the user can't see it. */
export interface ProblemCounts {
  readonly failedRuns: number | null;
  readonly rejectedRequests: number | null;
}

/** Counts the failed runs and rejected requests that need attention, of workflows that the user can see. */
export const countProblems = ({ db, clock }: Context, principal: Principal): Promise<ProblemCounts> =>
  db.read(principal.workspace.id, async (transaction) => {
    const { since } = spanUntil('day', clock.now());
    const scopeOf = (act: Act): AttentionScope | null => {
      const reach = reachOf(principal, act);
      if (reach === 'none') return null;
      return { since, owner: reach === 'own' ? principal.user.id : null };
    };
    const [runs, requests] = [scopeOf('runs.view'), scopeOf('listeners.inspect_requests')];
    const workspace = principal.workspace.id;
    const [failedRuns, rejectedRequests] = await Promise.all([
      runs && countFailedRuns(transaction, workspace, runs, maxCounted),
      requests && countRejectedRequests(transaction, workspace, requests, maxCounted),
    ]);
    return { failedRuns, rejectedRequests };
  });
