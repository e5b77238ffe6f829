import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../../core/context/index.ts';
import { type ListWish, listLeads, readHistory, readLead } from '../../../core/leads/index.ts';
import { invalid } from '../../../lib/errors.ts';
import { shown } from '../../../lib/shown.ts';
import { actingIn, jsonOf, leadIdOf } from './acting.ts';

type ContextOf = () => Context;
const pageKeys = ['limit', 'start', 'page', 'orderBy', 'orderByDir'] as const;
const searchKeys: readonly string[] = ['filters', 'match', ...pageKeys];

const sendJson = (reply: FastifyReply, json: string) =>
  reply.type('application/json; charset=utf-8').send(json);

/** Sends a list as it was joined, without parsing it once more (seed 2.5: the total is a string). */
async function sendList(contextOf: ContextOf, request: FastifyRequest, reply: FastifyReply, wish: ListWish) {
  const acting = await actingIn(contextOf, request);
  const { context, principal, fields, settings } = acting;
  const { total, leads } = await listLeads(context, principal, fields, wish, settings.default_page_size);
  return sendJson(reply, `{"total":"${total}","leads":[${acting.present(leads)}]}`);
}

/** `GET /api/leads` (seed 4.2): a body is ignored, and so are filters. */
export const listLeadsHandler = (contextOf: ContextOf) => (request: FastifyRequest, reply: FastifyReply) => {
  const { limit, start, orderBy, orderByDir } = request.query as Record<string, unknown>;
  return sendList(contextOf, request, reply, { limit, start, orderBy, orderByDir });
};

/** `POST /api/leads/search` and `POST /api/leads`: the body counts, and the query where the body says nothing. */
export const searchLeadsHandler =
  (contextOf: ContextOf) => (request: FastifyRequest, reply: FastifyReply) => {
    const body = jsonOf(request) ?? {};
    if (typeof body !== 'object' || body === null || Array.isArray(body)) {
      throw invalid('not_an_object', 'The body of a search must be a JSON object.');
    }
    const unknown = Object.keys(body).find((key) => !searchKeys.includes(key));
    if (unknown !== undefined) throw invalid('unknown_key', `${shown(unknown)}: a search has no such key.`);
    const query = request.query as Record<string, unknown>;
    const asked = Object.fromEntries(
      pageKeys.filter((key) => query[key] !== undefined).map((key) => [key, query[key]]),
    );
    return sendList(contextOf, request, reply, { ...asked, ...(body as ListWish) });
  };

/** `GET /api/leads/{id}`. */
export const readLeadHandler =
  (contextOf: ContextOf) => async (request: FastifyRequest, reply: FastifyReply) => {
    const acting = await actingIn(contextOf, request);
    const stored = await readLead(acting.context, acting.principal, acting.fields, leadIdOf(request));
    return sendJson(reply, `{"lead":${acting.present(stored)}}`);
  };

/** `GET /api/leads/{id}/history`, paged as a list. */
export const readHistoryHandler = (contextOf: ContextOf) => async (request: FastifyRequest) => {
  const { context, principal, fields, settings } = await actingIn(contextOf, request);
  const { limit, start } = request.query as Record<string, unknown>;
  const wish = { limit, start };
  const { total, history } = await readHistory(
    context,
    principal,
    fields,
    leadIdOf(request),
    wish,
    settings.default_page_size,
  );
  return { total: String(total), history };
};
