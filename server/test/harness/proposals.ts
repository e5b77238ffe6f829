import type { Context } from '../../src/core/context/index.ts';
import { editLead } from '../../src/core/leads/index.ts';
import { writeOrPropose } from '../../src/core/proposals/index.ts';
import { fault } from '../../src/lib/errors.ts';
import type { LeadId, ProposalId, UserId, WorkspaceId } from '../../src/lib/ids.ts';
import { changingLeads } from './builders.ts';

/** Stores a proposal to edit a lead, in a user's name. */
export const buildProposal = (
  context: Context,
  workspace: WorkspaceId,
  { id, name }: { readonly id: number; readonly name: string },
  lead: number,
  city = 'Proposed',
): Promise<ProposalId> =>
  changingLeads(context, workspace, async (change) => {
    const actor = { ...change.actor, user: { id: id as UserId, name } };
    const result = await writeOrPropose({ ...change, actor, isProposed: true }, 'edit', (inside) =>
      editLead(inside, lead as LeadId, { city }),
    );
    if (!('proposal' in result)) throw fault('no_proposal', 'The edit was not proposed.');
    return result.proposal.id;
  });
