import { z } from 'zod';
import { createLead } from '../../../core/leads/index.ts';
import { shownLead } from '../lead-arguments.ts';
import { defineTool } from '../tool.ts';
import { writing } from '../writing.ts';

export const createLeadTool = defineTool({
  title: 'Create a lead',
  description:
    'Create a lead. Your user owns it unless owner_id says otherwise. Search first: only a duplicate value in a unique field, such as the email address, is rejected; other duplicates are not.',
  nature: { isReadOnly: false },
  input: z.record(z.string(), z.unknown()),
  shownInput: (fields) => shownLead(fields),
  run: (call, given) => writing(call, 'create', (change) => createLead(change, given)),
});
