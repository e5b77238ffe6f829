// The doctor names steps that lack email or a secret (spec/provisioning §7.5).
import { expect, test } from 'vitest';
import { examineWorkflows } from '../../src/cli/doctor.ts';
import { saveWorkflow } from '../../src/core/workflows/index.ts';
import { buildUser, buildWorkspace, changing } from '../harness/builders.ts';
import { useTestDatabase } from '../harness/test-database.ts';

const database = useTestDatabase();

test('the doctor looks for steps that will fail only in the first workspaces', async () => {
  const { context } = database.current;
  await buildWorkspace(context);
  const { id, baseUrl } = await buildWorkspace(context);
  const { email } = await buildUser(context, id);
  const steps = [{ name: 'tell', type: 'notify', user: email, subject: 'Hi', text: '' }];
  await changing(context, id, (change) => saveWorkflow(change, { name: 'Mailing', owner: email, steps }));
  const examine = (most: number) => examineWorkflows({ SMTP_URL: undefined }, context, most);
  expect(await examine(1)).toBe(
    'SMTP_URL is not set; no step in the first 1 workspaces lacks email or a secret',
  );
  expect(await examine(2)).toEqual({
    warning: expect.stringContaining(`${baseUrl}, workflows "Mailing", step tell`),
  });
});
