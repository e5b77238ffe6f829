import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Context } from '../../../core/context/index.ts';
import { changeEach } from '../../../core/leads/index.ts';
import {
  type Decision,
  decideProposal,
  listProposals,
  type ProposalStatus,
  proposalStatuses,
  readProposal,
  type ShownProposal,
  showProposal,
} from '../../../core/proposals/index.ts';
import { invalidField } from '../../../lib/errors.ts';
import type { ProposalId } from '../../../lib/ids.ts';
import { readBody } from '../../../lib/read-body.ts';
import { actingIn } from '../../request/acting.ts';
import { authenticatedOf } from '../../request/authenticated.ts';
import { optionalBodyOf } from '../json-body.ts';
import { sendChange } from '../leads/write.ts';
import { byId, queryOf, readList, showOne } from '../list-query.ts';
import { pathIdOf } from '../path-id.ts';
import { apiStatusOf } from '../render-error.ts';

type Handler = (context: Context) => (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

const collection = {
  name: 'proposals',
  fields: [
    'id',
    'status',
    'action',
    'lead_id',
    'changes',
    'proposed_by',
    'means',
    'created_at',
    'expires_at',
    'decided_by',
    'decided_at',
  ] as const satisfies readonly (keyof ShownProposal)[],
  ...byId,
};

/** `GET /api/proposals` (spec/proposals §2.2). */
export const listProposalsHandler: Handler = (context) => async (request) => {
  const { principal } = authenticatedOf(request);
  const status = readStatus(queryOf(request).status);
  return readList(request, collection, status, async ({ after, start, limit }) => {
    const page = { status, before: after as ProposalId | undefined, start, limit };
    const { total, proposals } = await listProposals(context, principal, page);
    return { total, records: proposals.map(showProposal) };
  });
};

/** Returns null for proposals with any status. */
function readStatus(status: unknown = 'pending'): ProposalStatus | null {
  if (status === 'all') return null;
  const known = proposalStatuses.find((one) => one === status);
  if (known) return known;
  throw invalidField('bad_status', 'status', `must be ${proposalStatuses.join(', ')} or all.`);
}

/** `GET /api/proposals/{id}`. */
export const readProposalHandler: Handler = (context) => async (request) => {
  const { principal } = authenticatedOf(request);
  const found = await readProposal(context, principal, pathIdOf<ProposalId>(request));
  return { proposal: showOne(request, collection, showProposal(found)) };
};

const noBody = z.strictObject({});

/** `POST /api/proposals/{id}/approve` and `…/reject` (spec/proposals §3). */
const decideHandler =
  (outcome: Decision): Handler =>
  (context) =>
  async (request, reply) => {
    readBody(noBody, optionalBodyOf(request));
    const acting = await actingIn(context, request);
    return sendChange(request, reply, acting, async (change) => {
      const id = pathIdOf<ProposalId>(request);
      const decided = await decideProposal(change, acting.principal, id, outcome);
      const leads = decided.leadId === null ? [] : [decided.leadId];
      return { status: 200, body: JSON.stringify({ proposal: showProposal(decided) }), leads };
    });
  };

export const approveProposalHandler = decideHandler('approved');
export const rejectProposalHandler = decideHandler('rejected');

const manySchema = z.strictObject({ ids: z.array(z.int().positive()).min(1).max(100) });

/** `POST /api/proposals/approve` and `…/reject`: decides each proposal separately, in order (spec/proposals §3.4). */
const decideManyHandler =
  (outcome: Decision): Handler =>
  (context) =>
  async (request, reply) => {
    const { ids } = readBody(manySchema, optionalBodyOf(request));
    const acting = await actingIn(context, request);
    return sendChange(request, reply, acting, async (change) => {
      const done = await changeEach(change, ids, (part, id) =>
        decideProposal(part, acting.principal, id as ProposalId, outcome),
      );
      const results = done.map((result, index) => {
        const id = ids[index];
        if ('written' in result) return { id, status: 200 };
        const code = apiStatusOf(result.refused);
        return { id, status: code, error: { code, message: result.refused.message } };
      });
      const leads = done.flatMap((result) =>
        'written' in result && result.written.leadId !== null ? [result.written.leadId] : [],
      );
      return { status: 200, body: JSON.stringify({ results }), leads };
    });
  };

export const approveProposalsHandler = decideManyHandler('approved');
export const rejectProposalsHandler = decideManyHandler('rejected');
