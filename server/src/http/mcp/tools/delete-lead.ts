import { z } from 'zod';
import { deleteLead } from '../../../core/leads/index.ts';
import type { LeadId } from '../../../lib/ids.ts';
import { leadId } from '../lead-arguments.ts';
import { defineTool } from '../tool.ts';
import { changeLeadsAsAgent } from '../writing.ts';

export const deleteLeadTool = defineTool({
  title: 'Delete a lead',
  description:
    'Delete a lead. It disappears from all lists immediately; a person can restore it for some days. Ask your user before you delete anything they did not name.',
  nature: { isReadOnly: false, isDestructive: true, isIdempotent: true },
  input: z.strictObject({ id: leadId }),
  async run(call, { id }) {
    await changeLeadsAsAgent(call, (change) => deleteLead(change, id as LeadId));
    const { restore_days } = call.settings;
    return { data: { deleted: id, can_be_restored_for_days: restore_days }, leads: [id as LeadId] };
  },
});
