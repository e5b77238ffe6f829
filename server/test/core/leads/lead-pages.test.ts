import { expect, test } from 'vitest';
import { readFieldSet } from '../../../src/core/lead-fields/index.ts';
import { createLead, deleteLead, foldLeadCounts, listLeads } from '../../../src/core/leads/index.ts';
import type { LeadId } from '../../../src/lib/ids.ts';
import { buildWorkspace, changingLeads } from '../../harness/builders.ts';
import { buildPrincipal } from '../../harness/job-stage.ts';
import { useTestDatabase } from '../../harness/test-database.ts';

const database = useTestDatabase();
const pageSize = 7;

test.each(['id', '-id', 'last_name', '-last_name', '-score'])(
  'ordered by %s, consecutive pages make up the whole list, across blocks, gaps and empty values',
  async (orderBy) => {
    const { context, upkeep } = database.current;
    const workspace = await buildWorkspace(context);
    const principal = await buildPrincipal(database.current, workspace, { isAdmin: true });
    const ids: LeadId[] = [];
    for (let index = 0; index < 40; index++) {
      // Skips thousands of IDs, so the leads are in many blocks. The deletions below leave some blocks empty.
      if (index % 5 === 0)
        await database.current.query(
          "select setval(pg_get_serial_sequence('leads', 'id'), nextval(pg_get_serial_sequence('leads', 'id')) + 5000)",
        );
      const last_name = index % 4 === 0 ? null : `Name ${index % 6}`;
      const lead = { last_name, score: index % 3 === 0 ? null : index % 5, company: 'Paged' };
      ids.push((await changingLeads(context, workspace.id, (change) => createLead(change, lead))).id);
    }
    for (const id of ids.slice(10, 20))
      await changingLeads(context, workspace.id, (change) => deleteLead(change, id));
    await foldLeadCounts(upkeep);
    const read = async (params: object) => {
      const fields = await context.db.read(workspace.id, (transaction) =>
        readFieldSet(transaction, workspace.id),
      );
      const page = await listLeads(context, principal, fields, { orderBy, ...params }, 100);
      const shown = page.leads.replaceAll('\u0001', '');
      return { total: page.total, ids: (JSON.parse(`[${shown}]`) as { id: number }[]).map(({ id }) => id) };
    };
    const filters = [{ alias: 'company', operator: 'eq', value: 'paged' }];
    const complete = await read({});
    expect(complete).toMatchObject({ total: 30, ids: { length: 30 } });
    for (const params of [{}, { filters }]) {
      const pages: number[] = [];
      for (let start = 0; start < 30; start += pageSize)
        pages.push(...(await read({ ...params, start, limit: pageSize })).ids);
      expect(pages).toEqual(complete.ids);
    }
    if (orderBy === '-id')
      expect(complete.ids).toEqual(ids.filter((_, index) => index < 10 || index >= 20).reverse());
  },
);
