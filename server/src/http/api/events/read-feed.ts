import type { FastifyRequest } from 'fastify';
import type { Context } from '../../../core/context/index.ts';
import { readFeed } from '../../../core/event-feed/index.ts';
import { authenticatedOf } from '../../request/authenticated.ts';

/** `GET /api/events` (spec/events §2.1). */
export const readFeedHandler = (context: Context) => (request: FastifyRequest) => {
  const { after, types, limit } = request.query as Record<string, unknown>;
  return readFeed(context, authenticatedOf(request), { after, types, limit });
};
