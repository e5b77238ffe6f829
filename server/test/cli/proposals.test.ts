// `hark proposals`, which calls the server as a user (spec/proposals §3.5).
import { beforeAll, expect, test, vi } from 'vitest';
import { saveApiClient } from '../../src/core/api-clients/index.ts';
import { createLead } from '../../src/core/leads/index.ts';
import { saveRole } from '../../src/core/roles/index.ts';
import { createWorkspace } from '../../src/core/workspaces/index.ts';
import type { WorkspaceId } from '../../src/lib/ids.ts';
import { buildUser, changing, changingLeads, testActor } from '../harness/builders.ts';
import { runHark } from '../harness/hark-process.ts';
import { buildProposal } from '../harness/proposals.ts';
import { useApi } from '../harness/servers/api-server.ts';
import { useTestDatabase } from '../harness/test-database.ts';

// Each command is a separate process, which takes seconds on a loaded machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const database = useTestDatabase();
const api = useApi(database);
let workspace: WorkspaceId;
let user: Awaited<ReturnType<typeof buildUser>>;
let env: Record<string, string>;
beforeAll(async () => {
  const { context } = database.current;
  const host = `127.0.0.1:${api.port()}`;
  const described = { name: 'Remote', baseUrl: `http://${host}`, host };
  workspace = await createWorkspace(context, testActor, described, async (change) => change.workspace);
  await changing(context, workspace, (change) => saveRole(change, { name: 'All', isAdmin: true }));
  user = await buildUser(context, workspace, { role: 'All' });
  const { token } = await changing(context, workspace, (change) =>
    saveApiClient(change, { user, name: 'Remote', scope: 'api' }),
  );
  env = { HARK_URL: described.baseUrl, HARK_TOKEN: String(token) };
});

const hark = (...args: string[]) => runHark(['proposals', ...args], env);

async function propose(): Promise<{ id: number; lead: number }> {
  const { context } = database.current;
  const { id: lead } = await changingLeads(context, workspace, (change) =>
    createLead(change, { city: 'Bern' }),
  );
  return { id: await buildProposal(context, workspace, user, lead), lead };
}

test('proposals are listed, approved and rejected (spec/proposals §3.5)', async () => {
  const [first, second] = [await propose(), await propose()];
  const listed = await hark('list');
  expect(listed).toMatchObject({ code: 0, stderr: '' });
  expect(listed.stdout).toContain('2 proposals\n');
  expect(listed.stdout).toContain(`${first.id}  pending  edit lead ${first.lead}, by ${user.name}, `);
  expect(listed.stdout).toContain('  city: "Bern" → "Proposed"');
  expect(await hark('approve', String(first.id))).toMatchObject({
    code: 0,
    stdout: `Approved ${first.id}.\n`,
  });
  expect(await hark('reject', String(second.id), String(first.id))).toMatchObject({
    code: 1,
    stdout: `Rejected ${second.id}.\n`,
    stderr: `${first.id}: This proposal was approved by ${user.name}.\n`,
  });
  const { stdout } = await hark('list', '--status', 'all', '--json');
  expect(JSON.parse(stdout)).toMatchObject({
    total: 2,
    proposals: [
      { id: second.id, status: 'rejected' },
      { id: first.id, status: 'approved', decided_by: { name: user.name } },
    ],
  });
});

test('wrong input and missing variables are exit code 2 (spec/proposals §3.5)', async () => {
  expect((await hark('approve', 'first')).code).toBe(2);
  expect((await hark('list', '--status', 'other')).code).toBe(2);
  const without = await runHark(['proposals', 'list'], {});
  expect([without.code, without.stderr]).toEqual([2, expect.stringContaining('Set HARK_URL and HARK_TOKEN')]);
});
