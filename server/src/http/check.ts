import type { FastifyReply, FastifyRequest } from 'fastify';

/** One step before the route: throws, or answers and returns the reply, or lets the request go on. */
export type Check = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
