import { changeLeads, type LeadChange, type WrittenLead } from '../../core/leads/index.ts';
import { type Proposal, showProposal, writeOrPropose } from '../../core/proposals/index.ts';
import type { LeadId } from '../../lib/ids.ts';
import { leadsIn, withoutEmpty } from './reading.ts';
import type { ToolAnswer, ToolCall } from './tool.ts';

/** Agents don't send an idempotency key. */
const unrepeatable = { key: undefined, method: 'POST', path: '/mcp', body: Buffer.alloc(0) };

/**
 * Changes leads the same way as REST: in one transaction, with the user's permissions, and with the user's name
 * in the history.
 */
async function changeLeadsAsAgent(
  { context, principal, fields, origin }: ToolCall,
  effect: (change: LeadChange) => Promise<void>,
): Promise<void> {
  await changeLeads(context, { principal, fields, origin }, unrepeatable, async (change) => {
    await effect(change);
    return { status: 200, body: '', leads: [] };
  });
}

/** Writes one lead and returns its current state without empty fields. */
export const writing = (
  call: ToolCall,
  action: 'create' | 'edit',
  write: (change: LeadChange) => Promise<WrittenLead>,
): Promise<ToolAnswer> =>
  changeAsAgent(call, action, write, ({ id, stored }) => {
    const [lead = {}] = leadsIn(call, stored);
    return { data: { lead: withoutEmpty(lead) }, leads: [id] };
  });

/**
 * Changes a lead and returns what `show` says about it. If the role lets agents only propose changes, returns the
 * proposal and says that nothing was changed (spec/proposals §1.2).
 */
export async function changeAsAgent<Written extends { readonly id: LeadId }>(
  call: ToolCall,
  action: 'create' | 'edit' | 'delete',
  write: (change: LeadChange) => Promise<Written>,
  show: (written: Written) => ToolAnswer,
): Promise<ToolAnswer> {
  const done: ToolAnswer[] = [];
  await changeLeadsAsAgent(call, async (change) => {
    const result = await writeOrPropose(change, action, write);
    done.push('proposal' in result ? showProposed(result.proposal) : show(result.written));
  });
  return done[0] ?? { data: {} };
}

const showProposed = (proposal: Proposal): ToolAnswer => ({
  data: {
    proposal: showProposal(proposal),
    note: 'Nothing was changed. A person decides about this proposal.',
  },
  leads: proposal.leadId === null ? [] : [proposal.leadId],
});
