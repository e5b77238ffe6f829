// Tests a new workspace's home screen: setup progress, sample data, and the check of its own URL.
import { expect, test } from 'vitest';
import { listAudit } from '../../../src/core/audit/index.ts';
import { createLead } from '../../../src/core/leads/index.ts';
import { sealArrival } from '../../../src/core/self-check/index.ts';
import { saveWorkflow } from '../../../src/core/workflows/index.ts';
import { buildWorkspace, changing, changingLeads } from '../../harness/builders.ts';
import { buildCaller } from '../../harness/console/console-caller.ts';
import { useSignIn } from '../../harness/servers/sign-in-server.ts';
import { useTestDatabase } from '../../harness/test-database.ts';

const stage = useSignIn(useTestDatabase());

async function administrator() {
  const workspace = await buildWorkspace(stage.context());
  return { workspace, ...(await buildCaller(stage, workspace, { isAdmin: true })) };
}

const nothingDone = {
  has_workflow: false,
  has_request: false,
  has_lead: false,
  has_colleague: false,
  has_api_call: false,
};

test('sample data is added once, stays pending without a worker, and can be removed without a trace', async () => {
  const { ask, workspace, user } = await administrator();
  expect((await ask('GET', '/demo')).json).toEqual({ state: 'none', runs: 0, of: 11 });
  const [first, second] = await Promise.all([ask('POST', '/demo'), ask('POST', '/demo')]);
  expect([first.status, second.status].toSorted()).toEqual([200, 409]);
  expect(stage.played.filter(({ id }) => id === workspace.id)).toHaveLength(1);
  expect((await ask('GET', '/demo')).json).toMatchObject({ state: 'playing', runs: 0 });
  await stage.time.move(60_000);
  expect((await ask('GET', '/demo')).json).toMatchObject({ state: 'stuck' });

  const { json } = await ask('GET', '/workflows');
  expect(json.workflows.map((one: { name: string }) => one.name)).toEqual([
    'Demo: partner orders',
    'Demo: price in the browser',
    'Demo: website form',
  ]);
  for (const { owner, version, enabled } of json.workflows)
    expect([owner.id, version, enabled]).toEqual([user.id, 1, true]);
  // Sample data adds no users.
  expect((await ask('GET', '/users')).json.total ?? 1).toBe(1);
  // Sample data doesn't count as the user's own progress.
  const home = (await ask('GET', '/home')).json;
  expect([home.progress, home.workflow]).toEqual([nothingDone, null]);

  const audit = await listAudit(stage.context(), workspace.id, { limit: 50 });
  const made = audit.filter(({ subject }) => subject.type === 'workflow');
  expect(made.every(({ user: by, means }) => by?.id === user.id && means.type === 'ui')).toBe(true);

  expect((await ask('DELETE', '/demo')).status).toBe(200);
  expect((await ask('GET', '/demo')).json).toMatchObject({ state: 'none' });
  expect((await ask('GET', '/workflows')).json.total).toBe(0);
  expect((await ask('POST', '/leads/search', {})).json.total).toBe(0);
  expect((await ask('DELETE', '/demo')).status).toBe(200);
});

test('the checklist links to the newest visible workflow, and prefers a published one to a draft', async () => {
  const { ask, workspace, user } = await administrator();
  const draft = (await ask('POST', '/workflows', { name: 'Draft', starter: 'form' })).json.id;
  expect((await ask('GET', '/home')).json).toMatchObject({ workflow: draft, progress: nothingDone });
  const { id } = await changing(stage.context(), workspace.id, (change) =>
    saveWorkflow(change, {
      name: 'Published',
      owner: user.email,
      listener: {},
      steps: [{ name: 'end', type: 'stop', as: 'succeeded' }],
    }),
  );
  const later = (await ask('POST', '/workflows', { name: 'Later draft', starter: 'blank' })).json.id;
  expect(later).toBeGreaterThan(id);
  expect((await ask('GET', '/home')).json).toMatchObject({
    workflow: id,
    progress: { ...nothingDone, has_workflow: true },
  });
  const builder = await buildCaller(stage, workspace, { permissions: { 'workflows.edit': 'own' } });
  expect((await builder.ask('GET', '/home')).json.workflow).toBeNull();
  const seller = await buildCaller(stage, workspace, { permissions: { 'leads.view': 'all' } });
  expect((await seller.ask('GET', '/home')).json.workflow).toBeNull();
  await changingLeads(stage.context(), workspace.id, (change) => createLead(change, { first_name: 'Lea' }));
  expect((await ask('GET', '/home')).json.progress).toMatchObject({ has_lead: true, has_colleague: true });
});

test('a first version can be published and enabled in one step, or published without being enabled', async () => {
  const { ask, workspace } = await administrator();
  const { id } = (await ask('POST', '/workflows', { name: 'On', starter: 'form' })).json;
  const publish = { revision: 1, version: 0 };
  expect((await ask('POST', `/workflows/${id}/publish`, { ...publish, switch_on: true })).status).toBe(200);
  expect((await ask('GET', `/workflows/${id}`)).json).toMatchObject({ version: 1, enabled: true });
  const [entry] = await listAudit(stage.context(), workspace.id, { limit: 1 });
  expect(entry).toMatchObject({
    old: { enabled: false, published_version: 0 },
    new: { enabled: true, published_version: 1 },
  });
  const off = (await ask('POST', '/workflows', { name: 'Off', starter: 'form' })).json.id;
  await ask('POST', `/workflows/${off}/publish`, publish);
  expect((await ask('GET', `/workflows/${off}`)).json).toMatchObject({ version: 1, enabled: false });
});

test('the URL check requests only the workspace URL and does not reveal the response', async () => {
  const { ask, workspace } = await administrator();
  const asked: string[] = [];
  stage.own.ask = async (url) => {
    asked.push(url);
    return { status: 200, headers: new Headers(), text: 'the secret of somebody else' };
  };
  const { status, json, text } = await ask('POST', '/workspace/examination');
  expect(status).toBe(200);
  expect(asked).toEqual([`${workspace.baseUrl}/set-up/arrival`]);
  expect(json.findings[0]).toMatchObject({ check: 'address', ok: false });
  expect(json.findings[0].says).toContain("the response isn't from this installation");
  expect(text).not.toContain('somebody else');
  stage.own.ask = async () => ({
    status: 308,
    headers: new Headers({ location: 'https://other.test/path?token=x' }),
    text: '',
  });
  const moved = (await ask('POST', '/workspace/examination')).json.findings[0].says;
  expect(moved).toContain('redirects to https://other.test. Many');
});

test('the URL check reports the offset of a wrong proxy clock', async () => {
  const { ask, workspace } = await administrator();
  await stage.time.move(Date.now() - stage.time.now().getTime());
  const { key, clock } = stage.context();
  const arrival = {
    host: workspace.host,
    protocol: 'http',
    caller: '127.0.0.1',
    forwardedFor: null,
    forwardedProto: null,
    forwardedHost: null,
    isPassedOn: false,
    keyHeader: 'apikey',
    rewritesHeaderNames: false,
    trustsProxies: false,
    now: clock.now().getTime(),
  };
  const clocksWith = async (aheadMs: number) => {
    const date = new Date(clock.now().getTime() + aheadMs).toUTCString();
    const answer = { status: 200, headers: new Headers({ date }), text: sealArrival(key, arrival) };
    stage.own.ask = async () => answer;
    const { json } = await ask('POST', '/workspace/examination');
    return json.findings.at(-1);
  };
  expect(await clocksWith(0)).toMatchObject({ check: 'clocks', ok: true });
  const wrong = await clocksWith(3_600_000);
  expect([wrong.ok, wrong.says]).toEqual([false, expect.stringMatching(/differs by (3599|3600) s/)]);
});
