import type { FastifyReply } from 'fastify';
import { type RunAnswer, readAnswer } from '../../core/runs/index.ts';
import { checkAnswerHeaders } from '../../core/workflows/index.ts';
import type { RunId, WorkspaceId } from '../../lib/ids.ts';
import { sendNested } from '../errors.ts';
import type { ListenerOptions } from './listener-options.ts';

/** Decisions 3. */
const patienceMs = 20_000;

/** What the caller of a run that failed before it responded gets. */
export const workflowFailed = { status: 500, message: 'The workflow failed.' } as const;

/** Decisions 3: what was accepted is durable, and this is its number. */
export const receiptOf = (run: RunId): string => `{"ok":true,"run_id":"${run}"}`;
export const receiptType = 'application/json; charset=utf-8';

/** 202 where a caller waited for more than that. */
export const sendReceipt = (reply: FastifyReply, status: 200 | 202, run: RunId): FastifyReply =>
  reply.code(status).type(receiptType).send(receiptOf(run));

/** Waits for what the workflow answers, at most 20 seconds; the run goes on, whether or not anybody waits (decisions 3). */
export async function sendWorkflowAnswer(
  { waiters, contextOf }: ListenerOptions,
  reply: FastifyReply,
  workspace: WorkspaceId,
  run: RunId,
): Promise<FastifyReply> {
  const gone = new AbortController();
  const leave = () => gone.abort();
  reply.raw.once('close', leave);
  // Whoever hung up while the run was being stored is not heard any more.
  if (reply.raw.destroyed) leave();
  const timer = setTimeout(leave, patienceMs);
  try {
    const isSettled = await waiters.wait(workspace, run, gone.signal);
    // What is accepted is never told to come again: an answer that cannot be read now is one that is not there yet.
    const found = isSettled
      ? await readAnswer(contextOf(), workspace, run).catch(() => undefined)
      : undefined;
    if (found?.kind === 'answered') return sendAnswer(reply, found.answer);
    if (found?.kind !== 'ended') return sendReceipt(reply, 202, run);
    if (!found.isFailed) return sendReceipt(reply, 200, run);
    return sendNested(reply, workflowFailed.status, workflowFailed.message);
  } finally {
    clearTimeout(timer);
    reply.raw.off('close', leave);
  }
}

/** User content on the console's own host: never a page of ours, whatever its headers say (decisions 3). */
function sendAnswer(reply: FastifyReply, { status, headers, body }: RunAnswer): FastifyReply {
  if (body) reply.header('content-type', body.type);
  // The step checked them too, unless an earlier release stored this response. `location` comes from `redirect`.
  const location = headers.find(([name]) => name === 'location');
  if (location) reply.header(...location);
  for (const [name, value] of checkAnswerHeaders(headers).headers) reply.header(name, value);
  return reply
    .code(status)
    .headers({ 'content-security-policy': 'sandbox', 'x-content-type-options': 'nosniff' })
    .send(body?.text ?? '');
}
