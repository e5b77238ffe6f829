import { expect, test } from 'vitest';
import { createLead, deleteLead, restoreLead } from '../../../src/core/leads/index.ts';
import { buildWorkspace, changingLeads } from '../../harness/builders.ts';
import { useTestDatabase } from '../../harness/test-database.ts';

const database = useTestDatabase();

test.each([
  ['29 days', true],
  ['31 days', false],
])('a lead that was deleted %s ago can be restored: %j (spec/rest-api §5.4)', async (age, isRestored) => {
  const { context, asAdministrator } = database.current;
  const { id: workspace } = await buildWorkspace(context);
  const lead = await changingLeads(context, workspace, async (change) => {
    const { id } = await createLead(change, { email: 'lea@b.test' });
    await deleteLead(change, id);
    return id;
  });
  await asAdministrator((client) =>
    client.query(`update deleted_leads set deleted_at = now() - $1::interval where workspace_id = $2`, [
      age,
      workspace,
    ]),
  );
  const restoring = changingLeads(context, workspace, (change) => restoreLead(change, lead));
  if (isRestored) expect(await restoring).toMatchObject({ id: lead });
  else await expect(restoring).rejects.toMatchObject({ kind: 'not-found' });
});
