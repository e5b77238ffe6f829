import type { FastifyReply, FastifyRequest } from 'fastify';
import { judgeRequest, type RequestVerdict, type VerifiedClaims } from '../../core/listeners/index.ts';
import type { Check } from '../check.ts';
import { handedOver } from '../handed-over.ts';
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
  }
}

/** Check: the address, before the verb (decisions 3). A verb that no listener has is refused by the routes. */
export const findListener =
  ({ listeners }: ListenerParts): Check =>
  (request) => {
    if (!request.asked) throw noListener();
    // The listener that it finds instead is no answer.
    return request.is404 && isRemembered(request.asked)
      ? listeners.readAgain(request).then(() => undefined)
      : undefined;
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
  let decision = await decide(parts, request, asked);
  if (!goesOn(decision) && isRemembered(asked)) {
    decision = await decide(parts, request, await parts.listeners.readAgain(request));
  }
  const { verdict, counted } = decision;
  if (verdict.kind === 'refused') noteRefusal(parts, request, verdict.refusal.reason);
  const accepted = answerVerdict(reply, verdict);
  if (!accepted) return reply;
  if (counted) noteUse(parts, request, counted);
  if (counted?.refusal) throw counted.refusal;
  request.claims = accepted.claims;
  return undefined;
}

interface Decision {
  readonly verdict: RequestVerdict;
  /** The ceiling counts only who has passed, so that refused callers use up nothing (decisions 3). */
  readonly counted: Counted | undefined;
}

const goesOn = ({ verdict, counted }: Decision) => verdict.kind === 'accepted' && !counted?.refusal;

/**
 * Told once, by what was decided last: a listener that is only remembered may be judged twice. Who comes from the straight way was
 * told there.
 */
function noteUse(
  { use, contextOf }: ListenerParts,
  { asked, raw }: FastifyRequest,
  { remaining, refusal }: Counted,
): void {
  if (!asked || handedOver(raw)) return;
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
  // Who comes from the straight way was counted there, unless the settings changed meanwhile.
  const isToCount = verdict.kind === 'accepted' && handedOver(request.raw)?.judgedBy !== compiled;
  return { verdict, counted: isToCount ? await countRequest(limiter, workspace, compiled) : undefined };
}
