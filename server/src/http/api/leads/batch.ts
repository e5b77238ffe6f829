import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../../core/context/index.ts';
import {
  changeEach,
  createLead,
  type EachResult,
  editMatchingLead,
  findLeadId,
  type LeadChange,
} from '../../../core/leads/index.ts';
import { showProposal, type WriteResult, writeOrPropose } from '../../../core/proposals/index.ts';
import { invalid, invalidField, notFound } from '../../../lib/errors.ts';
import type { LeadId } from '../../../lib/ids.ts';
import { type Acting, actingIn } from '../../request/acting.ts';
import { recordOf } from '../json-body.ts';
import { apiStatusOf } from '../render-error.ts';
import { removing, sendChange } from './write.ts';

/** Maximum number of items per batch (spec/rest-api §4.7). */
const maxItems = 100;

/** What an item did to a lead. A deleted lead has no stored form. */
type ItemResult = WriteResult<{ readonly id: LeadId; readonly stored?: string }>;
type ItemEffect = (change: LeadChange, item: unknown) => Promise<ItemResult>;

/**
 * Processes items separately, in order (spec/rest-api §4.7). They share one transaction, so a repeated batch
 * gets the same response. An error rolls back only its own item.
 */
const batch =
  (status: number, effect: ItemEffect) =>
  (context: Context) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const acting = await actingIn(context, request);
    const items = itemsOf(request);
    return sendChange(request, reply, acting, async (change) => {
      const done = await changeEach(change, items, effect);
      const results = done.map((result) => resultOf(acting, status, result));
      const leads = done.flatMap((result) => ('written' in result ? leadsOf(result.written) : []));
      return { status: 200, body: `{"results":[${results.join(',')}]}`, leads };
    });
  };

function itemsOf(request: FastifyRequest): readonly unknown[] {
  const body = recordOf(request);
  const { items, ...others } = (typeof body === 'object' && body !== null ? body : {}) as { items?: unknown };
  if (!Array.isArray(items) || Object.keys(others).length > 0) {
    throw invalid(
      'bad_batch',
      'The body must be an object with the single key "items", whose value is a list.',
    );
  }
  if (items.length > maxItems)
    throw invalidField('bad_batch', 'items', `must have at most ${maxItems} items.`);
  return items;
}

const leadsOf = (result: ItemResult): LeadId[] => {
  if ('written' in result) return result.written.stored === undefined ? [] : [result.written.id];
  return result.proposal.leadId === null ? [] : [result.proposal.leadId];
};

function resultOf(acting: Acting, status: number, result: EachResult<ItemResult>): string {
  if ('refused' in result) {
    const code = apiStatusOf(result.refused);
    return JSON.stringify({ status: code, error: { code, message: result.refused.message } });
  }
  if ('proposal' in result.written)
    return JSON.stringify({ status: 202, proposal: showProposal(result.written.proposal) });
  const { stored } = result.written.written;
  return stored === undefined
    ? `{"status":${status}}`
    : `{"status":${status},"lead":${acting.present(stored)}}`;
}

export const batchCreateHandler = batch(201, (change, item) =>
  writeOrPropose(change, 'create', (inside) => createLead(inside, item)),
);

/** `…/edit`: matches leads as `PATCH /api/leads/edit` does. */
export const batchEditHandler = batch(200, (change, item) =>
  writeOrPropose(change, 'edit', (inside) => editMatchingLead(inside, item)),
);

export const batchDeleteHandler = batch(204, async (change, item) => {
  const id = await findLeadId(change, item);
  if (id === undefined) throw notFound();
  return writeOrPropose(change, 'delete', (inside) => removing(inside, id));
});
