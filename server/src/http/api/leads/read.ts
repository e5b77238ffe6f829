import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../../core/context/index.ts';
import {
  type ListParams,
  listLeads,
  readHistory,
  readLead,
  type StoredPage,
} from '../../../core/leads/index.ts';
import { invalid } from '../../../lib/errors.ts';
import { shown } from '../../../lib/shown.ts';
import type { Acting } from '../../request/acting.ts';
import { actingIn, jsonBodyOf, leadIdOf } from './acting.ts';

const pageKeys = ['limit', 'start', 'page', 'orderBy', 'orderByDir'] as const;
const searchKeys: readonly string[] = ['filters', 'match', ...pageKeys];

const reading =
  <Found>(
    read: (acting: Acting, request: FastifyRequest) => Promise<Found>,
    show: (acting: Acting, found: Found) => string,
  ) =>
  (context: Context) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const acting = await actingIn(context, request);
    const found = await read(acting, request);
    return reply.type('application/json; charset=utf-8').send(show(acting, found));
  };

/** Joins the stored leads without parsing them again. The total is a string (spec/rest-api §6.2). */
const showList = ({ present }: Acting, { total, leads }: StoredPage) =>
  `{"total":"${total}","leads":[${present(leads)}]}`;

/**
 * Parameters that only a search supports. If they were ignored here, every page would be the first page of all
 * leads.
 */
const searchOnly = ['page', 'search', 'filters'];

/**
 * `GET /api/leads`: rejects search parameters and ignores other unknown parameters. The body is never read
 * (spec/rest-api §4.1).
 */
export const listLeadsHandler = reading(async ({ context, principal, fields, settings }, request) => {
  const query = request.query as Record<string, unknown>;
  const misplaced = searchOnly.find((name) =>
    Object.keys(query).some((key) => key === name || key.startsWith(`${name}[`)),
  );
  if (misplaced !== undefined) {
    throw invalid(
      'search_only',
      `${misplaced}: not supported by GET /api/leads. Use POST /api/leads/search.`,
    );
  }
  const { limit, start, orderBy, orderByDir } = query;
  const params = { limit, start, orderBy, orderByDir };
  return listLeads(context, principal, fields, params, settings.default_page_size);
}, showList);

/**
 * `POST /api/leads/search` and `POST /api/leads`: a query parameter applies if the body doesn't contain the
 * value (spec/rest-api §4.2).
 */
export const searchLeadsHandler = reading(
  async ({ context, principal, fields, settings }, request) =>
    listLeads(context, principal, fields, searchParamsOf(request), settings.default_page_size),
  showList,
);

/**
 * Reads the search parameters. Unknown keys are rejected, because a misspelled `filters` must not return
 * everything (spec/rest-api §4.2).
 */
function searchParamsOf(request: FastifyRequest): ListParams {
  const body = jsonBodyOf(request) ?? {};
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw invalid('not_an_object', 'The body of a search must be a JSON object.');
  }
  const unknown = Object.keys(body).find((key) => !searchKeys.includes(key));
  if (unknown !== undefined) throw invalid('unknown_key', `${shown(unknown)}: unknown search parameter.`);
  const query = request.query as Record<string, unknown>;
  const asked = Object.fromEntries(
    pageKeys.filter((key) => query[key] !== undefined).map((key) => [key, query[key]]),
  );
  return { ...asked, ...(body as ListParams) };
}

/** `GET /api/leads/{id}`. */
export const readLeadHandler = reading(
  async ({ context, principal, fields }, request) => readLead(context, principal, fields, leadIdOf(request)),
  ({ present }, stored) => `{"lead":${present(stored)}}`,
);

/** `GET /api/leads/{id}/history`: returns pages like a list. */
export const readHistoryHandler = reading(
  async ({ context, principal, settings }, request) => {
    const { limit, start } = request.query as Record<string, unknown>;
    return readHistory(context, principal, leadIdOf(request), { limit, start }, settings.default_page_size);
  },
  (_, { total, history }) => JSON.stringify({ total: String(total), history }),
);
