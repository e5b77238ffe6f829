import { z } from 'zod';
import {
  type Approval,
  approvalStatuses,
  decideApproval,
  listApprovals,
  readApproval,
  readComment,
  showApproval,
} from '../../../core/approvals/index.ts';
import type { ApprovalId } from '../../../lib/ids.ts';
import { firstParagraph, renderMarkdown } from '../../../lib/markdown.ts';
import { changeInWorkspace } from '../changing.ts';
import { type Caller, idParams, moment, type Operation, operation } from '../operation.ts';

const pageSize = 50;
const maxSummaryLength = 300;

const named = z.object({ id: z.number(), name: z.string() });

const approval = z.object({
  id: z.number(),
  status: z.enum(approvalStatuses),
  title: z.string(),
  /** The first paragraph of the text, without formatting. */
  summary: z.string(),
  workflow: z.object({ id: z.number(), name: z.string().nullable() }),
  run_id: z.string(),
  step: z.string(),
  by: z.union([z.object({ users: z.array(named).readonly() }), z.object({ role: named })]),
  can_decide: z.boolean(),
  on_timeout: z.enum(['reject', 'approve', 'fail']),
  created_at: moment,
  expires_at: moment,
  decided_at: moment.nullable(),
  decided_by: named.nullable(),
  comment: z.string().nullable(),
});

/** The text as safe HTML: the author's Markdown, with its HTML escaped. */
const viewed = approval.extend({ html: z.string() });

const list = (stored: Approval, { principal }: Caller): z.infer<typeof approval> => {
  const { text, ...shown } = showApproval(stored, principal);
  return { ...shown, summary: firstParagraph(text).slice(0, maxSummaryLength) };
};

const view = (stored: Approval, caller: Caller): z.infer<typeof viewed> => ({
  ...list(stored, caller),
  html: renderMarkdown(stored.text),
});

/** What runs ask people (spec/runs §2.13). */
export const approvalsOperations: readonly Operation[] = [
  operation({
    method: 'GET',
    path: '/approvals',
    act: 'approvals.view',
    query: z.strictObject({
      status: z.enum([...approvalStatuses, 'all']).default('pending'),
      /** Only those that the user can decide. */
      mine: z.literal('true').optional(),
      start: z.coerce.number().int().nonnegative().default(0),
    }),
    answer: z.object({ total: z.number(), approvals: z.array(approval) }),
    handle: async (caller, { query: { status, mine, start } }) => {
      const page = {
        status: status === 'all' ? null : status,
        isDecidable: mine === 'true',
        start,
        limit: pageSize,
      };
      const { total, approvals } = await listApprovals(caller.context, caller.principal, page);
      return { total, approvals: approvals.map((one) => list(one, caller)) };
    },
  }),
  operation({
    method: 'GET',
    path: '/approvals/:id',
    act: 'approvals.view',
    params: idParams,
    answer: viewed,
    handle: async (caller, { params }) =>
      view(await readApproval(caller.context, caller.principal, params.id as ApprovalId), caller),
  }),
  operation({
    method: 'POST',
    path: '/approvals/:id/decide',
    act: 'approvals.decide',
    params: idParams,
    body: z.strictObject({ outcome: z.enum(['approved', 'rejected']), comment: z.string().nullable() }),
    answer: viewed,
    handle: async (caller, { params, body: { outcome, comment } }) => {
      const decision = { outcome, comment: readComment({ comment }) };
      const decided = await changeInWorkspace(caller, (change) =>
        decideApproval(change, caller.principal, params.id as ApprovalId, decision),
      );
      return view(decided, caller);
    },
  }),
];
