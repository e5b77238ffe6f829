import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../../core/context/index.ts';
import type { FreshAnswer } from '../../../core/idempotency/index.ts';
import {
  changeLeads,
  createLead,
  deleteLead,
  editLead,
  editMatchingLead,
  type LeadChange,
  restoreLead,
  type WrittenLead,
} from '../../../core/leads/index.ts';
import type { Acting } from '../../request/acting.ts';
import { repeatableOf } from '../repeatable.ts';
import { actingIn, leadIdOf, recordOf } from './acting.ts';

/** Runs a change once per Idempotency-Key, and replays its first response (spec/rest-api §9). */
export async function sendChange(
  request: FastifyRequest,
  reply: FastifyReply,
  acting: Acting,
  effect: (change: LeadChange) => Promise<FreshAnswer>,
) {
  const { context, principal, fields } = acting;
  const writer = { principal, fields, origin: request.ip };
  const { status, body } = await changeLeads(context, writer, repeatableOf(request), effect);
  reply.code(status);
  return body === '' ? reply.send() : reply.type('application/json; charset=utf-8').send(body);
}

const writing =
  (status: number, write: (change: LeadChange, request: FastifyRequest) => Promise<WrittenLead>) =>
  (context: Context) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const acting = await actingIn(context, request);
    return sendChange(request, reply, acting, async (inside) => {
      const { id, stored } = await write(inside, request);
      return { status, body: `{"lead":${acting.present(stored)}}`, leads: [id] };
    });
  };

/** `POST /api/leads/new`. */
export const createLeadHandler = writing(201, (inside, request) => createLead(inside, recordOf(request)));

/** `PATCH /api/leads/edit`: finds the lead by a unique field; never creates one. */
export const editMatchingHandler = writing(200, (inside, request) =>
  editMatchingLead(inside, recordOf(request)),
);

/** `PATCH` and `PUT /api/leads/{id}`: both change only the fields in the body. */
export const editLeadHandler = writing(200, (inside, request) =>
  editLead(inside, leadIdOf(request), recordOf(request)),
);

/** `POST /api/leads/{id}/restore`: restores a deleted lead with its id and history. */
export const restoreLeadHandler = writing(200, (inside, request) => restoreLead(inside, leadIdOf(request)));

/** `DELETE /api/leads/{id}`. */
export const deleteLeadHandler =
  (context: Context) => async (request: FastifyRequest, reply: FastifyReply) => {
    const acting = await actingIn(context, request);
    const { principal, fields } = acting;
    const unrepeatable = { key: undefined, method: request.method, path: '', body: Buffer.alloc(0) };
    const writer = { principal, fields, origin: request.ip };
    await changeLeads(context, writer, unrepeatable, async (inside) => {
      await deleteLead(inside, leadIdOf(request));
      return { status: 204, body: '', leads: [] };
    });
    return reply.code(204).send();
  };
