// Through a surface that the role limits, callers save drafts but don't decide what runs (spec/proposals §1.3).
import { describe, expect, test } from 'vitest';
import { findPrincipal } from '../../../src/core/access/index.ts';
import { controllerAs, type RunController, replayRequest } from '../../../src/core/runs/index.ts';
import { changeTriggers, saveTriggers, triggersSchema } from '../../../src/core/triggers/index.ts';
import {
  changeListener,
  changeWorkflowSettings,
  type Editor,
  publishDraft,
  renewListenerAddress,
  viewWorkflow,
} from '../../../src/core/workflows/index.ts';
import { apiRoutes } from '../../../src/http/api/routes.ts';
import { tools } from '../../../src/http/mcp/tool-table.ts';
import { patternOf } from '../../../src/http/request/route-table.ts';
import type { RunId, WorkflowId } from '../../../src/lib/ids.ts';
import { type Agent, buildAgent } from '../../harness/agents.ts';
import {
  type ApiCaller,
  buildApiCaller,
  type CredentialType,
  credentialTypes,
} from '../../harness/api-callers.ts';
import { changing } from '../../harness/builders.ts';
import { buildCaller } from '../../harness/console/console-caller.ts';
import { errorOf, useRest } from '../../harness/rest-stage.ts';
import { useSignIn } from '../../harness/servers/sign-in-server.ts';
import { execute } from '../../runs/run-stage.ts';

const rest = useRest();
const stage = useSignIn(rest.database);
const admin = rest.caller({ isAdmin: true });

const limits = ['none', 'propose', 'own', 'all', undefined] as const;
type Limit = (typeof limits)[number];
const isLimited = (limit: Limit) => limit !== undefined && limit !== 'all';
const permissions = {
  'leads.view': 'all',
  'leads.create': true,
  'leads.edit': 'all',
  'workflows.view': 'all',
  'workflows.edit': 'all',
} as const;
const build = (role: object, by: CredentialType = 'api_key') =>
  buildApiCaller(rest.context, rest.api, rest.workspace, { permissions: { ...permissions, ...role } }, by);

const failing = [{ name: 'end', type: 'stop', as: 'failed', message: 'No.' }];
const other = [{ name: 'other', type: 'set', values: { a: 1 } }];
const signed = { add_authentication: true, endpoint_key: 'the-key', endpoint_secret: 'the-secret' };
const wantedTriggers = triggersSchema.parse([{ type: 'schedule', cron: '0 3 1 1 *' }]);

interface Flow {
  readonly id: WorkflowId;
  readonly name: string;
}
let made = 0;
const at = ({ id }: Flow, action = '') => `/api/workflows/${id}${action}`;

/** Creates a workflow of the caller that was never published. */
async function draft({ user }: Pick<ApiCaller, 'user'>): Promise<Flow> {
  made += 1;
  const body = { name: `Flow ${made}`, owner: { id: user.id }, steps: failing, listener: signed };
  const { json, text } = await admin.ask('POST', '/api/workflows/new', { body });
  expect(json?.workflow, text).toMatchObject({ version: 0, enabled: false });
  const flow = json.workflow as Flow;
  await changing(rest.context, rest.workspace.id, (change) => saveTriggers(change, flow, wantedTriggers));
  return flow;
}

/** Creates a workflow of the caller that was published, is enabled, and has a draft and a failed run. */
async function live(caller: Pick<ApiCaller, 'user'>): Promise<Flow & { readonly run: RunId }> {
  const flow = await draft(caller);
  await admin.ask('POST', at(flow, '/publish'));
  await admin.ask('PATCH', at(flow), { body: { enabled: true, steps: other } });
  const { json, text } = await admin.ask('POST', at(flow, '/start'));
  expect(json?.run_id, text).toBeDefined();
  const run = json.run_id as RunId;
  await execute(rest.context, { workspace: rest.workspace.id, run, fence: 0 });
  return { ...flow, run };
}

const tables = ['workflow_drafts', 'workflow_versions', 'listeners', 'workflow_triggers', 'runs'];

/** Returns everything that is stored about a workflow, and its runs. */
const everythingOf = ({ id }: Flow) =>
  rest.database.current.asAdministrator(async (client) => {
    const rows = [(await client.query('select * from workflows where id = $1', [id])).rows];
    for (const table of tables)
      rows.push(
        (await client.query(`select * from ${table} where workflow_id = $1 order by 1, 2, 3`, [id])).rows,
      );
    return rows;
  });

type Request = readonly [method: string, path: string, body?: object];
type LiveFlow = Awaited<ReturnType<typeof live>>;

/** What decides what runs, on a workflow that was published. The routes are those of `apiRoutes`. */
const onLive: Readonly<Record<string, (flow: LiveFlow) => Request>> = {
  publish: (flow) => ['POST', at(flow, '/publish')],
  start: (flow) => ['POST', at(flow, '/start')],
  'retry from the failed step': ({ run }) => ['POST', `/api/runs/${run}/retry`],
  'retry from the start': ({ run }) => ['POST', `/api/runs/${run}/retry`, { from: 'start' }],
  disable: (flow) => ['PATCH', at(flow), { enabled: false }],
  'disable by PUT, with a new name and new steps': (flow) => [
    'PUT',
    at(flow),
    { name: `${flow.name} renamed`, steps: failing, enabled: false },
  ],
  'open the listener': (flow) => ['PATCH', at(flow), { listener: { add_authentication: false } }],
  "set the listener's secret": (flow) => ['PATCH', at(flow), { listener: { endpoint_secret: 'mine' } }],
  'sign the listener by another secret': (flow) => [
    'PATCH',
    at(flow),
    { steps: failing, listener: { signature: { scheme: 'github', secret: 'mine' } } },
  ],
};

/** What a caller can do through any surface, on a workflow that was published. */
const freeOnLive: Readonly<Record<string, (flow: LiveFlow) => Request>> = {
  'saving a draft': (flow) => ['PATCH', at(flow), { steps: failing }],
  renaming: (flow) => ['PATCH', at(flow), { name: `${flow.name} renamed` }],
  comparing: (flow) => ['POST', at(flow, '/shadow'), {}],
  'sending settings as they are': (flow) => [
    'PUT',
    at(flow),
    { enabled: true, listener: { add_authentication: true, endpoint_secret: 'the-secret' } },
  ],
  deleting: (flow) => ['DELETE', at(flow)],
};

/** What a caller can do through any surface, on a workflow that was never published. */
const freeOnDraft: Readonly<Record<string, (flow: Flow) => Request>> = {
  'saving a draft': (flow) => ['PATCH', at(flow), { steps: other }],
  enabling: (flow) => ['PATCH', at(flow), { enabled: true }],
  'changing the listener': (flow) => ['PATCH', at(flow), { listener: { add_authentication: false } }],
  deleting: (flow) => ['DELETE', at(flow)],
};

const ask = (caller: ApiCaller, [method, path, body]: Request) => caller.ask(method, path, { body });

describe.each(limits)('with api.write_rest: %s (spec/proposals §1.3)', (limit) => {
  const refused = [403, 'forbidden'];

  test.each(Object.entries(onLive))('%s, on a published workflow', async (_, requestOn) => {
    // The refused requests change nothing, so all credentials share a workflow.
    const credentials = limit === 'propose' ? credentialTypes : (['api_key'] as const);
    const callers = await Promise.all(credentials.map((by) => build({ 'api.write_rest': limit }, by)));
    const flow = await live(callers[0] ?? admin);
    const before = await everythingOf(flow);
    for (const [index, caller] of callers.entries()) {
      const answer = await ask(caller, requestOn(flow));
      if (isLimited(limit)) {
        expect(errorOf(answer), `${credentials[index]} ${answer.text}`).toEqual(refused);
        expect(answer.text).toContain('Your role limits what programs and agents can change');
        expect(await everythingOf(flow)).toEqual(before);
      } else {
        expect([200, 202], answer.text).toContain(answer.status);
        expect(await everythingOf(flow)).not.toEqual(before);
      }
    }
  });

  test('publish and start, on a workflow that was never published', async () => {
    const caller = await build({ 'api.write_rest': limit });
    const flow = await draft(caller);
    const before = await everythingOf(flow);
    const start = await caller.ask('POST', at(flow, '/start'));
    expect(errorOf(start)).toEqual(isLimited(limit) ? refused : [409, 'not_published']);
    const publish = await caller.ask('POST', at(flow, '/publish'));
    if (!isLimited(limit)) return expect(publish.status).toBe(200);
    expect(errorOf(publish)).toEqual(refused);
    expect(await everythingOf(flow)).toEqual(before);
  });

  test.each(Object.entries(freeOnLive))(
    '%s is possible with any limit, on a published workflow',
    async (_, requestOn) => {
      const caller = await build({ 'api.write_rest': limit });
      const { status, text } = await ask(caller, requestOn(await live(caller)));
      expect([200, 204], text).toContain(status);
    },
  );

  test.each(Object.entries(freeOnDraft))(
    '%s is possible with any limit, on a workflow that was never published',
    async (_, requestOn) => {
      const caller = await build({ 'api.write_rest': limit });
      const { status, text } = await ask(caller, requestOn(await draft(caller)));
      expect([200, 204], text).toContain(status);
    },
  );

  test('no other route starts or publishes: apply needs an administrator, and REST has no triggers', async () => {
    const caller = await build({ 'api.write_rest': limit });
    const flow = await live(caller);
    const before = await everythingOf(flow);
    const workflows = [{ name: flow.name, enabled: false, steps: failing, triggers: [] }];
    const applied = await caller.ask('POST', '/api/workspace/apply', { body: { workspace: { workflows } } });
    expect(errorOf(applied)).toEqual(refused);
    const triggers = await caller.ask('PATCH', at(flow), { body: { triggers: [] } });
    expect(errorOf(triggers)).toEqual([400, 'unknown_field; field=triggers']);
    expect(await everythingOf(flow)).toEqual(before);
  });

  test('a limit of REST is no limit of agents, and the reverse', async () => {
    const caller = await build({ 'api.write_mcp': limit });
    const flow = await live(caller);
    expect((await caller.ask('POST', at(flow, '/start'))).status).toBe(202);
    expect((await caller.ask('POST', at(flow, '/publish'))).status).toBe(200);
  });

  test('agents start and retry only through a surface without a limit (spec/agents §2.1)', async () => {
    const { context } = rest;
    const role = { permissions: { ...permissions, 'api.write_mcp': limit } };
    const agent: Agent = await buildAgent(context, rest.api, rest.workspace, role);
    const flow = await live(agent.caller);
    const before = await everythingOf(flow);
    const listed = (await agent.rpc('tools/list')).text;
    for (const [tool, given] of [
      ['start_workflow', { workflow: flow.id, data: {} }],
      ['start_workflow', { workflow: flow.name }],
      ['retry_run', { run: flow.run }],
      ['retry_run', { run: flow.run, from: 'start' }],
    ] as const) {
      const { isError, data } = await agent.call(tool, given);
      if (isLimited(limit)) expect([isError, data.error], tool).toEqual([true, 'not_allowed']);
      else expect(isError && data.error !== 'run_retried', JSON.stringify(data)).toBe(false);
      expect(listed.includes(`"${tool}"`), tool).toBe(!isLimited(limit));
    }
    if (isLimited(limit)) expect(await everythingOf(flow)).toEqual(before);
    else expect(await everythingOf(flow)).not.toEqual(before);
  });
});

describe('what only the console offers follows the same rule (spec/proposals §1.3)', () => {
  type Acting = Editor & { readonly controller: RunController };
  const stateless = { claim: () => false, start: () => {} };
  const runIn = (run: RunId) => ({ workspace: rest.workspace.id, run });
  const stored = wantedTriggers.map((trigger) => ({ ...trigger, timezone: 'UTC' }));

  /** Acts on a workflow. Some are free until it is published for the first time. */
  const consoleActs = [
    [
      'change the triggers',
      true,
      (editor, { id }) => changeTriggers(editor, id, { triggers: [], basedOn: stored }),
    ],
    ['change the listener', true, (editor, { id }) => changeListener(editor, id, { allow_cors: true })],
    ['renew the URL of the listener', true, (editor, { id }) => renewListenerAddress(editor, id)],
    ['enable', true, (editor, { id }) => changeWorkflowSettings(editor, id, { enabled: !editor.isLive })],
    [
      'publish',
      false,
      async (editor, { id }) => {
        const { draft, version } = await viewWorkflow(editor.context, editor.principal, id);
        return publishDraft(editor, id, { revision: draft.revision, version }, { switchOn: true });
      },
    ],
    [
      'replay a request',
      false,
      ({ context, controller }, { run }) =>
        replayRequest(context, stateless, controller, runIn(run), { repeatCalls: true }),
    ],
  ] as const satisfies readonly (readonly [
    string,
    boolean,
    (acting: Acting & { isLive: boolean }, flow: LiveFlow) => Promise<unknown>,
  ])[];

  /** Returns the code of the error, if the act is refused. */
  const attempt = (
    act: (typeof consoleActs)[number][2],
    acting: Acting & { isLive: boolean },
    flow: LiveFlow,
  ) =>
    act(acting, flow).then(
      () => undefined,
      (error: { code: string }) => error.code,
    );

  test.each(consoleActs)('%s', async (_, isFreeOnDraft, act) => {
    const { context } = rest;
    const person = await buildCaller(stage, rest.workspace, {
      permissions: { ...permissions, 'api.write_rest': 'own', 'api.write_mcp': 'none' },
    });
    for (const type of ['api_key', 'mcp', 'ui'] as const) {
      const principal = await context.db.read(rest.workspace.id, (transaction) =>
        findPrincipal(transaction, rest.workspace.id, person.user.id, { type }),
      );
      if (!principal) throw new Error('The user is missing.');
      const actor = { user: principal.user, means: principal.means, origin: 'a test' };
      const editor = { context, principal, actor, controller: controllerAs(principal, actor) };
      const published = await live(person);
      const before = await everythingOf(published);
      const code = await attempt(act, { ...editor, isLive: true }, published);
      if (type === 'ui') {
        expect(code).not.toBe('not_allowed');
        continue;
      }
      expect([type, code]).toEqual([type, 'not_allowed']);
      expect(await everythingOf(published)).toEqual(before);
      if (!isFreeOnDraft) continue;
      const unpublished = { ...(await draft(person)), run: published.run };
      expect([type, await attempt(act, { ...editor, isLive: false }, unpublished)]).toEqual([
        type,
        undefined,
      ]);
    }
  });
});

test('administrators are not limited (spec/proposals §1.3)', async () => {
  const { context } = rest;
  const role = { isAdmin: true, permissions: { 'api.write_rest': 'none', 'api.write_mcp': 'none' } } as const;
  const caller = await buildApiCaller(context, rest.api, rest.workspace, role, 'api_key');
  for (const requestOn of Object.values(onLive)) {
    const answer = await ask(caller, requestOn(await live(caller)));
    expect([200, 202], answer.text).toContain(answer.status);
  }
});

test('a workflow that the caller cannot view is missing, for limited callers too (spec/proposals §1.3)', async () => {
  const caller = await build({
    'workflows.view': 'own',
    'workflows.edit': 'own',
    'api.write_rest': 'propose',
  });
  const flow = await live(admin);
  for (const requestOn of Object.values(onLive))
    expect((await ask(caller, requestOn(flow))).status).toBe(404);
});

test('a program that can only propose changes of leads does not change one through its own workflow (spec/proposals §1.3)', async () => {
  const caller = await build({ 'workflows.edit': 'own', 'api.write_rest': 'propose' });
  const body = { email: 'target@example.test', first_name: 'Before' };
  const { lead } = (await admin.ask('POST', '/api/leads/new', { body })).json;
  const proposed = await caller.ask('PATCH', `/api/leads/${lead.id}`, { body: { first_name: 'After' } });
  expect(proposed.status).toBe(202);
  const steps = [
    { name: 'edit', type: 'lead.update', match: { id: lead.id }, fields: { first_name: 'After' } },
  ];
  const created = await caller.ask('POST', '/api/workflows/new', {
    body: { name: 'A way around', steps, enabled: true },
  });
  expect(created.status, created.text).toBe(201);
  const flow = created.json.workflow as Flow;
  await caller.ask('POST', at(flow, '/publish'));
  await caller.ask('PATCH', at(flow), { body: { enabled: true } });
  const { json } = await caller.ask('POST', at(flow, '/start'));
  if (json?.run_id) await execute(rest.context, { workspace: rest.workspace.id, run: json.run_id, fence: 0 });
  const found = (await admin.ask('GET', `/api/leads/${lead.id}`)).json.lead;
  expect(found.first_name).toBe('Before');
});

test('every route and tool that changes workflows or runs is tested here', () => {
  const flow = { id: 1 as WorkflowId, name: 'x', run: '0'.repeat(8) as RunId };
  const requests = [...Object.values(onLive), ...Object.values(freeOnLive), ...Object.values(freeOnDraft)];
  const tested = new Set(
    requests.map((requestOn) => {
      const [method, path] = requestOn(flow);
      return `${method} ${path.replace(/^\/api/, '').replace(/\/(1|0{8})(?=\/|$)/, '/:id')}`;
    }),
  );
  const isWorkflowAct = (act: unknown) =>
    typeof act === 'string' && /^(workflows|runs|listeners)\./.test(act);
  const routes = apiRoutes({} as never)
    .filter(({ method, permission }) => method !== 'GET' && isWorkflowAct(permission))
    .map(({ method, path }) => `${method} ${patternOf(path)}`);
  // Creating a workflow saves a draft, and canceling a run starts nothing.
  const others = ['POST /workflows/new', 'POST /runs/:id/cancel'];
  expect(routes.filter((route) => !tested.has(route))).toEqual(others);
  const writing = Object.entries(tools).filter(([, { nature }]) => !nature.isReadOnly);
  expect(writing.map(([name]) => name).filter((name) => !name.endsWith('_lead'))).toEqual([
    'retry_run',
    'start_workflow',
  ]);
});
