import type { FastifyReply } from 'fastify';
import { type RequestVerdict, verdictHeaders } from '../../core/listeners/index.ts';
import { HarkError } from '../../lib/errors.ts';
import { sendRefusal } from './render-refusal.ts';

/** A request that may start its workflow. */
type Accepted = Extract<RequestVerdict, { kind: 'accepted' }>;

/**
 * Answers what the checks ended; returns the verdict when they ended nothing. Its headers are put on the reply first, so
 * that whatever comes later, a malformed body too, carries them (seed 5.2.2). A request may be judged again: what the verdict
 * before put there is taken off.
 */
export function answerVerdict(reply: FastifyReply, verdict: RequestVerdict): Accepted | undefined {
  for (const name of verdictHeaders) if (reply.hasHeader(name)) reply.removeHeader(name);
  reply.headers(verdict.headers);
  switch (verdict.kind) {
    case 'refused':
      sendRefusal(reply, verdict.refusal);
      return undefined;
    case 'answered':
      reply.code(204).send();
      return undefined;
    case 'switched_off':
      throw new HarkError('not-found', 'listener_switched_off', 'Listener is switched off.');
    case 'accepted':
      return verdict;
  }
}
