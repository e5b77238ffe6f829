import { z } from 'zod';
import { readLead } from '../../../core/leads/index.ts';
import { invalid } from '../../../lib/errors.ts';
import type { LeadId } from '../../../lib/ids.ts';
import { leadId } from '../lead-arguments.ts';
import { idsOf, leadsIn, reading } from '../reading.ts';
import { defineTool } from '../tool.ts';

export const getLead = defineTool({
  title: 'Read a lead',
  description:
    'Read one lead with all its fields. A text that is too long is cut and says so: name that field alone and where to read on.',
  nature: { isReadOnly: true },
  input: z.strictObject({
    id: leadId,
    fields: z.array(z.string()).min(1).max(100).optional().describe('Only these fields.'),
    from: z
      .int()
      .min(0)
      .optional()
      .describe('With exactly one field: the character of its text to begin with.'),
  }),
  async run(call, { id, fields, from }) {
    const stored = await reading(call, readLead(call.principal, call.fields, id as LeadId), { single: true });
    const found = leadsIn(call, stored);
    const lead = found[0] ?? {};
    return { data: { lead: fields ? chosen(lead, fields, from) : lead }, leads: idsOf(found) };
  },
});

function chosen(lead: Record<string, unknown>, fields: readonly string[], from = 0): Record<string, unknown> {
  const unknown = fields.find((alias) => !Object.hasOwn(lead, alias));
  if (unknown !== undefined) {
    throw invalid(
      'unknown_field',
      `fields: there is no field "${unknown.slice(0, 80)}". See describe_fields.`,
    );
  }
  if (from > 0 && fields.length !== 1) throw invalid('bad_arguments', 'from: needs exactly one field.');
  return Object.fromEntries(
    fields.map((alias) => {
      const value = lead[alias];
      return [alias, typeof value === 'string' ? value.slice(from) : value];
    }),
  );
}
