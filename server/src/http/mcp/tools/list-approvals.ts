import { z } from 'zod';
import { approvalStatuses, listApprovals, showApproval } from '../../../core/approvals/index.ts';
import type { ApprovalId } from '../../../lib/ids.ts';
import { cursorAt, positionOf } from '../cursor.ts';
import { fitPage } from '../fit.ts';
import { cursor, pageSize, usualPage } from '../lead-arguments.ts';
import { defineTool } from '../tool.ts';

export const listApprovalsTool = defineTool({
  title: 'List approvals',
  description:
    'List decisions that workflows ask people for, newest first: the question, who can decide, until when, and the decision. Only a person can decide, in the console or by email.',
  nature: { isReadOnly: true },
  input: z.strictObject({
    status: z.enum([...approvalStatuses, 'all']).optional(),
    limit: pageSize,
    cursor,
  }),
  async run({ context, principal }, { status = 'pending', limit = usualPage, cursor: at }) {
    const before = at === undefined ? undefined : (positionOf(at, 0) as ApprovalId);
    const wanted = status === 'all' ? null : status;
    const page = { status: wanted, before, start: 0, limit: limit + 1 };
    const { approvals: found } = await listApprovals(context, principal, page);
    const shown = fitPage(
      found.slice(0, limit).map((approval) => withoutRights(showApproval(approval, principal))),
    );
    const last = found[shown.length - 1];
    const more = last && shown.length < found.length ? { next_cursor: cursorAt(last.id) } : {};
    return { data: { approvals: shown, ...more } };
  },
});

/** An agent can't decide, so it isn't told what its user could. */
const withoutRights = ({ can_decide: _, ...approval }: ReturnType<typeof showApproval>) => approval;
