import type { FastifyRequest } from 'fastify';
import type { ListenerParts } from './listener-options.ts';

/** For the request inspector: nothing of what the caller sent but the names of his headers (decisions 3). */
export function noteRefusal(
  { refused, contextOf }: ListenerParts,
  request: FastifyRequest,
  reason: string,
): void {
  const { asked, method, ip, raw } = request;
  request.refusal = reason;
  if (!asked) return;
  refused.note({
    workspace: asked.workspace,
    listener: asked.compiled.id,
    at: contextOf().clock.now(),
    method,
    reason,
    address: ip,
    headerNames: raw.rawHeaders.filter((_, index) => index % 2 === 0),
  });
}
