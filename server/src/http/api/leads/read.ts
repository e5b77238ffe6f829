import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Context } from '../../../core/context/index.ts';
import {
  type ListParams,
  listLeads,
  readHistory,
  readLead,
  readLeadsAfter,
  type UrlCursor,
} from '../../../core/leads/index.ts';
import { readPage } from '../../../core/paging/index.ts';
import { invalid, invalidField } from '../../../lib/errors.ts';
import { isRecord, parseOwnJson } from '../../../lib/json.ts';
import { type Acting, actingIn } from '../../request/acting.ts';
import { authenticatedOf } from '../../request/authenticated.ts';
import { optionalBodyOf } from '../json-body.ts';
import { byId, queryOf, readFields, readList, readWalk } from '../list-query.ts';
import { leadIdOf } from '../path-id.ts';

const pageKeys = ['limit', 'start', 'page', 'orderBy', 'orderByDir', 'after', 'fields'] as const;
const searchKeys: readonly string[] = ['filters', 'match', ...pageKeys];

const reading =
  (read: (acting: Acting, request: FastifyRequest) => Promise<string>) =>
  (context: Context) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const body = await read(await actingIn(context, request), request);
    return reply.type('application/json; charset=utf-8').send(body);
  };

const position: z.ZodType<UrlCursor> = z.strictObject({
  key: z.string().nullable(),
  id: z.int(),
  hash: z.string().nullable(),
});

/**
 * Reads a page, with `next` if the caller reads by cursor. The stored leads are joined without parsing them again, unless
 * the caller wants only some fields. The total is a string (spec/rest-api §6.2).
 */
async function showList(
  acting: Acting,
  { after, ...params }: ListParams & { readonly after?: unknown; readonly fields?: unknown },
): Promise<string> {
  const { context, principal, fields, settings } = acting;
  const show = showing(acting, params.fields);
  const { orderBy, orderByDir, filters, match } = params;
  const walk = readWalk({ ...params, after }, ['leads', orderBy, orderByDir, filters, match], position);
  if (!walk) {
    const { total, leads } = await listLeads(context, principal, fields, params, settings.default_page_size);
    return `{"total":"${total}","leads":[${show(leads)}]}`;
  }
  const { limit } = readPage(params, settings.default_page_size);
  const page = { after: walk.after, limit };
  const { total, leads, next } = await readLeadsAfter(context, principal, fields, params, page);
  return `{"total":"${total}","leads":[${show(leads)}],"next":${JSON.stringify(next && walk.next(next))}}`;
}

/** Returns a function that shows stored leads, joined by commas, with the fields that the caller wants. */
function showing({ present, fields }: Acting, wanted: unknown): (stored: string) => string {
  const pick = readFields(wanted, [...fields.byAlias.keys()]);
  if (!pick) return present;
  return (stored) => {
    const leads = parseOwnJson(`[${present(stored)}]`) as Record<string, unknown>[];
    return leads.map((lead) => JSON.stringify(pick(lead))).join(',');
  };
}

/**
 * Parameters that only a search supports. If they were ignored here, every page would be the first page of all
 * leads.
 */
const searchOnly = ['page', 'search', 'filters'];

/**
 * `GET /api/leads`: rejects search parameters and ignores other unknown parameters. The body is never read
 * (spec/rest-api §4.1).
 */
export const listLeadsHandler = reading(async (acting, request) => {
  const query = queryOf(request);
  const misplaced = searchOnly.find((name) =>
    Object.keys(query).some((key) => key === name || key.startsWith(`${name}[`)),
  );
  if (misplaced !== undefined) {
    throw invalidField(
      'search_only',
      misplaced,
      'not supported by GET /api/leads. Use POST /api/leads/search.',
    );
  }
  const { limit, start, orderBy, orderByDir, after, fields } = query;
  return showList(acting, { limit, start, orderBy, orderByDir, after, fields });
});

/**
 * `POST /api/leads/search` and `POST /api/leads`: a query parameter applies if the body doesn't contain the
 * value (spec/rest-api §4.2).
 */
export const searchLeadsHandler = reading(async (acting, request) =>
  showList(acting, searchParamsOf(acting, request)),
);

/**
 * Reads the search parameters. Unknown keys are rejected, because a misspelled `filters` must not return
 * everything. A field of a lead is probably meant for another endpoint (spec/rest-api §4.2).
 */
function searchParamsOf({ fields }: Acting, request: FastifyRequest): ListParams {
  const body = optionalBodyOf(request);
  if (!isRecord(body)) throw invalid('not_an_object', 'The body of a search must be a JSON object.');
  const unknown = Object.keys(body).find((key) => !searchKeys.includes(key));
  if (unknown !== undefined) {
    const wayOut = fields.byAlias.has(unknown) ? ' To create a lead, use POST /api/leads/new.' : '';
    throw invalidField('unknown_key', unknown, `unknown search parameter.${wayOut}`);
  }
  const query = queryOf(request);
  const asked = Object.fromEntries(
    pageKeys.filter((key) => query[key] !== undefined).map((key) => [key, query[key]]),
  );
  return { ...asked, ...body };
}

/** `GET /api/leads/{id}`. */
export const readLeadHandler = reading(async (acting, request) => {
  const { context, principal, fields } = acting;
  const show = showing(acting, queryOf(request).fields);
  return `{"lead":${show(await readLead(context, principal, fields, leadIdOf(request)))}}`;
});

const historyCollection = {
  name: 'history',
  fields: ['id', 'date', 'action', 'user', 'means', 'changes'],
  ...byId,
} as const;

/** `GET /api/leads/{id}/history`: returns pages like a list. */
export const readHistoryHandler = (context: Context) => async (request: FastifyRequest) => {
  const { principal } = authenticatedOf(request);
  const id = leadIdOf(request);
  return readList(request, historyCollection, id, async ({ after, start, limit }) => {
    const { total, history } = await readHistory(context, principal, id, { before: after, start, limit });
    return { total, records: history };
  });
};
