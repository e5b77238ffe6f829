// Tests the listener screen and the request inspector over HTTP: permissions, and data that is never shown.
import { createHmac } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Permissions } from '../../../src/core/access/index.ts';
import { listAudit } from '../../../src/core/audit/index.ts';
import { RefusedRequests } from '../../../src/core/listeners/index.ts';
import { sealedAnswer } from '../../../src/core/runs/index.ts';
import { saveSecret } from '../../../src/core/secrets/index.ts';
import { saveWorkflow } from '../../../src/core/workflows/index.ts';
import type { Workspace } from '../../../src/core/workspaces/index.ts';
import { sql } from '../../../src/db/driver/sql.ts';
import { seal } from '../../../src/lib/crypto/installation-key.ts';
import { uuid7 } from '../../../src/lib/crypto/uuid7.ts';
import type { RunId } from '../../../src/lib/ids.ts';
import { buildWorkspace, changing } from '../../harness/builders.ts';
import { buildCaller } from '../../harness/console/console-caller.ts';
import { useSignIn } from '../../harness/servers/sign-in-server.ts';
import { useTestDatabase } from '../../harness/test-database.ts';

const database = useTestDatabase();
const site = useSignIn(database);

type ConsoleUser = Awaited<ReturnType<typeof buildCaller>>;

const roles: Record<string, { isAdmin?: true; permissions?: Permissions }> = {
  administrator: { isAdmin: true },
  editor: { permissions: { 'workflows.view': 'own', 'workflows.edit': 'own' } },
  viewer: { permissions: { 'workflows.view': 'all' } },
  stranger: { permissions: { 'workflows.view': 'own', 'workflows.edit': 'own' } },
  seller: { permissions: { 'leads.view': 'all' } },
};
const hostile = '"><script>alert(1)</script><img src=x onerror=alert(1)>';
const partnerSecret = 'partner-secret-0123456789';

interface Stage {
  readonly workspace: Workspace;
  readonly workflow: number;
  readonly users: Record<string, ConsoleUser>;
}
let stage: Stage;
let other: Stage;

async function build(): Promise<Stage> {
  const context = site.context();
  const workspace = await buildWorkspace(context);
  const users: Record<string, ConsoleUser> = {};
  for (const [name, role] of Object.entries(roles)) users[name] = await buildCaller(site, workspace, role);
  const saved = await changing(context, workspace.id, async (change) => {
    await saveSecret(change, 'partner', partnerSecret);
    return saveWorkflow(change, {
      name: hostile,
      owner: users.editor?.user.email ?? '',
      steps: [{ name: 'end', type: 'stop', as: 'succeeded' }],
      listener: { add_authentication: true, allow_cors: true, cors_domains: 'https://app.example' },
    });
  });
  return { workspace, workflow: saved.id, users };
}

beforeAll(async () => {
  [stage, other] = [await build(), await build()];
});

const at = ({ workflow }: Stage, rest = '') => `/workflows/${workflow}/listener${rest}`;
const as = (name: string, of: Stage = stage) => {
  const user = of.users[name];
  if (!user) throw new Error(`no user is named ${name}`);
  return user;
};

const tokenParams = { claims: '{"data":{"order":7}}', algorithm: 'HS256', expires_in_seconds: 60 };
const signatureParams = { method: 'POST', query: '', headers: '', body: '' };
const browserParams = {
  origin: 'https://app.example',
  method: 'POST',
  content_type: 'application/json',
  headers: ['Authorization'],
  with_credentials: false,
};

describe('permissions (spec/listeners §2.3, spec/rest-api §7.2)', () => {
  const viewers = { administrator: 200, editor: 200, viewer: 200, stranger: 404, seller: 403 };
  const editors = { ...viewers, viewer: 403 };
  const operations = [
    ['GET', '', undefined, viewers],
    ['PATCH', '', { respond_with: 'receipt' }, editors],
    ['POST', '/preview', { setting: 'cors_domains', source: 'x' }, editors],
    ['POST', '/token', tokenParams, editors],
    ['POST', '/token-check', { token: 'x' }, editors],
    ['POST', '/signature-check', signatureParams, editors],
    ['POST', '/browser-check', browserParams, viewers],
    ['GET', '/use', undefined, viewers],
  ] as const;
  test.each(operations)('are checked for %s listener%s', async (method, path, body, wanted) => {
    for (const [name, status] of Object.entries(wanted)) {
      expect([name, (await as(name).ask(method, at(stage, path), body)).status]).toEqual([name, status]);
    }
    expect((await as('administrator', other).ask(method, at(stage, path), body)).status).toBe(404);
  });

  test('allow only users who can edit the workflow to see key and secret', async () => {
    const editor = await as('editor').ask('GET', at(stage));
    expect(editor.json.credentials.endpoint_secret).toMatch(/^\w{50}$/);
    expect(editor.json.workflow.name).toBe(hostile);
    const viewer = await as('viewer').ask('GET', at(stage));
    expect(viewer.json).toMatchObject({ may_edit: false, credentials: null });
    expect(viewer.text).not.toContain(editor.json.credentials.endpoint_secret);
    expect(viewer.text).not.toContain(editor.json.credentials.endpoint_key);
  });
});

describe('settings', () => {
  test('reject a template that reads the request, report its position, and save nothing', async () => {
    const { status, json } = await as('editor').ask('PATCH', at(stage), {
      cors_domains: '{{ __data.origin }}',
    });
    expect([status, json.problems[0].path]).toEqual([400, 'cors_domains']);
    expect((await as('editor').ask('GET', at(stage))).json.settings.cors_domains).toBe('https://app.example');
  });

  test('the preview shows the value of a setting, with placeholders for secrets', async () => {
    const preview = async (source: string, setting = 'endpoint_secret') =>
      (await as('editor').ask('POST', at(stage, '/preview'), { setting, source })).json;
    expect(await preview('{{ workspace.base_url }}, https://a.example', 'cors_domains')).toEqual({
      text: `${stage.workspace.baseUrl}, https://a.example`,
      problems: [],
    });
    expect(await preview("{{ secrets.partner ~ '!' }}")).toEqual({ text: '[secret]!', problems: [] });
    expect((await preview('{{ secrets.partner|first }}')).problems).toHaveLength(1);
    expect((await preview('{{ secrets.partner }}', 'cors_domains')).problems).toHaveLength(1);
    expect((await preview('{{ secrets.unknown }}')).problems).toHaveLength(1);
    expect((await preview('{{ __data.x }}')).problems[0]).toMatchObject({ line: 1, column: 4 });
    expect((await preview('{{ 1 +')).text).toBeNull();
  });

  test('removing the secret creates a new secret; the old secret stops working, and the audit log contains neither value', async () => {
    const before = (await as('editor').ask('GET', at(stage))).json.credentials;
    const { token } = (await as('editor').ask('POST', at(stage, '/token'), tokenParams)).json;
    expect((await as('editor').ask('PATCH', at(stage), { endpoint_secret: null })).status).toBe(200);
    const after = (await as('editor').ask('GET', at(stage))).json.credentials;
    expect(after.endpoint_key).toBe(before.endpoint_key);
    expect(after.endpoint_secret).not.toBe(before.endpoint_secret);
    const check = (await as('editor').ask('POST', at(stage, '/token-check'), { token })).json;
    expect(check.verdict).toBe('invalid_or_expired');
    const audit = JSON.stringify(
      await listAudit(database.current.context, stage.workspace.id, { limit: 50 }),
    );
    expect(audit).not.toContain(after.endpoint_secret);
    expect(audit).not.toContain(before.endpoint_secret);
  });

  test('a new URL replaces the old one', async () => {
    const before = (await as('editor').ask('GET', at(other))).status;
    expect(before).toBe(404);
    const own = as('editor', other);
    const old = (await own.ask('GET', at(other))).json.url;
    expect((await own.ask('POST', at(other, '/address'))).status).toBe(200);
    expect((await own.ask('GET', at(other))).json.url).not.toBe(old);
  });
});

describe('tokens', () => {
  test.each(['[]', '7', '{"a":', 'null'])(
    'are not created with the invalid claims %j, which are reported',
    async (claims) => {
      const { status, json } = await as('editor').ask('POST', at(stage, '/token'), {
        ...tokenParams,
        claims,
      });
      expect([status, json.problems[0].path]).toEqual([400, 'claims']);
    },
  );

  test('can have a claim with the name of an inherited property', async () => {
    const claims = '{"__proto__":{"iss":"x"},"constructor":1}';
    const made = await as('editor').ask('POST', at(stage, '/token'), { ...tokenParams, claims });
    const { json } = await as('editor').ask('POST', at(stage, '/token-check'), { token: made.json.token });
    expect(json.verdict).toBe('passed');
    expect(made.text).toContain('"constructor":1');
  });

  test.each([
    ['endpoint_key', '{{ secrets.partner }}'],
    ['endpoint_secret', "{{ hashHmac('sha256', 'x', secrets.partner) }}"],
  ])(
    'can be created and checked only by administrators if %s uses a workspace secret',
    async (setting, source) => {
      const { json } = await as('editor', other).ask('GET', at(other));
      const { endpoint_key, endpoint_secret } = json.credentials;
      const change = await as('editor', other).ask('PATCH', at(other), { [setting]: source });
      expect(change.status).toBe(200);
      const asked = [
        await as('editor', other).ask('POST', at(other, '/token'), tokenParams),
        await as('editor', other).ask('POST', at(other, '/token-check'), { token: 'x' }),
      ];
      for (const { status, json, text } of asked) {
        expect([status, json.code]).toEqual([403, 'signs_with_secrets']);
        expect(text).not.toContain(partnerSecret);
      }
      expect((await as('administrator', other).ask('POST', at(other, '/token'), tokenParams)).status).toBe(
        200,
      );
      await as('editor', other).ask('PATCH', at(other), { endpoint_key, endpoint_secret });
      expect((await as('editor', other).ask('POST', at(other, '/token'), tokenParams)).status).toBe(200);
    },
  );

  test('are not logged, whether pasted or created', async () => {
    const { token } = (await as('editor').ask('POST', at(stage, '/token'), tokenParams)).json;
    await as('editor').ask('POST', at(stage, '/token-check'), { token });
    await as('editor').ask('POST', at(stage, '/token-check'), { token: `x${token}` });
    expect(site.log.text()).not.toContain(token.split('.')[2]);
  });
});

describe('signatures', () => {
  const signed = (secret: string, body: string) => createHmac('sha256', secret).update(body).digest('hex');
  const check = (name: string, headers: string, body = '{"a":1}') =>
    as(name, other).ask('POST', at(other, '/signature-check'), { ...signatureParams, headers, body });
  const setSecret = (secret: string) =>
    as('editor', other).ask('PATCH', at(other), { signature: { scheme: 'github', secret: [secret] } });

  test('are not checked if requests are not signed', async () => {
    expect((await check('editor', '')).json.explained).toBeNull();
  });

  test('are explained without the secret or the right signature, and not logged', async () => {
    await setSecret('a secret of this test');
    const right = signed('a secret of this test', '{"a":1}');
    const passed = await check(
      'editor',
      `POST /x HTTP/1.1\nX-Hub-Signature-256: sha256=${right}\nAccept: */*`,
    );
    expect(passed.json.explained).toMatchObject({ verdict: 'passed', signed: '{"a":1}', body_bytes: 7 });
    const wrong = await check('editor', 'x-hub-signature-256: sha256=0123');
    expect(wrong.json.explained).toMatchObject({
      verdict: 'wrong_signature',
      response: { status: 401, text: 'Not authorized. Invalid signature.' },
      received: [{ name: 'x-hub-signature-256', values: ['sha256=0123'] }],
    });
    expect(wrong.text).not.toContain(right);
    for (const text of [passed.text, wrong.text, site.log.text()]) expect(text).not.toContain('a secret of');
    expect(site.log.text()).not.toContain(right);
  });

  test('report a line that is not a header', async () => {
    const { status, json } = await check('editor', 'Accept: */*\nnonsense');
    expect([status, json.problems]).toEqual([
      400,
      [{ path: 'headers', message: "Line 2 isn't a header, such as “Name: value”." }],
    ]);
  });

  test('can be checked only by administrators if the secret uses a workspace secret', async () => {
    await setSecret('{{ secrets.partner }}');
    const headers = `X-Hub-Signature-256: sha256=${signed(partnerSecret, '{"a":1}')}`;
    const { status, json } = await check('editor', headers);
    expect([status, json.code]).toEqual([403, 'signs_with_secrets']);
    const explained = await check('administrator', headers);
    expect(explained.json.explained.verdict).toBe('passed');
    expect(explained.text).not.toContain(partnerSecret);
  });
});

describe('the request inspector', () => {
  const requests = async (name: string, search = '', of = stage) =>
    as(name, of).ask('GET', `/requests${search}`);
  let run: RunId;

  beforeAll(async () => {
    const { context } = database.current;
    const refused = new RefusedRequests();
    const [listener] = await context.db.read(stage.workspace.id, (transaction) =>
      transaction.query<{ id: number }>(
        sql`select id from listeners where workspace_id = ${stage.workspace.id} and workflow_id = ${stage.workflow}`,
      ),
    );
    const note = (reason: string, ago: number) =>
      refused.note({
        workspace: stage.workspace.id,
        listener: listener?.id as never,
        at: new Date(Date.now() - ago),
        method: 'OPTIONS',
        status: 403,
        reason,
        failed:
          reason === 'missing_token'
            ? { check: 'present', detail: 'missing' }
            : { check: 'origin', detail: 'https://evil.example' },
        contentType: '',
        bodyBytes: 0,
        address: '203.0.113.9',
        headerNames: ['origin', hostile],
      });
    for (let index = 0; index < 4; index++) note('missing_token', 50_000 - index * 10_000);
    note('origin_not_allowed', 5_000);
    await refused.write(context);
    const input = JSON.stringify({
      note: hostile,
      secret: partnerSecret,
      __repeated: { note: 3 },
      __headers: { 'x-event': ['a', hostile], __jwt_sub: ['s'], __jwt_data: [{ order: 7 }] },
    });
    for (const ago of [55_000, 35_000, 25_000, 15_000, 1_000]) {
      run = uuid7(Date.now() - ago) as RunId;
      await context.db.write(stage.workspace.id, (transaction) =>
        transaction.query(sql`
          insert into runs (workspace_id, id, workflow_id, workflow_version, listener_id, status, accepted_at, is_awaited, input,
                            method, address, content_type, body_bytes)
          values (${stage.workspace.id}, ${run}, ${stage.workflow}, 1, ${listener?.id ?? null}, 'succeeded',
                  ${new Date(Date.now() - ago)}, false, ${input}, 'PUT', '198.51.100.4', 'application/json', 352)`),
      );
    }
  });

  test('lists accepted and rejected requests, newest first, without repeats or gaps between pages', async () => {
    const seen: string[] = [];
    let search = '?most=3';
    for (let page = 0; page < 6; page++) {
      const { json } = await requests('editor', search);
      seen.push(...json.requests.map(({ at }: { at: string }) => at));
      if (json.next === null) break;
      const { before_run, before_refused } = json.next;
      search = `?most=3${before_run ? `&before_run=${before_run}` : ''}${before_refused ? `&before_refused=${before_refused}` : ''}`;
    }
    expect(seen).toHaveLength(10);
    expect(new Set(seen).size).toBe(10);
    expect(seen).toEqual([...seen].sort().reverse());
  });

  test('a field that was sent several times is shown with the number of times', async () => {
    const { json } = await as('editor').ask('GET', `/requests/accepted/${run}`);
    expect(json.repeated).toEqual({ note: 3 });
    expect(Object.keys(json.fields)).toEqual(['note', 'secret']);
  });

  test('filters by outcome, reason, time and workflow', async () => {
    const kinds = async (search: string) =>
      (await requests('viewer', search)).json.requests.map(
        ({ kind, reason }: { kind: string; reason?: string }) => reason ?? kind,
      );
    expect(await kinds('?kind=accepted')).toEqual(Array(5).fill('accepted'));
    expect(await kinds('?reason=origin_not_allowed')).toEqual(['origin_not_allowed']);
    expect(await kinds(`?kind=refused&from=${new Date(Date.now() - 10_000).toISOString()}`)).toEqual([
      'origin_not_allowed',
    ]);
    expect(await kinds(`?workflow=${stage.workflow}`)).toHaveLength(10);
    expect((await requests('viewer', `?workflow=${other.workflow + 1_000}`)).status).toBe(404);
    expect((await requests('viewer', '?kind=x')).status).toBe(400);
  });

  test('users who see no workflows see no requests, and requests do not appear in other workspaces', async () => {
    expect((await requests('seller')).status).toBe(403);
    expect((await requests('stranger')).json.requests).toEqual([]);
    expect((await requests('administrator', '', other)).json.requests).toEqual([]);
    const mine = `/requests/accepted/${run}`;
    expect((await as('stranger').ask('GET', mine)).status).toBe(404);
    expect((await as('administrator', other).ask('GET', mine)).status).toBe(404);
    const [first] = (await requests('viewer', '?kind=refused&most=1')).json.requests;
    expect((await as('viewer').ask('GET', `/requests/refused/${first.id}`)).json.header_names).toContain(
      hostile.toLowerCase(),
    );
    expect((await as('stranger').ask('GET', `/requests/refused/${first.id}`)).status).toBe(404);
    expect((await as('administrator', other).ask('GET', `/requests/refused/${first.id}`)).status).toBe(404);
  });

  test('shows the parts of a request separately, with workspace secrets hidden', async () => {
    const { json, text } = await as('viewer').ask('GET', `/requests/accepted/${run}`);
    expect(json).toMatchObject({
      fields: { note: hostile, secret: '[secret]' },
      headers: [{ name: 'x-event', values: ['a', hostile] }],
      jwt_sub: 's',
      jwt_data: { order: 7 },
      may_replay: false,
      response: { source: 'receipt', took_ms: null, headers: [], body: `{"ok":true,"run_id":"${run}"}` },
    });
    expect(text).not.toContain(partnerSecret);
  });

  test('shows how each request arrived and what it was answered', async () => {
    const { json } = await requests('viewer', '?most=2');
    expect(json.requests).toMatchObject([
      { kind: 'accepted', method: 'PUT', http_status: 200, address: '198.51.100.4', bytes: 352 },
      {
        kind: 'refused',
        method: 'OPTIONS',
        http_status: 403,
        address: '203.0.113.9',
        failed_check: 'origin',
        failed_detail: 'https://evil.example',
      },
    ]);
    const [, first] = json.requests;
    expect((await as('viewer').ask('GET', `/requests/refused/${first.id}`)).json).toMatchObject({ same: 0 });
    const [missing] = (await requests('viewer', '?reason=missing_token&most=1')).json.requests;
    expect((await as('viewer').ask('GET', `/requests/refused/${missing.id}`)).json).toMatchObject({
      same: 3,
    });
  });

  test('filters by method, status class, end of the period, IP address, workflow name and run ID', async () => {
    const count = async (search: string) => (await requests('viewer', search)).json.requests.length;
    expect(await count('?method=PUT')).toBe(5);
    expect(await count('?method=OPTIONS')).toBe(5);
    expect(await count('?status_class=2')).toBe(5);
    expect(await count('?status_class=4')).toBe(5);
    expect(await count('?status_class=5')).toBe(0);
    expect(await count(`?to=${new Date(Date.now() - 45_000).toISOString()}`)).toBe(2);
    expect(await count('?search=203.0')).toBe(5);
    expect(await count('?search=198.51.100.4')).toBe(5);
    expect(await count(`?search=${run}`)).toBe(1);
    const { name } = (await requests('viewer', '?most=1')).json.requests[0].workflow;
    expect(await count(`?search=${encodeURIComponent(name.slice(1).toUpperCase())}`)).toBe(10);
    expect(await count('?search=%25')).toBe(0);
  });

  test('derives the status that a caller got from a workflow that responds itself', async () => {
    const set = (change: string) => database.current.query(`update runs set ${change} where id = $1`, [run]);
    const read = async () => (await as('viewer').ask('GET', `/requests/accepted/${run}`)).json;
    const answer = seal(
      database.current.context.key,
      sealedAnswer.purpose,
      JSON.stringify({
        status: 303,
        headers: [['Location', 'https://example.com']],
        body: { type: 'text/plain', text: `secret ${partnerSecret}` },
      }),
    );
    await set(
      `is_awaited = true, answered_at = accepted_at + interval '1 s', answer_status = 303, answer = '${answer}'`,
    );
    expect(await read()).toMatchObject({
      http_status: 303,
      response: {
        source: 'step',
        took_ms: 1_000,
        headers: [
          { name: 'content-type', value: 'text/plain' },
          { name: 'location', value: 'https://example.com' },
        ],
        body: 'secret [secret]',
      },
    });
    await set("answered_at = accepted_at + interval '21 s', accepted_at = accepted_at - interval '1 min'");
    expect(await read()).toMatchObject({
      http_status: 202,
      response: { source: 'receipt', took_ms: 20_000, body: `{"ok":true,"run_id":"${run}"}` },
    });
    await set(
      "answered_at = null, answer_status = null, answer = null, status = 'failed', ended_at = accepted_at",
    );
    expect(await read()).toMatchObject({
      http_status: 500,
      response: {
        source: 'failure',
        took_ms: 0,
        body: '{"error":{"code":500,"message":"The workflow failed."}}',
      },
    });
    await set("status = 'running', ended_at = null, accepted_at = now()");
    expect(await read()).toMatchObject({ http_status: null, response: null });
    await set("status = 'succeeded', is_awaited = false");
  });

  test('summarizes a period, with the same filters as the list', async () => {
    const summary = async (search = '') =>
      (await as('viewer').ask('GET', `/requests/summary?span=hour${search}`)).json;
    const whole = await summary();
    expect(whole).toMatchObject({
      accepted: 5,
      refused: 5,
      is_cut: false,
      slot_seconds: 60,
      is_current: true,
    });
    expect(whole.slots).toHaveLength(60);
    const sum = (kind: 'accepted' | 'refused') =>
      whole.slots.reduce((all: number, slot: Record<string, number>) => all + (slot[kind] ?? 0), 0);
    expect([sum('accepted'), sum('refused')]).toEqual([5, 5]);
    expect(whole.reasons).toEqual([
      { reason: 'missing_token', count: 4 },
      { reason: 'origin_not_allowed', count: 1 },
    ]);
    expect(await summary('&method=PUT')).toMatchObject({ accepted: 5, refused: 0 });
    expect(await summary('&reason=missing_token')).toMatchObject({ accepted: 0, refused: 4 });
    const from = new Date(Date.now() - 3 * 86_400_000).toISOString();
    const { json } = await as('viewer').ask('GET', `/requests/summary?from=${from}`);
    expect(json).toMatchObject({ accepted: 5, refused: 5, slot_seconds: 3 * 3_600, is_current: true });
    const day = await as('viewer').ask('GET', '/requests/summary');
    expect(day.json).toMatchObject({ accepted: 5, refused: 5, slot_seconds: 1_800 });
  });

  test("a workflow's activity has no request that failed the token check (spec/listeners §5.4)", async () => {
    const { workflow } = stage;
    const { json } = await requests('viewer', `?activity_of=${workflow}`);
    const reasons = (of: string) =>
      json.requests.flatMap(({ kind, reason }: Record<string, string>) => (kind === of ? [reason] : []));
    expect(reasons('refused')).toEqual(['origin_not_allowed']);
    expect(reasons('accepted')).toHaveLength(5);
    const summary = await as('viewer').ask('GET', `/requests/summary?span=hour&activity_of=${workflow}`);
    expect(summary.json).toMatchObject({
      accepted: 5,
      refused: 1,
      reasons: [{ reason: 'origin_not_allowed', count: 1 }],
    });
  });

  test('shows accepted requests per second for all listeners, and rejections by the rate limit', async () => {
    const { context } = database.current;
    const [listener] = await context.db.read(stage.workspace.id, (transaction) =>
      transaction.query<{ id: number }>(
        sql`select id from listeners where workspace_id = ${stage.workspace.id} and workflow_id = ${stage.workflow}`,
      ),
    );
    const refused = new RefusedRequests();
    for (const ago of [2 * 86_400_000, 1_000]) {
      refused.note({
        workspace: stage.workspace.id,
        listener: listener?.id as never,
        at: new Date(Date.now() - ago),
        method: 'POST',
        status: 429,
        reason: 'listener_limited',
        failed: undefined,
        contentType: 'application/json',
        bodyBytes: 2,
        address: '203.0.113.9',
        headerNames: [],
      });
    }
    await refused.write(context);
    const { json } = await as('viewer').ask('GET', at(stage, '/use'));
    expect(json).toMatchObject({ per_second: expect.any(Number), per_day: expect.any(Number), refused: 1 });
    expect(json.seconds).toHaveLength(60);
    const accepted = await context.db.read(stage.workspace.id, (transaction) =>
      transaction.query<{ accepted_at: Date }>(
        sql`select accepted_at from runs where workspace_id = ${stage.workspace.id}`,
      ),
    );
    // The one-hour window moves while earlier tests run, so the test computes the expected content.
    const expected = Array(60).fill(0);
    for (const { accepted_at } of accepted) {
      const second = Math.floor((accepted_at.getTime() - Date.parse(json.since)) / 1000);
      if (second >= 0 && second < 60) expected[second] += 1;
    }
    expect(json.seconds).toEqual(expected);
    expect((await as('viewer', other).ask('GET', at(other, '/use'))).json.seconds).toEqual(Array(60).fill(0));
  });

  test('a replay starts a new run with the same input, is audited, requires permission, and is not listed as a request', async () => {
    const path = `/requests/accepted/${run}/replay`;
    expect((await as('viewer').ask('POST', path, { repeat_calls: false })).status).toBe(403);
    expect((await as('stranger').ask('POST', path, { repeat_calls: false })).status).toBe(404);
    expect((await as('administrator', other).ask('POST', path, { repeat_calls: false })).status).toBe(404);
    const { status, json } = await as('editor').ask('POST', path, { repeat_calls: false });
    expect(status).toBe(200);
    const { context } = database.current;
    const rows = await context.db.read(stage.workspace.id, (transaction) =>
      transaction.query<{ input: string; status: string }>(
        sql`select input, status from runs where workspace_id = ${stage.workspace.id} and id in (${run}, ${json.run_id})`,
      ),
    );
    expect(new Set(rows.map(({ input }) => input)).size).toBe(1);
    expect(rows.map((row) => row.status).sort()).toEqual(['queued', 'succeeded']);
    expect((await requests('editor', '?kind=accepted')).json.requests).toHaveLength(5);
    const audit = await listAudit(context, stage.workspace.id, { limit: 5 });
    expect(JSON.stringify(audit)).toContain(json.run_id);
  });

  test('a replay that would repeat outgoing calls is rejected unless confirmed', async () => {
    const { context } = database.current;
    await context.db.write(stage.workspace.id, (transaction) =>
      transaction.query(sql`
        insert into run_steps (workspace_id, run_id, path, position, name, type, status, started_at)
        values (${stage.workspace.id}, ${run}, 'tell', 0, 'tell', 'http.request', 'succeeded', now())`),
    );
    const path = `/requests/accepted/${run}/replay`;
    const refused = await as('editor').ask('POST', path, { repeat_calls: false });
    expect([refused.status, refused.json.code]).toEqual([409, 'calls_would_repeat']);
    expect((await as('editor').ask('POST', path, { repeat_calls: true })).status).toBe(200);
  });

  test('a disabled workflow cannot be replayed', async () => {
    const { context } = database.current;
    await changing(context, stage.workspace.id, (change) =>
      saveWorkflow(change, { name: hostile, enabled: false }),
    );
    const { status } = await as('editor').ask('POST', `/requests/accepted/${run}/replay`, {
      repeat_calls: true,
    });
    expect(status).toBe(409);
    await changing(context, stage.workspace.id, (change) =>
      saveWorkflow(change, { name: hostile, enabled: true }),
    );
  });
});
