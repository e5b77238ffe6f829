import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  judgeRequest,
  listenerVerbs,
  type RequestVerdict,
  type VerifiedClaims,
} from '../../core/listeners/index.ts';
import type { Check } from '../surface.ts';
import { answerVerdict } from './answer-verdict.ts';
import { type AskedListener, noListener, readListener } from './asked-listener.ts';
import type { ListenerOptions } from './listener-options.ts';
import { viewOf } from './request-view.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a token that was verified by the checks. */
    claims?: VerifiedClaims | undefined;
  }
}

/** Check: the address, before the verb (decisions 3). A verb that no listener has is refused by the routes. */
export const findListener =
  (options: ListenerOptions): Check =>
  async (request) => {
    const hasRoute = (listenerVerbs as readonly string[]).includes(request.method);
    if (request.asked && hasRoute) return;
    const asked = await readListener(options, request);
    if (!asked) throw noListener();
    request.asked = asked;
  };

/** Check: token, then origin, then whether it is switched on (seed 4.1); nothing of the body is read before. */
export const judge =
  (options: ListenerOptions): Check =>
  async (request, reply) => {
    if (request.is404) return;
    const verdict = await judgeFreshly(options, request);
    return endOrGoOn(options, request, reply, verdict);
  };

/** Only who passes is judged by what is remembered: before any other answer the listener is read again. */
async function judgeFreshly(options: ListenerOptions, request: FastifyRequest): Promise<RequestVerdict> {
  const { asked } = request;
  const verdict = asked && verdictOn(options, request, asked);
  if (verdict && (verdict.kind === 'accepted' || asked.isSwitchedOn !== undefined)) return verdict;
  return judgeAgain(options, request);
}

/** Reads the listener anew and judges by that. */
export async function judgeAgain(options: ListenerOptions, request: FastifyRequest): Promise<RequestVerdict> {
  const asked = await readListener(options, request);
  if (!asked) throw noListener();
  request.asked = asked;
  return verdictOn(options, request, asked);
}

/**
 * Before an error is told to who passed the checks: from memory he may have passed a listener that is another one by now.
 * @returns the answer of the fresh checks; undefined when the error is to be told
 */
export async function judgeBeforeError(
  options: ListenerOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const isFresh = request.asked?.isSwitchedOn !== undefined;
  return isFresh ? undefined : endOrGoOn(options, request, reply, await judgeAgain(options, request));
}

const verdictOn = (
  { contextOf }: ListenerOptions,
  request: FastifyRequest,
  { compiled, isSwitchedOn = true }: AskedListener,
): RequestVerdict => {
  const now = contextOf().clock.now();
  return judgeRequest(viewOf(request), compiled.resolve(now, isSwitchedOn), now);
};

/** Answers what the checks ended; undefined lets the request go on, with what its token claims. */
export function endOrGoOn(
  options: ListenerOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  verdict: RequestVerdict,
): FastifyReply | undefined {
  if (verdict.kind === 'refused') noteRefusal(options, request, verdict.refusal.reason);
  const accepted = answerVerdict(reply, verdict);
  if (!accepted) return reply;
  request.claims = accepted.claims;
  return undefined;
}

/** For the request inspector: nothing of what the caller sent but the names of his headers (decisions 3). */
export function noteRefusal(
  { refused, contextOf }: ListenerOptions,
  { asked, method, ip, raw }: FastifyRequest,
  reason: string,
): void {
  if (!asked) return;
  refused.note({
    workspace: asked.workspace.id,
    listener: asked.compiled.id,
    at: contextOf().clock.now(),
    method,
    reason,
    address: ip,
    headerNames: raw.rawHeaders.filter((_, index) => index % 2 === 0),
  });
}
