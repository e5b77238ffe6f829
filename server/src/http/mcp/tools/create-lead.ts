import { z } from 'zod';
import { createLead } from '../../../core/leads/index.ts';
import { leadFieldsShape } from '../lead-arguments.ts';
import { defineTool } from '../tool.ts';
import { writing } from '../writing.ts';

export const createLeadTool = defineTool({
  title: 'Create a lead',
  description:
    'Create a lead from its fields. It belongs to your user unless owner_id says otherwise. Search first: an email that is taken is refused, other twins are not.',
  nature: { isReadOnly: false },
  input: z.record(z.string(), z.unknown()),
  shownInput: (fields) => z.strictObject(leadFieldsShape(fields)),
  run: (call, given) => writing(call, (change) => createLead(change, given)),
});
