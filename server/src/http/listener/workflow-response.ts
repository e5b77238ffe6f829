import type { ServerResponse } from 'node:http';
import { answerWaitMs, type RunAnswer, readAnswer, workflowFailed } from '../../core/runs/index.ts';
import { checkAnswerHeaders } from '../../core/workflows/index.ts';
import type { RunId, WorkspaceId } from '../../lib/ids.ts';
import type { ListenerOptions } from './listener-options.ts';
import { type ListenerResponse, nested, receipt } from './responses.ts';

/** Waits for the run's respond step, or until the caller disconnects. The run continues in any case. */
export async function workflowResponse(
  { waiters, context }: ListenerOptions,
  response: ServerResponse,
  workspace: WorkspaceId,
  run: RunId,
): Promise<ListenerResponse> {
  const gone = new AbortController();
  const leave = () => gone.abort();
  response.once('close', leave);
  // If the caller disconnected while the run was being stored, no further event will fire.
  if (response.destroyed) leave();
  const timer = setTimeout(leave, answerWaitMs);
  try {
    const isSettled = await waiters.wait(workspace, run, gone.signal);
    // The run is stored, so the caller must not retry. If the response can't be read now, it counts as pending.
    const found = isSettled ? await readAnswer(context, workspace, run).catch(() => undefined) : undefined;
    if (found?.kind === 'answered') return stepResponse(found.answer);
    if (found?.kind !== 'ended') return receipt(202, run);
    return found.isFailed ? nested(workflowFailed.status, workflowFailed.message) : receipt(200, run);
  } finally {
    clearTimeout(timer);
    response.off('close', leave);
  }
}

/**
 * Builds the response from the respond step. It is user content, possibly on the console's host, so browsers
 * must sandbox it (spec/listeners §7.4).
 */
function stepResponse({ status, headers, body }: RunAnswer): ListenerResponse {
  const sent: Record<string, string> = { 'content-type': body?.type ?? 'text/plain; charset=utf-8' };
  // The step has validated the headers too, unless an earlier release stored them. `location` comes from
  // `redirect`.
  const location = headers.find(([name]) => name === 'location');
  for (const [name, value] of [...(location ? [location] : []), ...checkAnswerHeaders(headers).headers]) {
    sent[name.toLowerCase()] = value;
  }
  sent['content-type'] = withCharset(sent['content-type'] ?? '');
  return {
    status,
    headers: { ...sent, 'content-security-policy': 'sandbox', 'x-content-type-options': 'nosniff' },
    body: body?.text ?? '',
  };
}

/** Adds the charset to a JSON type unless the step sets one. Bodies are always sent as UTF-8. */
const withCharset = (type: string): string =>
  /^[^;]*json/i.test(type) && !/;\s*charset=/i.test(type) ? `${type}; charset=utf-8` : type;
