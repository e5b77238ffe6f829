import { z } from 'zod';
import { cursorAt, positionOf } from '../cursor.ts';
import { fitPage } from '../fit.ts';
import { cursor } from '../lead-arguments.ts';
import { defineTool } from '../tool.ts';

export const describeFields = defineTool({
  title: 'Describe lead fields',
  description:
    'List the lead fields of this workspace: alias, label, type, whether they are unique, required or read-only, and the options of select fields.',
  nature: { isReadOnly: true },
  input: z.strictObject({ cursor }),
  async run({ fields }, { cursor: at }) {
    const all = [...fields.byAlias.values()];
    const start = positionOf(at, 0);
    const shown = fitPage(
      all.slice(start).map(({ alias, label, type, unique, required, readOnly, options }) => ({
        alias,
        label,
        type,
        ...(unique && { unique }),
        ...(required && { required }),
        ...(readOnly && { read_only: true }),
        ...(options.length > 0 && { options }),
      })),
    );
    const next = start + shown.length;
    return { data: { fields: shown, ...(next < all.length && { next_cursor: cursorAt(next) }) } };
  },
});
