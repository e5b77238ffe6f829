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
import { invalidField } from '../../../lib/errors.ts';
import type { ApprovalId } from '../../../lib/ids.ts';
import { authenticatedOf } from '../../request/authenticated.ts';
import { optionalBodyOf } from '../json-body.ts';
import { byId, queryOf, readList, showOne } from '../list-query.ts';
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

const collection = {
  name: 'approvals',
  fields: shownFields,
  ...byId,
};

/** `GET /api/approvals` (spec/rest-api §11). */
export const listApprovalsHandler: Handler = (context) => async (request) => {
  const { principal } = authenticatedOf(request);
  const status = readStatus(queryOf(request).status);
  return readList(request, collection, status, async ({ after, start, limit }) => {
    const page = { status, before: after as ApprovalId | undefined, start, limit };
    const { total, approvals } = await listApprovals(context, principal, page);
    return { total, records: approvals.map((approval) => showApproval(approval, principal)) };
  });
};

/** Returns null for approvals with any status. */
function readStatus(status: unknown = 'pending'): ApprovalStatus | null {
  if (status === 'all') return null;
  const known = approvalStatuses.find((one) => one === status);
  if (known) return known;
  throw invalidField('bad_status', 'status', `must be ${approvalStatuses.join(', ')} or all.`);
}

/** `GET /api/approvals/{id}`. */
export const readApprovalHandler: Handler = (context) => async (request) => {
  const { principal } = authenticatedOf(request);
  const found = await readApproval(context, principal, pathIdOf<ApprovalId>(request));
  return { approval: showOne(request, collection, showApproval(found, principal)) };
};

/** `POST /api/approvals/{id}/approve` and `…/reject`. */
const decideHandler =
  (outcome: Decision['outcome']): Handler =>
  (context) =>
  async (request, reply) => {
    const { principal } = authenticatedOf(request);
    const comment = readComment(optionalBodyOf(request));
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
