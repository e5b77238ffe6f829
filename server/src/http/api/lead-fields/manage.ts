import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Context } from '../../../core/context/index.ts';
import { changeOnce } from '../../../core/idempotency/index.ts';
import {
  addLeadField,
  changeLeadField,
  listLeadFields,
  readCustomField,
  readFieldChange,
  readNewField,
  showField,
  shownFieldKeys,
} from '../../../core/lead-fields/index.ts';
import { allowedCaller } from '../allowed-caller.ts';
import { recordOf } from '../json-body.ts';
import { partOf, readList, showOne } from '../list-query.ts';
import { repeatableOf, sendAnswer } from '../repeatable.ts';

type Handler = (context: Context) => (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

const collection = {
  name: 'lead_fields',
  fields: shownFieldKeys,
  key: 'alias',
  position: z.string(),
  positionOf: ({ alias }: { readonly alias: unknown }) => String(alias),
} as const;

const aliasOf = ({ params }: FastifyRequest): string => (params as { alias: string }).alias;

/** `GET /api/lead-fields`: the custom fields, by alias (spec/rest-api §16). */
export const listFieldsHandler: Handler = (context) => async (request) => {
  const { workspace } = allowedCaller(request).principal;
  return readList(request, collection, null, async (part) => {
    const custom = (await listLeadFields(context, workspace.id)).filter(({ customId }) => customId !== null);
    const sorted = custom.map(showField).toSorted((one, other) => (one.alias < other.alias ? -1 : 1));
    return partOf(sorted, part, ({ alias }, after) => alias > after);
  });
};

/** `GET /api/lead-fields/{alias}`. */
export const readFieldHandler: Handler = (context) => async (request) => {
  const { workspace } = allowedCaller(request).principal;
  const field = await readCustomField(context, workspace.id, aliasOf(request));
  return { lead_field: showOne(request, collection, showField(field)) };
};

/** `POST /api/lead-fields/new` (spec/rest-api §16.1). */
export const createFieldHandler: Handler = (context) => async (request, reply) => {
  const wanted = readNewField(recordOf(request, 'lead field'));
  const answer = await changeOnce(context, allowedCaller(request), repeatableOf(request), async (change) => ({
    status: 201,
    body: { lead_field: showField(await addLeadField(change, wanted)) },
  }));
  return sendAnswer(reply, answer);
};

/** `PATCH` and `PUT /api/lead-fields/{alias}`: both change only the values in the body (spec/rest-api §16.2). */
export const changeFieldHandler: Handler = (context) => async (request, reply) => {
  const wanted = readFieldChange(recordOf(request, 'lead field'));
  const answer = await changeOnce(context, allowedCaller(request), repeatableOf(request), async (change) => ({
    status: 200,
    body: { lead_field: showField(await changeLeadField(change, aliasOf(request), wanted)) },
  }));
  return sendAnswer(reply, answer);
};
