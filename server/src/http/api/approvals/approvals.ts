import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type ApprovalStatus,
  approvalStatuses,
  type Decision,
  decideApproval,
  listApprovals,
  readApproval,
  readComment,
  type ShownApproval,
  showApproval,
} from '../../../core/approvals/index.ts';
import type { Context } from '../../../core/context/index.ts';
import { changeOnce } from '../../../core/idempotency/index.ts';
import { readPage } from '../../../core/leads/index.ts';
import { invalid } from '../../../lib/errors.ts';
import type { ApprovalId } from '../../../lib/ids.ts';
import { authenticatedOf } from '../../request/authenticated.ts';
import { jsonBodyOf } from '../leads/acting.ts';
import { readFields, readWalk } from '../list-query.ts';
import { pathIdOf } from '../path-id.ts';
import { repeatableOf, sendAnswer } from '../repeatable.ts';

type Handler = (context: Context) => (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

const shownFields = [
  'id',
  'status',
  'title',
  'text',
  'workflow',
  'run_id',
  'step',
  'by',
  'can_decide',
  'on_timeout',
  'created_at',
  'expires_at',
  'decided_at',
  'decided_by',
  'comment',
] as const satisfies readonly (keyof ShownApproval)[];

/** `GET /api/approvals` (spec/rest-api §11). */
export const listApprovalsHandler: Handler = (context) => async (request) => {
  const { principal, settings } = authenticatedOf(request);
  const query = request.query as Readonly<Record<string, unknown>>;
  const status = readStatus(query.status);
  const pick = readFields(query, shownFields);
  const walk = readWalk(query, ['approvals', status]);
  const { limit, start } = readPage(query, settings.default_page_size);
  const page = { status, before: walk?.last as ApprovalId | undefined, start, limit: limit + 1 };
  const found = await listApprovals(context, principal, page);
  const approvals = found.approvals.slice(0, limit);
  const last = found.approvals.length > limit ? approvals.at(-1) : undefined;
  return {
    total: String(found.total),
    approvals: approvals.map((approval) => pick(showApproval(approval, principal))),
    ...(walk && { next: last ? walk.next(last.id) : null }),
  };
};

/** Returns null for approvals with any status. */
function readStatus(status: unknown = 'pending'): ApprovalStatus | null {
  if (status === 'all') return null;
  const known = approvalStatuses.find((one) => one === status);
  if (known) return known;
  throw invalid('bad_status', `status: must be ${approvalStatuses.join(', ')} or all.`);
}

/** `GET /api/approvals/{id}`. */
export const readApprovalHandler: Handler = (context) => async (request) => {
  const { principal } = authenticatedOf(request);
  const pick = readFields(request.query as Readonly<Record<string, unknown>>, shownFields);
  const approval = await readApproval(context, principal, pathIdOf<ApprovalId>(request));
  return { approval: pick(showApproval(approval, principal)) };
};

/** `POST /api/approvals/{id}/approve` and `…/reject`. */
const decideHandler =
  (outcome: Decision['outcome']): Handler =>
  (context) =>
  async (request, reply) => {
    const { principal } = authenticatedOf(request);
    const comment = readComment(jsonBodyOf(request) ?? {});
    const caller = { principal, origin: request.ip };
    const answer = await changeOnce(context, caller, repeatableOf(request), async (change) => {
      const decided = await decideApproval(change, principal, pathIdOf<ApprovalId>(request), {
        outcome,
        comment,
      });
      return { status: 200, body: { approval: showApproval(decided, principal) } };
    });
    return sendAnswer(reply, answer);
  };

export const approveHandler = decideHandler('approved');
export const rejectHandler = decideHandler('rejected');
