import { z } from 'zod';
import { deleteLead } from '../../../core/leads/index.ts';
import type { LeadId } from '../../../lib/ids.ts';
import { leadId } from '../lead-arguments.ts';
import { defineTool } from '../tool.ts';
import { changeAsAgent } from '../writing.ts';

export const deleteLeadTool = defineTool({
  title: 'Delete a lead',
  description:
    'Delete a lead. It disappears from all lists immediately; a person can restore it for some days. Ask your user before you delete anything they did not name.',
  nature: { isReadOnly: false, isDestructive: true, isIdempotent: true },
  input: z.strictObject({ id: leadId }),
  run(call, { id }) {
    const lead = { id: id as LeadId };
    return changeAsAgent(
      call,
      'delete',
      async (change) => {
        await deleteLead(change, lead.id);
        return lead;
      },
      () => ({
        data: { deleted: id, can_be_restored_for_days: call.settings.restore_days },
        leads: [lead.id],
      }),
    );
  },
});
