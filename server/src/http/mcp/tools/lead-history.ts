import { z } from 'zod';
import { readHistory } from '../../../core/leads/index.ts';
import type { LeadId } from '../../../lib/ids.ts';
import { cursorAt, positionOf } from '../cursor.ts';
import { fitPage } from '../fit.ts';
import { cursor, leadId, pageSize, usualPage } from '../lead-arguments.ts';
import { defineTool } from '../tool.ts';

export const leadHistory = defineTool({
  title: "Read a lead's history",
  description:
    'Read who changed a lead, when, how, and the old and new values, newest first. Works for deleted leads too.',
  nature: { isReadOnly: true },
  input: z.strictObject({ id: leadId, limit: pageSize, cursor }),
  async run(call, { id, limit = usualPage, cursor: at }) {
    const start = positionOf(at, 0);
    const page = { limit, start };
    const { total, history } = await readHistory(call.context, call.principal, id as LeadId, page);
    const shown = fitPage(history);
    const next = start + shown.length;
    const more = shown.length > 0 && next < total ? { next_cursor: cursorAt(next) } : {};
    return { data: { total, history: shown, ...more }, leads: [id as LeadId] };
  },
});
