import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { headerValues, readInput } from '../../core/listeners/index.ts';
import { type Acceptance, type NewRun, runLimits } from '../../core/runs/index.ts';
import { fault, HarkError, invalid, unavailable } from '../../lib/errors.ts';
import type { RunId } from '../../lib/ids.ts';
import { uuid7 } from '../../lib/uuid7.ts';
import { hostOf } from '../workspace-by-host.ts';
import type { AskedListener } from './asked-listener.ts';
import { endOrGoOn, judgeAgain, judgeBeforeError } from './judge.ts';
import type { ListenerOptions } from './listener-options.ts';
import { partsOf } from './request-view.ts';
import { sendReceipt, sendWorkflowAnswer } from './respond.ts';

/** How deep in a chain of runs a request stands; our own outside calls carry it on (design of the engine, 8). */
const depthHeader = 'hark-depth';
/** Settings that change again while they are judged again; nobody changes them so often. */
const mostTries = 5;

/** Makes a run of a request that passed the checks. The answer leaves after the commit, never before (decisions 3). */
export const acceptHandler =
  (options: ListenerOptions) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    for (let tries = 0; tries < mostTries; tries++) {
      const { asked } = request;
      if (!asked) throw fault('listener_not_looked_up', 'This route is outside of the checks of a listener.');
      let run: NewRun;
      try {
        run = newRunOf(options, request, asked);
      } catch (error) {
        const ended = await judgeBeforeError(options, request, reply);
        if (ended) return ended;
        throw error;
      }
      const acceptance = await options.queue.accept(run);
      if (acceptance.kind === 'accepted') return answer(options, reply, asked, run, acceptance);
      const ended = endOrGoOn(options, request, reply, await judgeAgain(options, request));
      if (ended) return ended;
    }
    throw unavailable('listener_changing', 'This listener is being changed right now. Try again shortly.');
  };

function answer(
  options: ListenerOptions,
  reply: FastifyReply,
  { workspace, compiled }: AskedListener,
  { isSent }: NewRun,
  { run, isRepeat }: Extract<Acceptance, { kind: 'accepted' }>,
): FastifyReply | Promise<FastifyReply> {
  if (isSent && !isRepeat) options.dispatch.start({ workspace: workspace.id, run, fence: 0 });
  reply.header('x-run-id', run);
  return compiled.respond_with === 'workflow'
    ? sendWorkflowAnswer(options, reply, workspace.id, run)
    : sendReceipt(reply, 200, run);
}

function newRunOf(
  { contextOf, dispatch }: ListenerOptions,
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
    workspace: workspace.id,
    host: hostOf(request),
    id: uuid7(contextOf().clock.now().getTime()) as RunId,
    listener: compiled.id,
    version: compiled.version,
    valuesVersion: compiled.valuesVersion,
    input,
    depth,
    isAwaited: compiled.respond_with === 'workflow',
    isSent: dispatch.claim(workspace.id),
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
