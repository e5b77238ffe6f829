import { changeLeads, type LeadChange, type WrittenLead } from '../../core/leads/index.ts';
import { leadsIn, withoutEmpty } from './reading.ts';
import type { ToolAnswer, ToolCall } from './tool.ts';

/** Agents don't send an idempotency key. */
const unrepeatable = { key: undefined, method: 'POST', path: '/mcp', body: Buffer.alloc(0) };

/**
 * Changes leads the same way as REST: in one transaction, with the user's permissions, and with the user's name
 * in the history.
 */
export async function changeLeadsAsAgent(
  { context, principal, fields, origin }: ToolCall,
  effect: (change: LeadChange) => Promise<void>,
): Promise<void> {
  await changeLeads(context, { principal, fields, origin }, unrepeatable, async (change) => {
    await effect(change);
    return { status: 200, body: '', leads: [] };
  });
}

/** Writes one lead and returns its current state without empty fields. */
export async function writing(
  call: ToolCall,
  write: (change: LeadChange) => Promise<WrittenLead>,
): Promise<ToolAnswer> {
  const written: WrittenLead[] = [];
  await changeLeadsAsAgent(call, async (change) => void written.push(await write(change)));
  const [lead = {}] = leadsIn(call, written.map(({ stored }) => stored).join(','));
  return { data: { lead: withoutEmpty(lead) }, leads: written.map(({ id }) => id) };
}
