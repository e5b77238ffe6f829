import type { FastifyReply, FastifyRequest } from 'fastify';
import { judgeRequest, type RequestVerdict, type VerifiedClaims } from '../../core/listeners/index.ts';
import type { Check } from '../check.ts';
import { answerVerdict } from './answer-verdict.ts';
import { type AskedListener, isRemembered, noListener } from './asked-listener.ts';
import { type Counted, countRequest } from './ceiling.ts';
import type { ListenerParts } from './listener-options.ts';
import { noteRefusal } from './note-refusal.ts';
import { viewOf } from './request-view.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a token that was verified by the checks. */
    claims?: VerifiedClaims | undefined;
    /** How it was counted by the checks that ran last. */
    countedAtListener?: Counted | undefined;
  }
}

/** Check: the address, before the verb (decisions 3). A verb that no listener has is refused by the routes. */
export const findListener =
  ({ listeners }: ListenerParts): Check =>
  (request, reply) => {
    const { asked } = request;
    if (!asked) throw noListener();
    // Decisions 3: on every response of a listener with `allow_cors`, the 405 included.
    const setVary = ({ compiled }: AskedListener) => {
      if (compiled.allow_cors) reply.header('vary', 'Origin');
    };
    if (!request.is404) return undefined;
    // The listener that it finds instead is no answer.
    return isRemembered(asked) ? listeners.readAgain(request).then(setVary) : setVary(asked);
  };

/** Check: token, then origin, then whether it is switched on (seed 4.1), then the ceiling; nothing of the body is read before. */
export const admit =
  (parts: ListenerParts): Check =>
  (request, reply) =>
    request.is404 ? undefined : admitOrAnswer(parts, request, reply);

/**
 * Check, before an error is told. All that comes after the checks comes by here, so this and `admitOrAnswer` are the two places
 * where an answer other than that to a stored run leaves: never by settings that are only remembered.
 */
export const lookAgain =
  (parts: ListenerParts): Check =>
  async (request, reply) => {
    const { asked } = request;
    if (!asked || !isRemembered(asked)) return undefined;
    const fresh = await parts.listeners.readAgain(request);
    const hasChanged = fresh.compiled !== asked.compiled || !fresh.isSwitchedOn;
    return hasChanged ? admitOrAnswer(parts, request, reply) : undefined;
  };

/** Lets a request go on, or answers it. By what is remembered it can only go on. */
export async function admitOrAnswer(
  parts: ListenerParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const { asked } = request;
  if (!asked) throw noListener();
  const isJudgedAgain = request.countedAtListener !== undefined;
  request.countedAtListener?.giveBack();
  request.countedAtListener = undefined;
  let decision = await decide(parts, request, asked);
  if (!goesOn(decision) && isRemembered(asked)) {
    decision = await decide(parts, request, await parts.listeners.readAgain(request));
  }
  const { verdict, counted } = decision;
  if (verdict.kind === 'refused') noteRefusal(parts, request, verdict.refusal.reason);
  const accepted = answerVerdict(reply, verdict);
  if (!accepted) return reply;
  if (!isJudgedAgain || counted?.refusal) noteUse(parts, request, counted);
  if (counted?.refusal) throw counted.refusal;
  request.countedAtListener = counted;
  request.claims = accepted.claims;
  return undefined;
}

interface Decision {
  readonly verdict: RequestVerdict;
  /** The ceiling counts only who has passed, so that refused callers use up nothing (decisions 3). */
  readonly counted: Counted | undefined;
}

const goesOn = ({ verdict, counted }: Decision) => verdict.kind === 'accepted' && !counted?.refusal;

/** Reported once for each request, although its checks can run twice. */
function noteUse(
  { use, contextOf }: ListenerParts,
  { asked }: FastifyRequest,
  counted: Counted | undefined,
): void {
  if (!asked || !counted) return;
  const { remaining, refusal } = counted;
  const isAllowed = refusal === undefined;
  use.count(asked.workspace, asked.compiled.id, { isAllowed, remaining }, contextOf().clock.now());
}

async function decide(
  { contextOf, limiter }: ListenerParts,
  request: FastifyRequest,
  { workspace, compiled, isSwitchedOn = true }: AskedListener,
): Promise<Decision> {
  const now = contextOf().clock.now();
  const verdict = judgeRequest(viewOf(request), compiled.resolve(now, isSwitchedOn), now);
  const isToCount = verdict.kind === 'accepted';
  return { verdict, counted: isToCount ? await countRequest(limiter, workspace, compiled) : undefined };
}
