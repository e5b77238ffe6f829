import { z } from 'zod';
import { listWorkflows } from '../../../core/workflows/index.ts';
import { cursorAt, positionOf } from '../cursor.ts';
import { fitPage } from '../fit.ts';
import { cursor, pageSize, usualPage } from '../lead-arguments.ts';
import { defineTool } from '../tool.ts';

export const listWorkflowsTool = defineTool({
  title: 'List workflows',
  description:
    'List the workflows that your user can see: name, owner, whether it is enabled, and published version.',
  nature: { isReadOnly: true },
  input: z.strictObject({ limit: pageSize, cursor }),
  async run(call, { limit = usualPage, cursor: at }) {
    const page = { after: positionOf(at, 0), most: limit + 1 };
    const found = await listWorkflows(call.context, call.principal, page);
    const shown = fitPage(
      found.slice(0, limit).map(({ id, name, owner, enabled, version, publishedAt }) => ({
        id,
        name,
        owner,
        enabled,
        version,
        published_at: publishedAt,
      })),
    );
    const last = found[shown.length - 1];
    const more = last && shown.length < found.length ? { next_cursor: cursorAt(last.id) } : {};
    return { data: { workflows: shown, ...more } };
  },
});
