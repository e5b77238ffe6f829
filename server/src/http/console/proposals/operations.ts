import { z } from 'zod';
import { changeEach } from '../../../core/leads/index.ts';
import {
  decideProposal,
  isDecider,
  listProposals,
  type Proposal,
  proposalStatuses,
  proposedActions,
  showProposal,
} from '../../../core/proposals/index.ts';
import type { LeadId, ProposalId } from '../../../lib/ids.ts';
import { leadNames } from '../leads/lead-names.ts';
import { changeLeadsAsUser } from '../leads/records.ts';
import { fieldChanges } from '../leads/shapes.ts';
import { type Caller, moment, type Operation, operation } from '../operation.ts';

const pageSize = 50;
const named = z.object({ id: z.number(), name: z.string() });

const proposal = z.object({
  id: z.number(),
  status: z.enum(proposalStatuses),
  action: z.enum(proposedActions),
  /** Null until the lead is created. */
  lead_id: z.number().nullable(),
  /** Null if the lead has no name, or is deleted. */
  lead_name: z.string().nullable(),
  changes: fieldChanges,
  proposed_by: named,
  means: z.object({ type: z.string(), id: z.number().nullable(), name: z.string().nullable() }),
  can_decide: z.boolean(),
  created_at: moment,
  expires_at: moment,
  decided_by: named.nullable(),
  decided_at: moment.nullable(),
});

async function present(caller: Caller, proposals: readonly Proposal[]): Promise<z.infer<typeof proposal>[]> {
  const names = await leadNames(
    caller,
    proposals.flatMap(({ leadId }) => leadId ?? []),
  );
  return proposals.map((one) => ({
    ...showProposal(one),
    changes: [...one.changes],
    lead_name: (one.leadId !== null && names.get(one.leadId)) || null,
    can_decide: one.status === 'pending' && isDecider(caller.principal, one),
  }));
}

/** Changes of leads that agents and programs propose (spec/proposals §2, §3). */
export const proposalsOperations: readonly Operation[] = [
  operation({
    method: 'GET',
    path: '/proposals',
    act: 'proposals.view',
    query: z.strictObject({
      status: z.enum([...proposalStatuses, 'all']).default('pending'),
      /** Only proposals about this lead. */
      lead: z.coerce.number().int().positive().optional(),
      start: z.coerce.number().int().nonnegative().default(0),
    }),
    answer: z.object({ total: z.number(), proposals: z.array(proposal) }),
    async handle(caller, { query: { status, lead, start } }) {
      const page = {
        status: status === 'all' ? null : status,
        leadId: lead as LeadId | undefined,
        start,
        limit: pageSize,
      };
      const { total, proposals } = await listProposals(caller.context, caller.principal, page);
      return { total, proposals: await present(caller, proposals) };
    },
  }),
  operation({
    method: 'POST',
    path: '/proposals/decide',
    act: 'proposals.decide',
    body: z.strictObject({
      ids: z.array(z.int().positive()).min(1).max(100),
      outcome: z.enum(['approved', 'rejected']),
    }),
    /** Each proposal is decided separately, in order. The message is null if it was decided. */
    answer: z.object({ results: z.array(z.object({ id: z.number(), message: z.string().nullable() })) }),
    async handle(caller, { body: { ids, outcome } }) {
      const { result } = await changeLeadsAsUser(caller, (change) =>
        changeEach(change, ids, (part, id) =>
          decideProposal(part, caller.principal, id as ProposalId, outcome),
        ),
      );
      const messageOf = (index: number) => {
        const done = result[index];
        return done && 'refused' in done ? done.refused.message : null;
      };
      return { results: ids.map((id, index) => ({ id, message: messageOf(index) })) };
    },
  }),
];
