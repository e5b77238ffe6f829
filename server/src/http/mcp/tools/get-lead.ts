import { z } from 'zod';
import { readLead } from '../../../core/leads/index.ts';
import { invalid } from '../../../lib/errors.ts';
import type { LeadId } from '../../../lib/ids.ts';
import { chosenFields, leadId } from '../lead-arguments.ts';
import { choosing, idsOf, leadsIn } from '../reading.ts';
import { defineTool } from '../tool.ts';

export const getLead = defineTool({
  title: 'Read a lead',
  description:
    'Read a lead with all its fields, or only the fields that you name. Content that does not fit is truncated and marked; to get the rest, name the missing fields, or a single long field and the position to continue from.',
  nature: { isReadOnly: true },
  input: z.strictObject({
    id: leadId,
    fields: chosenFields,
    from: z
      .int()
      .min(0)
      .optional()
      .describe(
        'With exactly one field: the number of characters to skip, because you have already read them.',
      ),
  }),
  async run(call, { id, fields, from = 0 }) {
    if (from > 0 && fields?.length !== 1)
      throw invalid('bad_arguments', 'from: can only be used with exactly one field.');
    const choose = choosing(call, fields);
    const stored = await readLead(call.context, call.principal, call.fields, id as LeadId);
    const found = leadsIn(call, stored);
    return { data: { lead: textsFrom(choose(found[0] ?? {}), from) }, leads: idsOf(found) };
  },
});

const textsFrom = (lead: Record<string, unknown>, from: number): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(lead).map(([alias, value]) => [
      alias,
      typeof value === 'string' ? value.slice(from) : value,
    ]),
  );
