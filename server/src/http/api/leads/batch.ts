import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../../core/context/index.ts';
import {
  createLead,
  deleteLead,
  editMatchingLead,
  explainTaken,
  findLeadId,
  type LeadChange,
  notFound,
  type WrittenLead,
} from '../../../core/leads/index.ts';
import { HarkError, invalid } from '../../../lib/errors.ts';
import type { LeadId } from '../../../lib/ids.ts';
import type { Acting } from '../../acting.ts';
import { apiStatusOf } from '../render-error.ts';
import { actingIn, recordOf } from './acting.ts';
import { sendChange } from './write.ts';

type ContextOf = () => Context;

/** Decisions 6.2. */
const mostItems = 100;

/** What is done to one item; gives the lead that was written, or nothing when it is gone. */
type ItemEffect = (change: LeadChange, item: unknown) => Promise<WrittenLead | undefined>;

/**
 * `POST /api/leads/batch/…`: each item on its own, in order (decisions 6.2). One transaction, so that a repeated batch gets
 * the same answer; what an item runs into undoes that item alone.
 */
const batch =
  (status: number, effect: ItemEffect) =>
  (contextOf: ContextOf) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const acting = await actingIn(contextOf, request);
    const items = itemsOf(request);
    return sendChange(request, reply, acting, async (change) => {
      const results: string[] = [];
      const leads: LeadId[] = [];
      for (const item of items) {
        const { result, lead } = await runItem(acting, change, status, effect, item);
        results.push(result);
        if (lead !== undefined) leads.push(lead);
      }
      return { status: 200, body: `{"results":[${results.join(',')}]}`, leads };
    });
  };

function itemsOf(request: FastifyRequest): readonly unknown[] {
  const body = recordOf(request);
  const { items, ...others } = (typeof body === 'object' && body !== null ? body : {}) as { items?: unknown };
  if (!Array.isArray(items) || Object.keys(others).length > 0) {
    throw invalid('bad_batch', 'The body must be an object with one key, items, and a list.');
  }
  if (items.length > mostItems) throw invalid('bad_batch', `items: at most ${mostItems} are taken.`);
  return items;
}

async function runItem(
  acting: Acting,
  change: LeadChange,
  status: number,
  effect: ItemEffect,
  item: unknown,
): Promise<{ result: string; lead?: LeadId }> {
  try {
    const part = { ...change, isWhole: false };
    const written = await change.transaction.attempt(() => effect(part, item)).catch(explainTaken);
    if (!written) return { result: `{"status":${status}}` };
    return { result: `{"status":${status},"lead":${acting.present(written.stored)}}`, lead: written.id };
  } catch (error) {
    // A fault or an outage concerns the whole request.
    if (!(error instanceof HarkError) || error.kind === 'fault' || error.kind === 'unavailable') throw error;
    const code = apiStatusOf(error);
    return { result: JSON.stringify({ status: code, error: { code, message: error.message } }) };
  }
}

/** `…/new`. */
export const batchCreateHandler = batch(201, createLead);

/** `…/edit`, matched as `PATCH /api/leads/edit` does. */
export const batchEditHandler = batch(200, editMatchingLead);

/** `…/delete`, matched in the same way. */
export const batchDeleteHandler = batch(204, async (change, item) => {
  const id = await findLeadId(change, item);
  if (id === undefined) throw notFound();
  await deleteLead(change, id);
  return undefined;
});
