import { z } from 'zod';
import { may } from '../../../core/access/index.ts';
import { typeOf } from '../../../core/lead-fields/index.ts';
import {
  countLeads,
  readNeighbors,
  readValuesInUse,
  readWindow,
  searchBody,
} from '../../../core/leads/index.ts';
import { maxPageSize } from '../../../core/paging/index.ts';
import type { LeadId } from '../../../lib/ids.ts';
import { type Caller, idParams, type Operation, operation, PreparedJson } from '../operation.ts';
import { shownTo } from './acting.ts';
import { chosen, fieldShape, lead } from './shapes.ts';

const cursor = z
  .strictObject({ key: z.string().max(3_000).nullable(), id: z.int().min(-1) })
  .describe("A lead's position in a sorted list: its value in the sort field, and its id.");
const way = z.union([z.enum(['walk', 'narrow', 'search']), z.int().min(0).max(50)]);
const window = chosen.extend({
  order: z.string().max(101).optional(),
  after: cursor.optional(),
  until: cursor.optional(),
  /** Returns the last leads between `after` and `until` instead of the first. */
  from_end: z.boolean().optional(),
  /** Can be used instead of `after`: starts at the leads that have this value in the sort field. */
  at: z.string().max(1_000).optional(),
  /** The value that was returned with the first window of this list. */
  way: way.optional(),
  /** How many leads to return, 100 unless set. */
  limit: z.int().min(1).max(maxPageSize).optional(),
});

const meetsLeads = ({ principal }: Caller): boolean =>
  may(principal, 'leads.view') || may(principal, 'leads.create');

const showForm = operation({
  method: 'GET',
  path: '/leads/form',
  act: 'lead_fields.view',
  answer: z.object({
    fields: z.array(fieldShape),
    users: z.array(z.object({ id: z.number(), name: z.string() })),
  }),
  async handle(caller) {
    const { fields, names } = await shownTo(caller);
    return {
      fields: [...fields.byAlias.values()].map((field) => ({
        alias: field.alias,
        label: field.label,
        type: field.type,
        unique: field.unique,
        required: field.required,
        read_only: field.readOnly,
        options: [...field.options],
        operators: [...typeOf(field).operators],
        is_ordered: typeOf(field).isSortable,
      })),
      // Only users who can see leads get other users' names.
      users: meetsLeads(caller) ? [...names].map(([id, name]) => ({ id, name })) : [],
    };
  },
});

const search = operation({
  method: 'POST',
  path: '/leads/search',
  act: 'leads.view',
  body: window,
  answer: z.object({
    leads: z.array(lead),
    /** The cursor where this part starts. Null at the start of the list. */
    after: cursor.nullable(),
    /** The cursor where reading stopped and can resume. Null at the end of the list. */
    stop: cursor.nullable(),
    /**
     * Set only for some windows at the end of a list: the returned leads end at this cursor, and leads
     * after it, if there are any, haven't been found yet.
     */
    gap: cursor.nullable(),
    way,
    /** Set only in the first window of a list. It is a lower bound unless it is marked as exact. */
    total: z.number().nullable(),
    is_exact: z.boolean(),
    /** The cursor of every hundredth lead, if the list is short. */
    marks: z.array(cursor),
  }),
  handle: showWindow,
});

const showNeighbors = operation({
  method: 'POST',
  path: '/leads/:id/neighbors',
  act: 'leads.view',
  params: idParams,
  body: chosen.extend({ order: z.string().max(101).optional() }),
  answer: z.object({
    /** The IDs of the leads before and after this one in the list. Null at the list's start or end. */
    previous: z.number().nullable(),
    next: z.number().nullable(),
    /** Null if the lead is far from the list's start. */
    position: z.number().nullable(),
    total: z.number().describe('A lower bound if is_exact is false.'),
    is_exact: z.boolean(),
  }),
  async handle(caller, { params, body }) {
    const { fields } = await shownTo(caller);
    const { context, principal } = caller;
    const list = { ...searchBody(body), orderBy: body.order };
    const { isExact, ...found } = await readNeighbors(context, principal, fields, params.id as LeadId, list);
    return { ...found, is_exact: isExact };
  },
});

const countMatching = operation({
  method: 'POST',
  path: '/leads/count',
  act: 'leads.view',
  body: chosen,
  answer: z.object({ total: z.number() }),
  async handle(caller, { body }) {
    const { fields } = await shownTo(caller);
    const { context, principal } = caller;
    return { total: await countLeads(context, principal, fields, searchBody(body)) };
  },
});

const showValues = operation({
  method: 'GET',
  path: '/leads/values/:field',
  act: 'leads.view',
  params: z.strictObject({ field: z.enum(['status', 'tags']) }),
  answer: z.object({
    values: z.array(
      z.object({ value: z.string(), count: z.number().describe('A lower bound if many leads have it.') }),
    ),
  }),
  async handle(caller, { params }) {
    const { fields } = await shownTo(caller);
    const found = await readValuesInUse(caller.context, caller.principal, fields, params.field);
    return { values: found.map((one) => ({ ...one })) };
  },
});

export const searchOperations: readonly Operation[] = [
  showForm,
  search,
  showNeighbors,
  countMatching,
  showValues,
];

async function showWindow(caller: Caller, { body }: { body: z.infer<typeof window> }) {
  const { fields, present } = await shownTo(caller);
  const { context, principal } = caller;
  const { order: orderBy, from_end: isFromEnd, after, until, at, way: strategy, limit } = body;
  const params = { ...searchBody(body), orderBy, after, until, isFromEnd, at, strategy, limit };
  const found = await readWindow(context, principal, fields, params);
  const rest = {
    after: found.after ?? null,
    stop: found.stop,
    gap: found.gap ?? null,
    way: found.strategy,
    total: found.survey?.total ?? null,
    is_exact: found.survey?.isExact ?? false,
    marks: found.marks,
  };
  const leads = present(found.rows.map(({ stored }) => stored).join(','));
  return new PreparedJson(`{"leads":[${leads}],${JSON.stringify(rest).slice(1)}`);
}
