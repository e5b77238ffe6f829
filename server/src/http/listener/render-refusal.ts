import type { FastifyReply } from 'fastify';
import type { Refusal } from '../../core/listeners/index.ts';
import { sandbox } from './render-error.ts';

/**
 * Sends a failure of seed 7.1. The text echoes the caller's token, so it must not act as a page, be kept or be guessed at,
 * and no other origin gets to read it (decisions 3). It exists only from here to the socket.
 */
export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  return reply
    .headers({
      'content-security-policy': sandbox,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-type': 'text/plain; charset=utf-8',
    })
    .code(refusal.status)
    .send(refusal.body());
}
