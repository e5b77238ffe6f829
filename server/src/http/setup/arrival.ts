import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../core/context/index.ts';
import { type Arrival, isTicket, sealArrival, ticketHeader } from '../../core/self-check/index.ts';
import { HarkError } from '../../lib/errors.ts';
import { hostOf } from '../request/workspace-by-host.ts';

/** What proxies add; whoever sends one was not the first. */
const passedOnHeaders = ['via', 'forwarded', 'x-real-ip'];

/** `GET /set-up/arrival`: tells this installation, and nobody else, how its own call came in. */
export const tellArrival =
  (readyContext: () => Promise<Context>, trustsProxies: boolean) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const { key, clock } = await readyContext();
    const { headers } = request;
    const textOf = (name: string) => headers[name]?.toString() ?? null;
    if (!isTicket(key, textOf(ticketHeader) ?? '', clock.now())) throw unknown();
    const arrival: Arrival = {
      host: hostOf(request.raw),
      protocol: request.protocol,
      caller: request.ip,
      forwardedFor: textOf('x-forwarded-for'),
      forwardedProto: textOf('x-forwarded-proto'),
      forwardedHost: textOf('x-forwarded-host'),
      isPassedOn: passedOnHeaders.some((name) => headers[name] !== undefined),
      trustsProxies,
      now: clock.now().getTime(),
    };
    return reply.type('text/plain; charset=utf-8').send(sealArrival(key, arrival));
  };

const unknown = () => new HarkError('not-found', 'no_arrival', 'There is nothing here.');
