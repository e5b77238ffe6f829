import { z } from 'zod';
import { conflict, HarkError, notFound } from '../../lib/errors.ts';
import type { ApprovalId } from '../../lib/ids.ts';
import { readBody } from '../../lib/read-body.ts';
import { isStorable } from '../../lib/storable.ts';
import type { Principal } from '../access/index.ts';
import { type Change, recordAudit } from '../audit/index.ts';
import { lockRun, wakeRun } from '../runs/index.ts';
import { type Approval, isDecider } from './approval.ts';
import { findVisibleApproval, updateOutcome } from './approval-store.ts';

export interface Decision {
  readonly outcome: 'approved' | 'rejected';
  readonly comment: string | null;
}

/**
 * Decides an approval and queues its run, in one transaction. The first decision wins (spec/runs §2.13): all decisions
 * and the run itself lock the run first. Repeating one's own decision changes nothing.
 */
export async function decideApproval(
  change: Change,
  principal: Principal,
  id: ApprovalId,
  { outcome, comment }: Decision,
): Promise<Approval> {
  const { transaction, workspace, clock } = change;
  const read = () => findVisibleApproval(transaction, principal, id, clock.now());
  const asked = await read();
  if (!asked) throw notFound();
  if (!isDecider(asked, principal))
    throw new HarkError('forbidden', 'not_a_decider', 'You cannot decide this approval.');
  await lockRun(transaction, { workspace, run: asked.run });
  const approval = (await read()) ?? asked;
  const { user } = principal;
  if (approval.status === outcome && approval.decidedBy?.id === user.id) return approval;
  const decision = { outcome, at: clock.now(), by: { id: user.id, name: user.name }, comment };
  if (approval.status !== 'pending' || !(await updateOutcome(transaction, workspace, id, decision)))
    throw alreadyDecided(approval);
  await wakeRun(transaction, workspace, approval.run);
  await recordAudit(change, {
    action: outcome === 'approved' ? 'run approved' : 'run rejected',
    subject: { type: 'workflow', id: approval.workflow.id, name: approval.workflow.name ?? 'deleted' },
    old: {},
    new: { run: approval.run, approval: id },
  });
  return (await read()) ?? approval;
}

function alreadyDecided({ status, decidedBy }: Approval): HarkError {
  const how = status === 'timed_out' ? 'timed out' : `was ${status}`;
  const who = decidedBy ? ` by ${decidedBy.name}` : '';
  return conflict('already_decided', `This approval ${how}${who}.`);
}

const maxCommentLength = 1_000;

const decisionSchema = z.strictObject({
  comment: z
    .custom<string | null>(
      (comment) =>
        comment === null ||
        (typeof comment === 'string' && comment.length <= maxCommentLength && isStorable(comment)),
      'must be a text of at most 1,000 characters, or null.',
    )
    .optional(),
});

/** Reads the comment from the body of a decision. @throws HarkError if the body is malformed */
export function readComment(body: unknown): string | null {
  const { comment = null } = readBody(decisionSchema, body);
  return comment?.trim() === '' ? null : comment;
}
