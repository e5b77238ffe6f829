import { z } from 'zod';
import { editLead } from '../../../core/leads/index.ts';
import type { LeadId } from '../../../lib/ids.ts';
import { leadId, shownLead } from '../lead-arguments.ts';
import { defineTool } from '../tool.ts';
import { writing } from '../writing.ts';

export const updateLeadTool = defineTool({
  title: 'Update a lead',
  description:
    'Change the given fields of a lead; other fields stay unchanged. null clears a field. lead_history keeps the old values.',
  nature: { isReadOnly: false, isDestructive: true, isIdempotent: true },
  input: z.looseObject({ id: leadId }),
  shownInput: (fields) => shownLead(fields, { id: leadId }),
  run: (call, { id, ...given }) => writing(call, 'edit', (change) => editLead(change, id as LeadId, given)),
});
