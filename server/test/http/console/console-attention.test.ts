// Tests what needs attention: the counts on the console's navigation and the list on Home have one definition.
import { expect, test } from 'vitest';
import { saveApiClient } from '../../../src/core/api-clients/index.ts';
import { createLead } from '../../../src/core/leads/index.ts';
import { RefusedRequests } from '../../../src/core/listeners/index.ts';
import { createWebhook } from '../../../src/core/webhooks/index.ts';
import { saveWorkflow } from '../../../src/core/workflows/index.ts';
import { sql } from '../../../src/db/driver/sql.ts';
import { uuid7 } from '../../../src/lib/crypto/uuid7.ts';
import { buildWorkspace, changing, changingLeads } from '../../harness/builders.ts';
import { buildCaller } from '../../harness/console/console-caller.ts';
import { buildProposal } from '../../harness/proposals.ts';
import { useSignIn } from '../../harness/servers/sign-in-server.ts';
import { useTestDatabase } from '../../harness/test-database.ts';

const stage = useSignIn(useTestDatabase());
const hourMs = 3_600_000;

test('the navigation and Home show the same failed runs and rejected requests', async () => {
  const context = stage.context();
  const workspace = await buildWorkspace(context);
  const administrator = await buildCaller(stage, workspace, { isAdmin: true });
  const owner = await buildCaller(stage, workspace, { permissions: { 'workflows.view': 'own' } });
  const seller = await buildCaller(stage, workspace, { permissions: { 'leads.view': 'all' } });
  const save = (email: string, name: string) =>
    changing(context, workspace.id, (change) =>
      saveWorkflow(change, { name, owner: email, steps: [{ name: 'end', type: 'stop', as: 'succeeded' }] }),
    );
  const [own, others] = [await save(owner.user.email, 'Own'), await save(administrator.user.email, 'Others')];
  const now = stage.time.now().getTime();
  const addRun = (workflow: number, status: string, endedAt: Date, retriedAs: string | null = null) =>
    context.db.write(workspace.id, (transaction) =>
      transaction.query(sql`
        insert into runs (workspace_id, id, workflow_id, workflow_version, status, accepted_at, ended_at, is_awaited, input, retried_as)
        values (${workspace.id}, ${uuid7(endedAt.getTime())}, ${workflow}, 1, ${status}, ${endedAt}, ${endedAt}, false, '{}', ${retriedAs})`),
    );
  const recently = new Date(now - hourMs);
  await addRun(own.id, 'failed', recently);
  await addRun(own.id, 'succeeded', recently);
  await addRun(own.id, 'failed', new Date(now - 25 * hourMs));
  await addRun(own.id, 'failed', recently, uuid7(now));
  await addRun(others.id, 'failed', recently);
  // A workflow that fails still needs attention after a day; a single failure doesn't.
  const failing = await save(administrator.user.email, 'Failing');
  const daysAgo = new Date(now - 72 * hourMs);
  await addRun(failing.id, 'failed', daysAgo);
  await context.db.write(workspace.id, (transaction) =>
    transaction.query(sql`
      update workflows set failing_since = ${daysAgo} where workspace_id = ${workspace.id} and id = ${failing.id}`),
  );
  const rejected = new RefusedRequests();
  const request = {
    method: 'POST',
    status: 403,
    reason: 'missing_token',
    failed: undefined,
    address: '127.0.0.1',
    contentType: '',
    bodyBytes: null,
    headerNames: ['host'],
  };
  const reject = (listener: { id: number }, at: Date) =>
    rejected.note({ workspace: workspace.id, listener: listener.id as never, at, ...request });
  for (const { listener } of [own, own, own, others, others]) reject(listener, recently);
  // Two rejections in a day are too few, and older ones don't count.
  reject(others.listener, new Date(now - 25 * hourMs));
  await rejected.write(context);

  const countsOf = async ({ ask }: typeof owner) => (await ask('GET', '/session/attention')).json;
  const homeOf = async ({ ask }: typeof owner) => (await ask('GET', '/home/attention')).json;
  const nothing = { approvals: 0, proposals: 0 };
  expect(await countsOf(administrator)).toEqual({ failed_runs: 3, rejected_requests: 3, ...nothing });
  expect(await homeOf(administrator)).toMatchObject({
    failing: [
      { name: 'Failing', is_failing: true, runs: 1 },
      { name: 'Own', is_failing: false, runs: 1 },
      { name: 'Others', is_failing: false, runs: 1 },
    ],
    rejected: [{ name: 'Own', count: 3 }],
  });
  expect(await countsOf(owner)).toEqual({ failed_runs: 1, rejected_requests: 3, ...nothing });
  expect(await homeOf(owner)).toMatchObject({
    failing: [{ name: 'Own', runs: 1 }],
    rejected: [{ count: 3 }],
  });
  expect(await countsOf(seller)).toEqual({ failed_runs: null, rejected_requests: null, ...nothing });
});

test('the navigation counts the pending proposals that the user can decide, and deciding needs the permission', async () => {
  const context = stage.context();
  const workspace = await buildWorkspace(context);
  const administrator = await buildCaller(stage, workspace, { isAdmin: true });
  const permissions = { 'leads.view': 'all', 'leads.edit': 'own' } as const;
  const seller = await buildCaller(stage, workspace, { permissions });
  const viewer = await buildCaller(stage, workspace, { permissions: { 'leads.view': 'all' } });
  const propose = async (owner: number) => {
    const { id } = await changingLeads(context, workspace.id, (change) =>
      createLead(change, { first_name: 'Lea', city: 'Bern', owner_id: owner }),
    );
    return buildProposal(context, workspace.id, administrator.user, id);
  };
  const own = await propose(seller.user.id);
  const other = await propose(administrator.user.id);
  const countOf = async ({ ask }: typeof viewer) =>
    ((await ask('GET', '/session/attention')).json as { proposals: number }).proposals;
  expect([await countOf(administrator), await countOf(seller), await countOf(viewer)]).toEqual([2, 1, 0]);
  const shown = (await seller.ask('GET', '/proposals')).json;
  expect(shown).toMatchObject({
    total: 2,
    proposals: [
      { id: other, can_decide: false },
      { id: own, can_decide: true, lead_name: 'Lea' },
    ],
  });
  const [{ lead_id: lead = 0 } = {}] = (shown as { proposals: { lead_id: number }[] }).proposals;
  expect((await seller.ask('GET', `/proposals?lead=${lead}`)).json).toMatchObject({
    total: 1,
    proposals: [{ id: other }],
  });
  const decided = await seller.ask('POST', '/proposals/decide', { ids: [own, other], outcome: 'approved' });
  expect(decided.json).toEqual({
    results: [
      { id: own, message: null },
      { id: other, message: 'You cannot decide this proposal. It needs the right to edit the lead.' },
    ],
  });
  expect([await countOf(administrator), await countOf(seller)]).toEqual([1, 0]);
});

test('Home shows event webhooks that fail or that Hark disabled to users who can manage them', async () => {
  const context = stage.context();
  const workspace = await buildWorkspace(context);
  const administrator = await buildCaller(stage, workspace, { isAdmin: true });
  const viewer = await buildCaller(stage, workspace, { permissions: { 'workflows.view': 'all' } });
  const since = new Date(stage.time.now().getTime() - hourMs);
  const addWebhook = async (name: string, state: { active?: boolean; reason?: string; since?: Date }) => {
    const { id } = await changing(context, workspace.id, (change) =>
      createWebhook(change, { name, url: 'https://receiver.example/', types: ['lead.created'] }),
    );
    await context.db.write(workspace.id, (transaction) =>
      transaction.query(sql`
        update webhooks set active = ${state.active ?? true}, disabled_reason = ${state.reason ?? null},
          failing_since = ${state.since ?? null}
        where workspace_id = ${workspace.id} and id = ${id}`),
    );
  };
  await addWebhook('Works', {});
  await addWebhook('Fails', { since });
  await addWebhook('Disabled by a user', { active: false });
  await addWebhook('Disabled by Hark', { active: false, reason: 'failing', since });
  const webhooksOf = async ({ ask }: typeof viewer) =>
    ((await ask('GET', '/home/attention')).json as { webhooks: unknown }).webhooks;
  expect(await webhooksOf(administrator)).toMatchObject([
    { name: 'Disabled by Hark', disabled_reason: 'failing', since: since.toISOString() },
    { name: 'Fails', disabled_reason: null, since: since.toISOString() },
  ]);
  expect(await webhooksOf(viewer)).toEqual([]);
});

test("Home shows a user's enabled API clients that expire within a week or have expired", async () => {
  const context = stage.context();
  const workspace = await buildWorkspace(context);
  const owner = await buildCaller(stage, workspace, { isAdmin: true });
  const other = await buildCaller(stage, workspace, { isAdmin: true });
  const addClient = (name: string, days: number | null, active = true) => {
    const expiresAt = days === null ? null : new Date(stage.time.now().getTime() + days * 24 * hourMs);
    return changing(context, workspace.id, (change) =>
      saveApiClient(change, { user: owner.user, name, scope: 'api', active, expiresAt }),
    );
  };
  await addClient('Soon', 6.9);
  await addClient('Expired', -3);
  await addClient('Later', 7.1);
  await addClient('Never', null);
  await addClient('Disabled', 1, false);
  const clientsOf = async ({ ask }: typeof owner) =>
    ((await ask('GET', '/home/attention')).json as { clients: unknown }).clients;
  expect(await clientsOf(owner)).toMatchObject([{ name: 'Expired' }, { name: 'Soon' }]);
  expect(await clientsOf(other)).toEqual([]);
});
