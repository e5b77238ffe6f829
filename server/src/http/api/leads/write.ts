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
import { type Proposal, showProposal, writeOrPropose } from '../../../core/proposals/index.ts';
import type { LeadId } from '../../../lib/ids.ts';
import { type Acting, actingIn } from '../../request/acting.ts';
import { recordOf } from '../json-body.ts';
import { leadIdOf } from '../path-id.ts';
import { repeatableOf } from '../repeatable.ts';

/** Runs a change once per Idempotency-Key, and replays its first response (spec/rest-api §9). */
export async function sendChange(
  request: FastifyRequest,
  reply: FastifyReply,
  acting: Acting,
  effect: (change: LeadChange) => Promise<FreshAnswer>,
  repeatable = repeatableOf(request),
) {
  const { context, principal, fields } = acting;
  const writer = { principal, fields, origin: request.ip };
  const { status, body } = await changeLeads(context, writer, repeatable, effect);
  reply.code(status);
  return body === '' ? reply.send() : reply.type('application/json; charset=utf-8').send(body);
}

const writing =
  (
    status: number,
    action: 'create' | 'edit' | 'restore',
    write: (change: LeadChange, request: FastifyRequest) => Promise<WrittenLead>,
  ) =>
  (context: Context) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const acting = await actingIn(context, request);
    return sendChange(request, reply, acting, async (inside) => {
      const result = await writeOrPropose(inside, action, (change) => write(change, request));
      if ('proposal' in result) return proposed(result.proposal);
      const { id, stored } = result.written;
      return { status, body: `{"lead":${acting.present(stored)}}`, leads: [id] };
    });
  };

/** The response to a change that was only proposed (spec/proposals §1.2). */
const proposed = (proposal: Proposal): FreshAnswer => ({
  status: 202,
  body: JSON.stringify({ proposal: showProposal(proposal) }),
  leads: proposal.leadId === null ? [] : [proposal.leadId],
});

/** `POST /api/leads/new`. */
export const createLeadHandler = writing(201, 'create', (inside, request) =>
  createLead(inside, recordOf(request)),
);

/** `PATCH /api/leads/edit`: finds the lead by a unique field; never creates one. */
export const editMatchingHandler = writing(200, 'edit', (inside, request) =>
  editMatchingLead(inside, recordOf(request)),
);

/** `PATCH` and `PUT /api/leads/{id}`: both change only the fields in the body. */
export const editLeadHandler = writing(200, 'edit', (inside, request) =>
  editLead(inside, leadIdOf(request), recordOf(request)),
);

/** `POST /api/leads/{id}/restore`: restores a deleted lead with its id and history. */
export const restoreLeadHandler = writing(200, 'restore', (inside, request) =>
  restoreLead(inside, leadIdOf(request)),
);

/** Deletes a lead and returns its ID, for a proposal. */
export async function removing(change: LeadChange, id: LeadId): Promise<{ readonly id: LeadId }> {
  await deleteLead(change, id);
  return { id };
}

/** `DELETE /api/leads/{id}`. */
export const deleteLeadHandler =
  (context: Context) => async (request: FastifyRequest, reply: FastifyReply) => {
    const acting = await actingIn(context, request);
    const id = leadIdOf(request);
    const unrepeatable = { key: undefined, method: request.method, path: '', body: Buffer.alloc(0) };
    return sendChange(
      request,
      reply,
      acting,
      async (inside) => {
        const result = await writeOrPropose(inside, 'delete', (change) => removing(change, id));
        return 'proposal' in result ? proposed(result.proposal) : { status: 204, body: '', leads: [] };
      },
      unrepeatable,
    );
  };
