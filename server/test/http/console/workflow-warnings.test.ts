// Tests the warnings about steps that can be published but won't do what their author expects.
import { beforeAll, expect, test } from 'vitest';
import { saveRole } from '../../../src/core/roles/index.ts';
import { saveSecret } from '../../../src/core/secrets/index.ts';
import { saveUser } from '../../../src/core/users/index.ts';
import type { Workspace } from '../../../src/core/workspaces/index.ts';
import { buildWorkspace, changing } from '../../harness/builders.ts';
import { type Ask, useConsoleData } from '../../harness/console/console-data.ts';
import { useTestDatabase } from '../../harness/test-database.ts';

const database = useTestDatabase();
const signIn = useConsoleData(database, { hasMail: false });
const context = () => database.current.context;

let workspace: Workspace;
let admin: Ask;
let limited: { ask: Ask; user: { email: string; name: string } };

beforeAll(async () => {
  workspace = await buildWorkspace(context());
  await changing(context(), workspace.id, async (change) => {
    await saveRole(change, { name: 'Admin', isAdmin: true });
    await saveRole(change, {
      name: 'Limited',
      permissions: { 'leads.view': 'own', 'workflows.view': 'own', 'workflows.edit': 'own' },
    });
    await saveSecret(change, 'partner', 'a-very-secret-value');
  });
  admin = (await signIn(workspace, { role: 'Admin', name: 'Ada Admin' })).ask;
  limited = await signIn(workspace, { role: 'Limited', name: 'Lia Limited' });
});

let made = 0;
async function make(ask: Ask): Promise<number> {
  made += 1;
  return (await ask('POST /workflows', { name: `Warned ${made}`, starter: 'blank' })).body.id;
}

interface Warning {
  readonly code: string;
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** Returns the warnings, without the one that a new workflow is disabled. */
async function warned(ask: Ask, workflow: number, steps: unknown): Promise<Warning[]> {
  const { status, body } = await ask('POST /workflows/check', { workflow, steps });
  expect(status).toBe(200);
  return (body.warnings as Warning[]).filter(({ code }) => code !== 'disabled');
}

const stop = { name: 'end', type: 'stop', as: 'succeeded' };
const after = { name: 'after', type: 'set', values: { a: 1 } };
const notify = { name: 'tell', type: 'notify', user: 'a@b.test', subject: 'Hi', text: '' };

test('an email step on an installation without SMTP is reported, also by the test run', async () => {
  const id = await make(admin);
  const expected = [{ code: 'email', path: [0], message: expect.stringContaining('SMTP_URL') }];
  expect(await warned(admin, id, [notify])).toEqual(expected);
  const { body } = await admin(`POST /workflows/${id}/try`, { steps: [notify], input: { data: {} } });
  expect(body.status).toBe('failed');
  expect(body.warnings.filter(({ code }: Warning) => code !== 'disabled')).toEqual(expected);
});

test('a respond step is reported while the listener responds immediately', async () => {
  const id = await make(admin);
  const steps = [{ name: 'reply', type: 'respond', body: { ok: true } }];
  expect(await warned(admin, id, steps)).toMatchObject([{ code: 'response', path: [0] }]);
  const listener = { respond_with: 'workflow' };
  expect((await admin(`PATCH /workflows/${id}/listener`, listener)).status).toBe(200);
  expect(await warned(admin, id, steps)).toEqual([]);
});

test('a missing secret is reported, an existing one or one with a fallback is not', async () => {
  const call = (secret: string) => ({
    name: 'call',
    type: 'http.request',
    url: 'https://partner.example',
    headers: { authorization: `Bearer {{ secrets.${secret} }}` },
  });
  const id = await make(admin);
  expect(await warned(admin, id, [call('partner')])).toEqual([]);
  expect(await warned(admin, id, [call('parner')])).toEqual([
    { code: 'secret', path: [0], message: 'There is no secret called parner. This step will fail.' },
  ]);
  expect(await warned(admin, id, [call("parner ?? 'none'")])).toEqual([]);
});

test("a step that needs a permission its owner doesn't have is reported by the permission's name", async () => {
  const id = await make(limited.ask);
  const steps = [
    { name: 'find', type: 'lead.find', match: { email: 'a@b.test' } },
    { name: 'create', type: 'lead.create', fields: { email: 'a@b.test' } },
  ];
  expect(await warned(limited.ask, id, steps)).toEqual([
    {
      code: 'permission',
      path: [1],
      message:
        "Lia Limited, who owns this workflow, doesn't have the permission “Leads → Create”. This step will fail.",
    },
  ]);
});

test('the first step that can never run is reported, in every list', async () => {
  const branch = (...ends: unknown[]) => ({
    name: 'check',
    type: 'branch',
    if: '{{ true }}',
    // biome-ignore lint/suspicious/noThenProperty: a key of the workflow format.
    then: [stop],
    else: ends,
  });
  const id = await make(admin);
  const named = async (steps: unknown) =>
    (await warned(admin, id, steps)).map(({ code, path }) => `${code} ${path.join('.')}`);
  expect(await named([stop, after, { ...after, name: 'last' }])).toEqual(['unreachable 1']);
  expect(await named([branch(), after])).toEqual([]);
  expect(await named([branch({ ...stop, name: 'other' }), after])).toEqual(['unreachable 1']);
  expect(await named([branch({ ...stop, name: 'other' }, { ...after, name: 'inner' })])).toEqual([
    'unreachable 0.else.1',
  ]);
});

test('a disabled step gets no warnings and ends no run', async () => {
  const id = await make(admin);
  expect(
    await warned(admin, id, [{ ...notify, disabled: true }, { ...stop, disabled: true }, after]),
  ).toEqual([]);
});

test('a disabled workflow and a deactivated owner are reported', async () => {
  const id = await make(limited.ask);
  const check = async () =>
    (await admin('POST /workflows/check', { workflow: id, steps: [after] })).body.warnings;
  expect(await check()).toMatchObject([{ code: 'disabled', path: [] }]);
  await changing(context(), workspace.id, (change) =>
    saveUser(change, { email: limited.user.email, active: false }),
  );
  expect(await check()).toMatchObject([{ code: 'disabled' }, { code: 'owner', path: [] }]);
});
