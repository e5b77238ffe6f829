// Administrator-only operations: workspace settings, secrets, lead fields, agents, and erasing a person.
import { describe, expect, test } from 'vitest';
import { recordCall } from '../../../src/core/agents/index.ts';
import { listAudit } from '../../../src/core/audit/index.ts';
import { createLead } from '../../../src/core/leads/index.ts';
import { saveWorkflow } from '../../../src/core/workflows/index.ts';
import type { Workspace } from '../../../src/core/workspaces/index.ts';
import { buildWorkspace, changing, changingLeads } from '../../harness/builders.ts';
import { buildCaller } from '../../harness/console/console-caller.ts';
import { silent } from '../../harness/scratch-database.ts';
import { useSignIn } from '../../harness/servers/sign-in-server.ts';
import { useTestDatabase } from '../../harness/test-database.ts';

const stage = useSignIn(useTestDatabase());
const hostile = '<img src=x onerror=alert(1)>';

/** Signs an administrator in to the console of a workspace. */
async function signIn({ workspace }: { workspace?: Workspace } = {}) {
  const at = workspace ?? (await buildWorkspace(stage.context()));
  return { workspace: at, ...(await buildCaller(stage, at, { isAdmin: true })) };
}

const auditOf = ({ id }: Workspace) => listAudit(stage.context(), id, { limit: 50 });

describe('the workspace', () => {
  test('name and settings can be changed, and the audit log has old and new values', async () => {
    const { ask, workspace } = await signIn();
    const body = { name: hostile, settings: { default_page_size: 7, timezone: 'Europe/Berlin' } };
    expect((await ask('PATCH', '/workspace', body)).status).toBe(200);
    const { json } = await ask('GET', '/workspace');
    expect(json).toMatchObject({ name: hostile, base_url: workspace.baseUrl });
    expect(json.settings).toMatchObject({ default_page_size: 7, timezone: 'Europe/Berlin' });
    expect(json.settings).not.toHaveProperty('agent_tools_off');
    const [change] = await auditOf(workspace);
    expect(change).toMatchObject({ subject: { type: 'settings' }, new: body.settings });
  });

  test('rejects wrong values and names the field', async () => {
    const { ask } = await signIn();
    for (const [body, path] of [
      [{ settings: { default_page_size: 0 } }, 'settings.default_page_size'],
      [{ settings: { default_page_size: '20' } }, 'settings.default_page_size'],
      [{ settings: { rate_limit_per_minute: 1e12 } }, 'settings.rate_limit_per_minute'],
      [{ settings: { timezone: 'Mars/Olympus' } }, 'settings.timezone'],
      [{ settings: { run_retention_days: 0 } }, 'settings.run_retention_days'],
      [{ settings: { agent_tools_off: ['search_leads'] } }, 'settings'],
      [{ settings: { ['__proto__' as string]: { a: 1 }, base_url: 'https://evil.test' } }, 'settings'],
      [{ name: ' ' }, 'name'],
      [{ base_url: 'https://evil.test' }, ''],
    ] as const) {
      const { status, json } = await ask('PATCH', '/workspace', body);
      expect([body, status, json.code, json.problems[0].path]).toEqual([body, 400, 'wrong_input', path]);
    }
  });

  test('shows which callers used up the limit, and how much is left', async () => {
    const { ask, workspace, user } = await signIn();
    const role = { id: 1, name: 'Any', isAdmin: true, permissions: {} } as never;
    const principal = { workspace, user, role, means: { type: 'api_client', id: 4, name: hostile } } as const;
    const now = stage.context().clock.now();
    for (const remaining of [1, 0])
      stage.rateUse.count(principal, { isAllowed: true, remaining, retryAfterMs: 0 }, now);
    stage.rateUse.count(principal, { isAllowed: false, remaining: 0, retryAfterMs: 500 }, now);
    const { json } = await ask('GET', '/workspace/use');
    expect(json.requests).toMatchObject({ remaining: 0, least: 0 });
    expect(json.requests.callers).toEqual([
      {
        user: { id: user.id, name: user.name },
        means: { type: 'api_client', name: hostile },
        served: 2,
        refused: 1,
      },
    ]);
    expect(json.requests.minutes).toHaveLength(15);
    expect(json.requests.minutes.at(-1)).toMatchObject({ served: 2, refused: 1 });
    expect(json.runs).toMatchObject({ in_flight: 0, waiting: 0 });
    const other = await signIn();
    expect((await other.ask('GET', '/workspace/use')).json.requests).toMatchObject({
      remaining: null,
      callers: [],
    });
  });
});

test('shows which listeners used up the rate limit, and the lowest remaining allowance', async () => {
  const { ask, workspace, user } = await signIn();
  const { listener, id } = await changing(stage.context(), workspace.id, (change) =>
    saveWorkflow(change, {
      name: hostile,
      owner: user.email,
      steps: [{ name: 'end', type: 'stop', as: 'succeeded' }],
    }),
  );
  const now = stage.context().clock.now();
  const count = (remaining: number, isAllowed = true, of = listener.id) =>
    stage.listenerUse.count(workspace.id, of, { isAllowed, remaining }, now);
  count(400);
  count(250);
  count(0, false);
  // These listeners belong to no existing workflow, so the response combines their counts.
  count(0, false, 9_999_998 as typeof listener.id);
  count(0, false, 9_999_999 as typeof listener.id);
  const { json } = await ask('GET', '/workspace/use');
  expect(json.listeners).toMatchObject({ burst: 1_000, least: 0 });
  expect(json.listeners.callers).toEqual([
    { workflow: { id, name: hostile }, is_deleted: false, served: 2, refused: 1 },
    { workflow: null, is_deleted: true, served: 0, refused: 2 },
  ]);
  expect(json.listeners.minutes.at(-1)).toMatchObject({ served: 2, refused: 3 });
  const other = await signIn();
  expect((await other.ask('GET', '/workspace/use')).json.listeners).toMatchObject({
    least: null,
    callers: [],
  });
});

describe('secrets', () => {
  const value = 'sk_live_never_shown_anywhere';

  test('are created, replaced and deleted, and no response or audit entry contains a value', async () => {
    const { ask, workspace, user } = await signIn();
    const answers = [
      await ask('POST', '/secrets', { name: 'partner', value }),
      await ask('POST', '/secrets', { name: 'partner', value: `${value}2` }),
      await ask('PUT', '/secrets/partner', { value: `${value}3` }),
      await ask('GET', '/secrets'),
      await ask('PUT', '/secrets/partner', { value: '' }),
      await ask('POST', '/secrets', { name: 'no blanks', value }),
      await ask('POST', '/secrets', { name: 'other', value: [value] }),
      await ask('PUT', '/secrets/nowhere', { value }),
      await ask('DELETE', '/secrets/partner'),
      await ask('DELETE', '/secrets/partner'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 409, 200, 200, 400, 400, 400, 404, 200, 404]);
    expect(answers[3]?.json.secrets).toEqual([
      {
        name: 'partner',
        hosts: [],
        changed: { at: expect.any(String), user: { id: user.id, name: user.name }, means: 'ui' },
        uses: [],
      },
    ]);
    for (const { text } of answers) expect(text).not.toContain(value);
    expect(JSON.stringify(await auditOf(workspace))).not.toContain(value);
    expect(stage.log.lines().join('\n')).not.toContain(value);
  });

  test('show where they are used, cannot be deleted while in use, and are reported if missing', async () => {
    const { ask, workspace, user } = await signIn();
    await changing(stage.context(), workspace.id, (change) =>
      saveWorkflow(change, {
        name: hostile,
        owner: user.email,
        listener: { add_authentication: true, endpoint_secret: '{{ secrets.signing }}' },
        steps: [
          {
            name: 'choose',
            type: 'branch',
            if: '{{ __data.a }}',
            else: [
              {
                name: 'ask',
                type: 'http.request',
                url: 'https://a.test/{{ secrets.partner }}{{ secrets.partner }}',
              },
            ],
          },
          { name: 'plain', type: 'stop', as: 'succeeded', message: 'we like secrets.fake' },
        ],
      }),
    );
    for (const name of ['partner', 'spare']) await ask('POST', '/secrets', { name, value });
    const { json } = await ask('GET', '/secrets');
    const workflow = { id: expect.any(Number), name: hostile };
    expect(json.secrets.map(({ name, uses }: { name: string; uses: unknown }) => [name, uses])).toEqual([
      ['partner', [{ workflow, place: 'step', name: 'ask' }]],
      ['spare', []],
    ]);
    expect(json.missing).toEqual([
      { name: 'signing', uses: [{ workflow, place: 'listener', name: 'endpoint_secret' }] },
    ]);
    const refused = await ask('DELETE', '/secrets/partner');
    expect([refused.status, refused.json.code]).toEqual([409, 'secret_in_use']);
    expect((await ask('DELETE', '/secrets/spare')).status).toBe(200);
  });

  test('show drafts that use them, even drafts with errors, and can still be deleted', async () => {
    const { ask, workspace, user } = await signIn();
    const context = stage.context();
    const steps = [{ name: 'end', type: 'stop', as: 'succeeded' }];
    const { id } = await changing(context, workspace.id, (change) =>
      saveWorkflow(change, { name: 'Flow', owner: user.email, steps }),
    );
    await ask('POST', '/secrets', { name: 'partner', value });
    const drafted = [
      {
        name: 'each',
        type: 'for_each',
        items: '{{ __data.list }}',
        as: 'one',
        steps: [{ name: 'tell', type: 'stop', message: '{{ one }}{{ secrets.partner }}' }],
      },
      { name: 'unfinished', type: 'http.request', headers: { a: '{{ secrets.nowhere }}' } },
      { name: 'wrong', type: 'stop', message: '{{ secrets.partner' },
    ];
    const saved = await ask('PUT', `/workflows/${id}/draft`, {
      revision: 0,
      base_version: 1,
      steps: drafted,
    });
    expect(saved.status).toBe(200);
    const { json } = await ask('GET', '/secrets');
    const workflow = { id, name: 'Flow' };
    expect(json.secrets[0].uses).toEqual([{ workflow, place: 'draft', name: 'tell' }]);
    expect(json.missing).toEqual([
      { name: 'nowhere', uses: [{ workflow, place: 'draft', name: 'unfinished' }] },
    ]);
    expect((await ask('DELETE', '/secrets/partner')).status).toBe(200);
  });

  test('from another workspace appear not to exist', async () => {
    const one = await signIn();
    await one.ask('POST', '/secrets', { name: 'partner', value });
    const other = await signIn();
    expect((await other.ask('GET', '/secrets')).json).toEqual({ secrets: [], missing: [] });
    expect((await other.ask('DELETE', '/secrets/partner')).status).toBe(404);
    expect((await other.ask('PUT', '/secrets/partner', { value })).status).toBe(404);
  });
});

describe('agents', () => {
  test('tools can be enabled and disabled individually, even by two users at once', async () => {
    const one = await signIn();
    const other = await signIn({ workspace: one.workspace });
    await Promise.all([
      one.ask('PUT', '/agents/tools/delete_lead', { is_on: false }),
      other.ask('PUT', '/agents/tools/start_workflow', { is_on: false }),
    ]);
    const { address, tools } = (await one.ask('GET', '/agents')).json;
    expect(address).toBe(`${one.workspace.baseUrl}/mcp`);
    const off = tools.filter(({ is_on }: { is_on: boolean }) => !is_on);
    expect(off).toEqual([
      { name: 'delete_lead', is_on: false, needs: 'Leads: Delete' },
      { name: 'start_workflow', is_on: false, needs: 'Workflows: Edit' },
    ]);
    expect((await one.ask('PUT', '/agents/tools/constructor', { is_on: true })).status).toBe(404);
  });

  test('calls can be filtered and paged, and are listed only in their own workspace', async () => {
    const { ask, workspace, user } = await signIn();
    const caller = {
      principal: { workspace, user, means: { type: 'mcp', id: 1, name: hostile } },
      versions: { values: 1 },
    } as never;
    const call = (tool: string, outcome: string) =>
      recordCall(stage.context(), caller, tool, { query: hostile, api_key: 'hidden' }, silent, async () => ({
        outcome,
        error: null,
        resultBytes: 2,
        leads: [],
      }));
    for (let made = 0; made < 51; made += 1) await call('search_leads', 'ok');
    await call('get_lead', 'unknown_lead');
    const first = (await ask('GET', '/agents/calls')).json;
    expect(first.calls).toHaveLength(50);
    expect(first.calls[0]).toMatchObject({
      tool: 'get_lead',
      outcome: 'unknown_lead',
      user: { id: user.id },
    });
    expect(first.calls[0].arguments).toBe(JSON.stringify({ query: hostile, api_key: '[secret]' }));
    const second = (await ask('GET', `/agents/calls?before=${first.next}`)).json;
    expect([second.calls.length, second.next]).toEqual([2, null]);
    expect((await ask('GET', '/agents/calls?ended=badly')).json.calls).toHaveLength(1);
    expect((await ask('GET', '/agents/calls?tool=get_lead&ended=well')).json.calls).toHaveLength(0);
    expect((await ask('GET', `/agents/calls?user=${user.id + 1}`)).json.calls).toHaveLength(0);
    expect((await ask('GET', "/agents/calls?tool=x'--")).status).toBe(400);
    const other = await signIn();
    expect((await other.ask('GET', '/agents/calls')).json.calls).toEqual([]);
  });

  test("the connection check requests only the workspace's own URL and never returns the token", async () => {
    const { ask, workspace } = await signIn();
    const token = 'hark_client_token_that_was_pasted';
    const asked: string[] = [];
    stage.own.ask = async (url, { headers }) => {
      asked.push(url);
      const location = headers?.authorization ?? 'https://elsewhere.test/';
      return { status: 302, headers: { get: () => location }, text: token };
    };
    const { status, text, json } = await ask('POST', '/agents/examination', { token });
    expect(status).toBe(200);
    expect(json.steps.map(({ step, ok }: { step: string; ok: boolean }) => [step, ok])).toEqual([
      ['agent server', false],
      ['challenge', false],
      ['resource document', false],
      ['authorization server', false],
      ['token', false],
    ]);
    expect(new Set(asked.map((url) => new URL(url).origin))).toEqual(new Set([workspace.baseUrl]));
    expect(text).not.toContain(token);
    expect(stage.log.lines().join('\n')).not.toContain(token);
    for (const bad of ['two words', 'line\nbreak', '', 'ü'])
      expect((await ask('POST', '/agents/examination', { token: bad })).status).toBe(400);
  });
});

describe('erasing a person', () => {
  test('previews the erasure, requires the email address again, then erases', async () => {
    const { ask, workspace } = await signIn();
    const email = 'Erna@Example.test';
    await changingLeads(stage.context(), workspace.id, (change) => createLead(change, { email }));
    const trial = (await ask('POST', '/workspace/erasure/trial', { email })).json;
    expect(trial).toMatchObject({ leads: [{ state: 'live' }], runs: 0 });
    const wrong = await ask('POST', '/workspace/erasure', { email, again: 'other@example.test' });
    expect([wrong.status, wrong.json.problems[0].path]).toEqual([400, 'again']);
    expect((await ask('POST', '/workspace/erasure/trial', { email })).json).toEqual(trial);
    const other = await signIn();
    expect((await other.ask('POST', '/workspace/erasure', { email, again: email })).json.leads).toEqual([]);
    const done = await ask('POST', '/workspace/erasure', { email, again: ` ${email.toLowerCase()}` });
    expect(done.json).toEqual(trial);
    expect((await ask('POST', '/workspace/erasure/trial', { email })).json.leads).toEqual([]);
    const [entry] = await auditOf(workspace);
    expect(entry).toMatchObject({ action: 'erased', means: { type: 'ui' } });
    expect(JSON.stringify(entry)).not.toMatch(/erna/i);
  });

  test('rejects text that is no email address', async () => {
    const { ask } = await signIn();
    for (const email of ['', 'nobody', '*', '%@%', `${'a'.repeat(300)}@example.test`])
      expect([email, (await ask('POST', '/workspace/erasure/trial', { email })).status]).toEqual([
        email,
        400,
      ]);
  });
});
