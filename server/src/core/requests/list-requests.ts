import type { Transaction } from '../../db/driver/transaction.ts';
import type { RunId, WorkflowId, WorkspaceId } from '../../lib/ids.ts';
import { type Principal, reachOf } from '../access/index.ts';
import type { Context } from '../context/index.ts';
import { findWorkflow } from '../workflows/index.ts';
import {
  type AcceptedRow,
  type RefusedRow,
  type RequestScope,
  selectAccepted,
  selectRefusedRequests,
} from './request-store.ts';

/** The cursor in a list of accepted and rejected requests: the last one shown of each kind. */
export interface RequestPlace {
  readonly run: RunId | null;
  readonly refused: number | null;
}

type Period = Pick<RequestScope, 'since' | 'until'>;

/** The filters of the request inspector, without the time range. */
export interface RequestFilter extends Omit<RequestScope, 'owner' | 'since' | 'until'> {
  /** The reason for a rejection. If set, accepted requests are excluded. */
  readonly reason: string | null;
}

export interface RequestParams extends RequestFilter, Period {
  readonly kind: 'accepted' | 'refused' | null;
  readonly before: RequestPlace;
  readonly most: number;
}

export type ListedRequest =
  | ({ readonly kind: 'accepted' } & AcceptedRow)
  | ({ readonly kind: 'refused' } & RefusedRow);

/**
 * Returns which requests a user can see, namely those to workflows that they can see. Returns undefined if
 * there are none.
 */
export async function scopeOf(
  principal: Principal,
  transaction: Transaction,
  filter: RequestFilter & Period,
): Promise<(RequestFilter & RequestScope) | undefined> {
  const reach = reachOf(principal, 'listeners.inspect_requests');
  if (reach === 'none') return undefined;
  if (filter.workflow !== null)
    await findWorkflow(transaction, principal, filter.workflow, 'listeners.inspect_requests');
  return { ...filter, owner: reach === 'own' ? principal.user.id : null };
}

/**
 * Lists accepted and rejected requests, newest first, and returns the next cursor, which is null at the end.
 */
export const listRequests = (
  { db }: Context,
  principal: Principal,
  params: RequestParams,
): Promise<{ requests: ListedRequest[]; next: RequestPlace | null }> =>
  db.read(principal.workspace.id, async (transaction) => {
    const scope = await scopeOf(principal, transaction, params);
    if (!scope) return { requests: [], next: null };
    const workspace = principal.workspace.id;
    const { kind, reason, before, most } = params;
    const [accepted, refused] = await Promise.all([
      kind === 'refused' || reason !== null
        ? []
        : selectAccepted(transaction, workspace, scope, { before: before.run, most: most + 1 }),
      kind === 'accepted'
        ? []
        : selectRefusedRequests(transaction, workspace, scope, { before: before.refused, most: most + 1 }),
    ]);
    const merged: ListedRequest[] = [
      ...accepted.map((row) => ({ kind: 'accepted' as const, ...row })),
      ...refused.map((row) => ({ kind: 'refused' as const, ...row })),
    ].sort((one, other) => other.at.getTime() - one.at.getTime());
    const requests = merged.slice(0, most);
    return { requests, next: merged.length > most ? placeBehind(requests, before) : null };
  });

const everyRequest = {
  owner: null,
  isActivity: false,
  since: null,
  until: null,
  method: null,
  statusClass: null,
  search: null,
  reason: null,
};

/** Lists the newest rejected requests of a workflow or of all, for the operator, who can see every request. */
export const listAllRefused = (
  { db }: Pick<Context, 'db'>,
  workspace: WorkspaceId,
  workflow: WorkflowId | null,
  most: number,
): Promise<RefusedRow[]> =>
  db.read(workspace, (transaction) =>
    selectRefusedRequests(transaction, workspace, { ...everyRequest, workflow }, { before: null, most }),
  );

/** Returns the last request shown of each kind, or the previous cursor if none was shown. */
function placeBehind(requests: readonly ListedRequest[], before: RequestPlace): RequestPlace {
  const run = requests.findLast((request) => request.kind === 'accepted')?.id ?? before.run;
  const refused = requests.findLast((request) => request.kind === 'refused')?.id ?? before.refused;
  return { run, refused };
}
