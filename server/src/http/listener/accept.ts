import type { FastifyReply, FastifyRequest } from 'fastify';
import { fault, unavailable } from '../../lib/errors.ts';
import type { RunId } from '../../lib/ids.ts';
import { acceptRun } from './accept-run.ts';
import { admitOrAnswer } from './admit.ts';
import type { AskedListener } from './asked-listener.ts';
import type { ListenerParts } from './listener-options.ts';
import { sentOf } from './request-view.ts';
import { sendReceipt, sendWorkflowAnswer } from './respond.ts';

/** Settings that change again while they are judged again; nobody changes them so often. */
const mostTries = 5;

/** Makes a run of a request that passed the checks. The answer leaves after the commit, never before (decisions 3). */
export const acceptHandler =
  (parts: ListenerParts) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    for (let tries = 0; tries < mostTries; tries++) {
      const { asked } = request;
      if (!asked) throw fault('listener_not_looked_up', 'This route is outside of the checks of a listener.');
      const run = await acceptRun(parts, sentOf(request), asked, request.claims);
      if (run !== undefined) {
        // From here on it holds, whatever changes: what was accepted is not refused any more.
        request.asked = { ...asked, isSwitchedOn: true };
        return answer(parts, reply, asked, run);
      }
      await parts.listeners.readAgain(request);
      const ended = await admitOrAnswer(parts, request, reply);
      if (ended) return ended;
    }
    throw unavailable('listener_changing', 'This listener is being changed right now. Try again shortly.');
  };

function answer(
  parts: ListenerParts,
  reply: FastifyReply,
  { workspace, compiled }: AskedListener,
  run: RunId,
): FastifyReply | Promise<FastifyReply> {
  reply.header('x-run-id', run);
  return compiled.respond_with === 'workflow'
    ? sendWorkflowAnswer(parts, reply, workspace, run)
    : sendReceipt(reply, 200, run);
}
