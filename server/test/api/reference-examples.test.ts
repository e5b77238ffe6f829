// The examples in the API reference can be sent unchanged, and the responses have the documented shape.
import { expect, test } from 'vitest';
import { findPrincipal } from '../../src/core/access/index.ts';
import { createConnection } from '../../src/core/connections/index.ts';
import type { Context } from '../../src/core/context/index.ts';
import { relayEvents } from '../../src/core/event-feed/index.ts';
import { addLeadField } from '../../src/core/lead-fields/index.ts';
import { startUndo } from '../../src/core/lead-files/index.ts';
import { editLead } from '../../src/core/leads/index.ts';
import { removeRole, saveRole } from '../../src/core/roles/index.ts';
import { cancelRun, upsertSteps } from '../../src/core/runs/index.ts';
import { addUser, removeUser } from '../../src/core/users/index.ts';
import { createWebhook, removeWebhookByName, testWebhook } from '../../src/core/webhooks/index.ts';
import { removeConnectionByName, removeWorkflow, saveWorkflow } from '../../src/core/workflows/index.ts';
import type { Workspace } from '../../src/core/workspaces/index.ts';
import { sql } from '../../src/db/driver/sql.ts';
import type { ApiDocument, DescribedOperation } from '../../src/http/api/reference/document.ts';
import { describeApi } from '../../src/http/api/reference/openapi.ts';
import { apiRoutes } from '../../src/http/api/routes.ts';
import type {
  ConnectionId,
  JobId,
  LeadId,
  RunId,
  UserId,
  WebhookId,
  WorkflowId,
  WorkspaceId,
} from '../../src/lib/ids.ts';
import { buildApiCaller, buildBusyWorkspace } from '../harness/api-callers.ts';
import { buildUser, changing, changingLeads } from '../harness/builders.ts';
import { workOff } from '../harness/job-stage.ts';
import { buildProposal } from '../harness/proposals.ts';
import { silent } from '../harness/scratch-database.ts';
import { type AskApi, useApi } from '../harness/servers/api-server.ts';
import { useTestDatabase } from '../harness/test-database.ts';
import { buildApproval } from '../harness/waiting-run.ts';

const database = useTestDatabase();
const api = useApi(database);
const relay = () => relayEvents(database.current.upkeep, { ...database.current.context, logger: silent }, []);
/** Describing the routes uses no database. */
const unused = {} as Parameters<typeof apiRoutes>[0];
const { paths, components }: ApiDocument = describeApi(apiRoutes(unused), '1');

/** Returns the key names at every level. A list has the shape of its first entry. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return typeof value[0] === 'object' ? [shapeOf(value[0])] : 'value';
  if (typeof value !== 'object' || value === null) return 'value';
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]));
}

const sectionsOf = (value: unknown) => Object.keys((value as { workspace: object }).workspace);

const pathTo = (path: string, id: number | string): string =>
  path.replace('{id}', String(id)).replace('{alias}', 'plan');

type TryOperation = (
  ask: AskApi,
  method: string,
  path: string,
  operation: DescribedOperation,
  id: number | string,
) => Promise<void>;

/** Sends the example of one operation for this lead or workflow and compares the response with its description. */
const tryExample: TryOperation = async (ask, method, path, operation, id) => {
  const { parameters = [], requestBody, responses, summary } = operation;
  const query = parameters.filter((one) => one.in === 'query' && one.example !== undefined);
  const target = `${pathTo(path, id)}?${query.map(({ name, example }) => `${name}=${example}`).join('&')}`;
  const body = requestBody?.content['application/json'].example;
  const answer = await ask(method, target, body === undefined ? {} : { body });
  const [status = '', described] = Object.entries(responses).find(([, one]) => !('$ref' in one)) ?? [];
  expect([summary, answer.status], answer.text).toEqual([summary, Number(status)]);
  if (!described || '$ref' in described || !described.content) return expect(answer.text).toBe('');
  const example = described.content['application/json'].example;
  // The items of an export depend on the workspace, so only its sections are compared.
  const compared = path.endsWith('/workspace/export') ? sectionsOf : shapeOf;
  expect(compared(answer.json), summary).toEqual(compared(example));
};

/** Returns copies of a value with one inner value replaced, at every place. */
function replacing(value: unknown, by: unknown): unknown[] {
  if (Array.isArray(value))
    return value.flatMap((inner, index) =>
      [by, ...replacing(inner, by)].map((other) => value.with(index, other)),
    );
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    [by, ...replacing(inner, by)].map((other) => ({ ...value, [key]: other })),
  );
}

/** The names of the keys that a body can have. */
function keysOf(schema: object | undefined): string[] {
  const name =
    String((schema as { $ref?: unknown } | undefined)?.$ref)
      .split('/')
      .at(-1) ?? '';
  return Object.keys((components.schemas[name] as { properties?: object } | undefined)?.properties ?? {});
}

/** Sends values of the wrong kind. The objects of a body have no prototype, so they can't become text. */
const tryWrongKinds: TryOperation = async (ask, method, path, { requestBody, summary }, id) => {
  const { schema, example } = requestBody?.content['application/json'] ?? {};
  for (const wrong of [{}, [{}], null]) {
    const added = keysOf(schema).map((key) => ({ [key]: wrong }));
    const bodies = [
      ...replacing(example, wrong),
      ...added,
      ...added.map((one) => ({ ...Object(example), ...one })),
    ];
    for (const body of bodies) {
      const { status, text } = await ask(method, pathTo(path, id), { body });
      expect([summary, body, status < 500], text).toEqual([summary, body, true]);
    }
  }
};

/** Creates a webhook with a delivery, instead of those that earlier operations left. */
async function buildWebhook(context: Context, workspace: WorkspaceId, path: string): Promise<WebhookId> {
  const attempt = { at: new Date(), status: 200, duration_ms: 1, error: null, response: null };
  return changing(context, workspace, async (change) => {
    for (const name of ['Example', 'Warehouse']) await removeWebhookByName(change, name);
    const filters = [{ alias: 'city', operator: 'eq', value: 'Bern' }];
    const wanted = { url: 'https://example.test/', types: ['lead.created'], filters };
    const { id } = await createWebhook(change, { name: 'Example', ...wanted });
    if (!path.endsWith('/deliveries')) return id;
    await testWebhook(change, id);
    await change.transaction.query(sql`
      update webhook_deliveries set attempts = ${JSON.stringify([attempt])} where workspace_id = ${workspace}`);
    return id;
  });
}

/** Creates a connection, instead of those that earlier operations left. */
async function buildConnection(
  context: Context,
  workspace: WorkspaceId,
  path: string,
): Promise<ConnectionId> {
  return changing(context, workspace, async (change) => {
    for (const name of ['billing', 'Example']) await removeConnectionByName(change, name);
    const name = path.endsWith('/new') ? 'Example' : 'billing';
    const wanted = { name, type: 'bearer', origin: 'https://billing.example.test', token: 'a-token' };
    return (await createConnection(change, { allow: new Set() }, wanted)).id;
  });
}

const steps = [{ name: 'done', type: 'stop', as: 'succeeded' }];

/** Creates a published workflow, instead of those that earlier operations left. */
async function buildWorkflow(
  context: Context,
  workspace: WorkspaceId,
  owner: string,
  path: string,
): Promise<WorkflowId> {
  return changing(context, workspace, async (change) => {
    for (const name of ['Order', 'Started']) await removeWorkflow(change, name);
    const name = path.endsWith('/new') ? 'Started' : 'Order';
    return (await saveWorkflow(change, { name, owner, steps })).id;
  });
}

/** Starts a run and gives it a step. A run to retry is cancelled first. */
async function buildRun(
  context: Context,
  workspace: WorkspaceId,
  ask: AskApi,
  workflow: WorkflowId,
  path: string,
): Promise<RunId> {
  const { json } = await ask('POST', `/api/workflows/${workflow}/start`);
  const run = json.run_id as RunId;
  const at = new Date();
  const step = { name: 'done', type: 'stop', path: 'done', position: 0, status: 'succeeded' } as const;
  const values = { input: '{"as":"succeeded","message":""}', output: null, error: null, errorCode: null };
  const links = { sealedOutput: null, isHandled: false, calledRun: null, approval: null, attempts: null };
  const rows = [{ ...step, ...values, ...links, startedAt: at, endedAt: at }];
  await changing(context, workspace, async ({ transaction }) =>
    upsertSteps(transaction, workspace, [{ run, rows }]),
  );
  const actor = { user: null, means: { type: 'command' }, origin: 'test' } as const;
  if (path.endsWith('/retry'))
    await cancelRun(context, { actor, may: () => true }, { workspace, run }, undefined);
  return run;
}

/** Gives the workflow a stored request, and a draft that would do something else with it. */
async function buildShadowed(
  context: Context,
  workspace: WorkspaceId,
  ask: AskApi,
  workflow: WorkflowId,
): Promise<void> {
  const { json } = await ask('POST', `/api/workflows/${workflow}/start`);
  await changing(context, workspace, ({ transaction }) =>
    transaction.query(sql`
      update runs set status = 'succeeded', ended_at = now() where workspace_id = ${workspace} and id = ${json.run_id}`),
  );
  const body = { steps: [{ ...steps[0], as: 'failed' }] };
  await ask('PATCH', `/api/workflows/${workflow}`, { body });
}

/** Creates a user, role and lead field, instead of those that earlier operations left. @returns the ID in the path */
async function buildManaged(context: Context, workspace: WorkspaceId, path: string): Promise<number> {
  return changing(context, workspace, async (change) => {
    await removeUser(change, 'kim@acme.test');
    await removeRole(change, 'Support');
    await change.transaction.query(sql`delete from lead_fields where workspace_id = ${workspace}`);
    const member = await saveRole(change, { name: 'Member', permissions: {} });
    if (path.endsWith('/new')) return 0;
    if (path.includes('/lead-fields'))
      await addLeadField(change, { alias: 'plan', type: 'select', options: ['free', 'paid'] });
    if (path.includes('/roles')) return (await saveRole(change, { name: 'Support', permissions: {} })).id;
    const user = { email: 'kim@acme.test', name: 'Kim Sales', role: member.id };
    return (await addUser(change, user)).id;
  });
}

/** Makes changes that an undo reverts and leaves alone, and starts an undo. A list of what it left needs its end. */
async function buildUndo(
  workspace: Workspace,
  ask: AskApi,
  user: { readonly id: number },
  path: string,
): Promise<JobId> {
  const { context } = database.current;
  const create = async () => (await ask('POST', '/api/leads/new', { body: {} })).json.lead.id as LeadId;
  const leads = [await create(), await create()];
  await changingLeads(context, workspace.id, async (change) => {
    for (const lead of leads) await editLead(change, lead, { city: 'Bern' });
  });
  await ask('PATCH', `/api/leads/${leads[1]}`, { body: { city: 'Basel' } });
  if (!path.includes('{id}')) return 0 as JobId;
  const means = { type: 'ui' } as const;
  const { id } = await changing(context, workspace.id, async (change) => {
    const principal = await findPrincipal(change.transaction, workspace.id, user.id as UserId, means);
    if (!principal) throw new Error('The user is missing.');
    return startUndo(change, principal, {
      cause: { means: { type: 'apply', id: null, name: null } },
      since: '2026-01-01T00:00:00Z',
    });
  });
  if (path.endsWith('/left-alone')) await workOff(database.current);
  return id;
}

/** Tries every operation that the reference describes. @returns their names */
async function tryAll(tryOperation: TryOperation): Promise<string[]> {
  const { context } = database.current;
  const workspace = await buildBusyWorkspace(context);
  const { ask, user } = await buildApiCaller(context, api, workspace, { isAdmin: true }, 'api_key', 'Ann');
  const { email } = await buildUser(context, workspace.id);
  const lead = { email: 'lea@example.test', score: 50, tags: ['hot'], city: 'Bern' };
  const called: string[] = [];
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      // Before each operation, the leads that the examples mention exist and have an edit in their history.
      const { json } = await ask('POST', '/api/leads/new', { body: lead });
      const { id } = json.lead;
      await ask('PATCH', `/api/leads/${id}`, { body: { position: 'CEO' } });
      if (path.endsWith('/new')) await ask('DELETE', `/api/leads/${id}`);
      if (path.endsWith('/restore')) await ask('DELETE', `/api/leads/${id}`);
      if (/batch\/(edit|delete)$/.test(path)) {
        for (const name of ['ada', 'bob'])
          await ask('POST', '/api/leads/new', { body: { email: `${name}@example.test` } });
      }
      if (path.endsWith('/events')) await relay();
      const workflow = await buildWorkflow(context, workspace.id, email, path);
      if (path.endsWith('/shadow')) await buildShadowed(context, workspace.id, ask, workflow);
      const webhook = path.includes('/webhooks') ? await buildWebhook(context, workspace.id, path) : 0;
      const asked = { workflow, by: { role: 'Role of Ann' } };
      const approval = path.includes('/approvals')
        ? await buildApproval(context, workspace.id, asked)
        : undefined;
      if (approval && method === 'get')
        await ask('POST', `/api/approvals/${approval}/approve`, { body: { comment: 'Fine' } });
      const connection = path.includes('/connections')
        ? await buildConnection(context, workspace.id, path)
        : 0;
      const proposal = path.includes('/proposals') ? await buildProposal(context, workspace.id, user, id) : 0;
      const run = path.includes('/runs')
        ? await buildRun(context, workspace.id, ask, workflow, path)
        : undefined;
      const managed = /\/(users|roles|lead-fields)\b/.test(path)
        ? await buildManaged(context, workspace.id, path)
        : 0;
      const undo = path.includes('/undo') ? await buildUndo(workspace, ask, user, path) : 0;
      const other = run ?? approval ?? (webhook || connection || proposal || undo || managed || id);
      const target = path.includes('/workflows/') ? workflow : other;
      await tryOperation(ask, method.toUpperCase(), path, operation, target);
      called.push(operation.operationId);
      const { json: left } = await ask('GET', '/api/leads');
      for (const { id } of left.leads) await ask('DELETE', `/api/leads/${id}`);
    }
  }
  return called;
}

test('every example of the reference gets the documented response', async () => {
  expect(await tryAll(tryExample)).toHaveLength(apiRoutes(unused).length);
});

test('an object, a list or null instead of any value is no server error', () => tryAll(tryWrongKinds));
