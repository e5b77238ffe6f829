import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { headerValues, readInput } from '../../core/listeners/index.ts';
import { type Acceptance, type NewRun, runLimits } from '../../core/runs/index.ts';
import { fault, HarkError, invalid, unavailable } from '../../lib/errors.ts';
import type { RunId } from '../../lib/ids.ts';
import { uuid7 } from '../../lib/uuid7.ts';
import { hostOf } from '../workspace-by-host.ts';
import { admitOrAnswer } from './admit.ts';
import type { AskedListener } from './asked-listener.ts';
import type { ListenerParts } from './listener-options.ts';
import { partsOf } from './request-view.ts';
import { sendReceipt, sendWorkflowAnswer } from './respond.ts';

/** How deep in a chain of runs a request stands; our own outside calls carry it on (design of the engine, 8). */
const depthHeader = 'hark-depth';
/** Settings that change again while they are judged again; nobody changes them so often. */
const mostTries = 5;

/** Makes a run of a request that passed the checks. The answer leaves after the commit, never before (decisions 3). */
export const acceptHandler =
  (parts: ListenerParts) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    for (let tries = 0; tries < mostTries; tries++) {
      const { asked } = request;
      if (!asked) throw fault('listener_not_looked_up', 'This route is outside of the checks of a listener.');
      const run = newRunOf(parts, request, asked);
      const acceptance = await parts.queue.accept(run);
      if (acceptance.kind === 'accepted') {
        // From here on it holds, whatever changes: what was accepted is not refused any more.
        request.asked = { ...asked, isSwitchedOn: true };
        return answer(parts, reply, asked, run, acceptance);
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
  { isSent }: NewRun,
  { run, isRepeat }: Extract<Acceptance, { kind: 'accepted' }>,
): FastifyReply | Promise<FastifyReply> {
  if (isSent && !isRepeat) parts.dispatch.start({ workspace, run, fence: 0 });
  reply.header('x-run-id', run);
  return compiled.respond_with === 'workflow'
    ? sendWorkflowAnswer(parts, reply, workspace, run)
    : sendReceipt(reply, 200, run);
}

function newRunOf(
  { contextOf, dispatch }: ListenerParts,
  request: FastifyRequest,
  { workspace, compiled }: AskedListener,
): NewRun {
  const { rawHeaders } = request.raw;
  const [key = ''] = headerValues(rawHeaders, compiled.idempotency_header.toLowerCase());
  const depth = depthOf(headerValues(rawHeaders, depthHeader)[0]);
  const input = Buffer.from(readInput(partsOf(request, request.claims, compiled.wantsRaw)));
  if (input.length > 4 * runLimits.valueBytes) {
    throw invalid(
      'input_too_large',
      'What this request says takes more than 4 MiB to write down. Send less.',
    );
  }
  return {
    workspace,
    host: hostOf(request),
    id: uuid7(contextOf().clock.now().getTime()) as RunId,
    listener: compiled.id,
    version: compiled.version,
    valuesVersion: compiled.valuesVersion,
    input,
    depth,
    isAwaited: compiled.respond_with === 'workflow',
    isSent: dispatch.claim(workspace),
    deliveryKey: key === '' ? undefined : createHash('sha256').update(key).digest(),
  };
}

/** Whoever calls from outside begins a chain; one that is longer than any honest one is a circle. */
function depthOf(header: string | undefined): number {
  const depth = header !== undefined && /^\d{1,3}$/.test(header) ? Number(header) : 0;
  if (depth <= runLimits.depth) return depth;
  throw new HarkError(
    'invalid',
    'loop_detected',
    `This request comes from a workflow that was started by a workflow, ${depth} times over. Break the circle.`,
  );
}
