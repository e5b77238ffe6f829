// A user who can only edit their own workflows tries everything to read a workspace secret.
import { createHmac } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { readProvisioningFile } from '../../../src/core/provisioning/index.ts';
import { type RunJob, readAnswer } from '../../../src/core/runs/index.ts';
import { saveSecret } from '../../../src/core/secrets/index.ts';
import type { Workspace } from '../../../src/core/workspaces/index.ts';
import { uuid7 } from '../../../src/lib/crypto/uuid7.ts';
import type { RunId } from '../../../src/lib/ids.ts';
import { buildWorkspace, changing } from '../../harness/builders.ts';
import { buildCaller } from '../../harness/console/console-caller.ts';
import { type OutsideServer, startOutside } from '../../harness/servers/outside-server.ts';
import { useSignIn } from '../../harness/servers/sign-in-server.ts';
import { useTestDatabase } from '../../harness/test-database.ts';
import { reaching } from '../../runs/execution/outside.ts';
import { execute } from '../../runs/run-stage.ts';

const database = useTestDatabase();
const site = useSignIn(database);
const context = () => database.current.context;

const canary = 'CANARY-4c1f-secret-of-the-workspace';
const notHere =
  "Secrets can't be used here, except as the key of hashHmac, jwtEncode or jwtDecode. They are allowed in the url, headers, query and body of http.request, and in a listener's endpoint_key and endpoint_secret.";
const notWhole = /A secret can only be used as a whole/;

/** Signs in a user who can only edit their own workflows. */
async function signIn() {
  const { user, ask } = await buildCaller(site, workspace, {
    permissions: {
      'workflows.view': 'own',
      'workflows.edit': 'own',
      'leads.view': 'own',
      'leads.create': true,
    },
  });
  return {
    user,
    async ask(operation: string, body?: unknown) {
      const [method = '', path = ''] = operation.split(' ');
      const { status, json } = await ask(method, path, body);
      return { status, body: json };
    },
  };
}

let workspace: Workspace;
let author: Awaited<ReturnType<typeof signIn>>;

beforeAll(async () => {
  workspace = await buildWorkspace(context());
  await changing(context(), workspace.id, (change) => saveSecret(change, 'partner', canary));
  author = await signIn();
});

let made = 0;
async function newWorkflow(): Promise<number> {
  const { status, body } = await author.ask('POST /workflows', { name: `Flow ${++made}`, starter: 'blank' });
  expect(status).toBe(200);
  return body.id;
}

async function publish(id: number, steps: unknown) {
  const { revision } = (await author.ask(`GET /workflows/${id}`)).body.draft;
  const draft = await author.ask(`PUT /workflows/${id}/draft`, { revision, base_version: 0, steps });
  return author.ask(`POST /workflows/${id}/publish`, { revision: draft.body.revision, version: 0 });
}

const end = { name: 'end', type: 'stop', as: 'succeeded' };
const secret = '{{ secrets.partner }}';
const step = (type: string, fields: object) => [{ name: 'leak', type, ...fields }];
const request = (fields: object) => step('http.request', { url: 'https://api.partner.test/', ...fields });

describe('steps that would reveal a secret', () => {
  test.each([
    ['the body of a response', step('respond', { body: { deep: [secret] } })],
    ['the status of a response', step('respond', { status: '{{ secrets.partner|length }}' })],
    ['a header of a response', step('respond', { headers: { 'x-a': secret } })],
    ['a redirect', step('respond', { redirect: 'https://a.test/{{ secrets.partner|url_encode }}' })],
    ['a field of a lead', step('lead.create', { fields: { email: 'a@b.test', company: secret } })],
    ['the match of a lead', step('lead.find', { match: { email: secret } })],
    ['the match of an update', step('lead.update', { match: { email: secret }, fields: {} })],
    ['a variable', step('set', { values: { copy: secret } })],
    [
      'a variable that a response reads',
      [
        { name: 'copy', type: 'set', values: { copy: { deep: [secret] } } },
        { name: 'reply', type: 'respond', body: '{{ __data.copy }}' },
      ],
    ],
    ['a condition', step('branch', { if: "{{ secrets.partner starts with 'C' }}" })],
    ['a loop', step('for_each', { items: "{{ secrets.partner|split('') }}", steps: [end] })],
    ['a wait', step('wait', { for: '{{ secrets.partner|length }} seconds' })],
    ['the end of a wait', step('wait', { until: secret })],
    ['the text of an email', step('notify', { user: 'a@b.test', subject: 'x', text: secret })],
    ['the subject of an email', step('notify', { user: 'a@b.test', subject: secret, text: 'x' })],
    ['the recipient of an email', step('notify', { user: secret, subject: 'x', text: 'x' })],
    ['the message of a stop', step('stop', { as: 'failed', message: secret })],
    ['the data of another run', step('workflow.start', { workflow: 'x', data: { a: secret } })],
    ['the name of another workflow', step('workflow.start', { workflow: secret })],
    ['the method of a request', request({ method: secret })],
    ['the timeout of a request', request({ timeout_ms: '{{ secrets.partner|length * 100 }}' })],
    ['the attempts of a request', request({ retry: { max_attempts: '{{ secrets.partner|length }}' } })],
    ['all secrets at once', step('respond', { body: '{{ secrets|json_encode }}' })],
    ['a loop over all secrets', step('respond', { body: '{% for s in secrets %}{{ s }}{% endfor %}' })],
    ['a computed name', step('respond', { body: '{{ secrets[__data.name] }}' })],
    ['another name for all secrets', step('respond', { body: '{% set s = secrets %}{{ s.partner }}' })],
    ['signed data', step('respond', { body: "{{ hashHmac('sha256', secrets.partner, 'a key') }}" })],
    ['the claims of a token', step('respond', { body: "{{ jwtEncode({'a': secrets.partner}, 'a key') }}" })],
    ['a part of a key', step('respond', { body: "{{ hashHmac('sha256', 'x', secrets.partner|first) }}" })],
    ['a default', step('respond', { body: "{{ __data.x|default(secrets['partner']) }}" })],
    // biome-ignore lint/suspicious/noThenProperty: the workspace file uses this key.
    ['a step inside a branch', step('branch', { if: '{{ true }}', then: step('respond', { body: secret }) })],
  ])('are rejected in %s, when published, in a test run and by apply', async (_, steps) => {
    const id = await newWorkflow();
    const checked = await author.ask('POST /workflows/check', { workflow: id, steps });
    expect(checked.body.problems.map(({ message }: { message: string }) => message)).toContain(notHere);
    expect((await publish(id, steps)).status).toBe(400);
    const tried = await author.ask(`POST /workflows/${id}/try`, { steps, input: { data: {} } });
    expect(tried.status).toBe(400);
    const file = {
      workspaces: [
        { base_url: 'http://a.test', workflows: [{ name: 'x', owner: author.user.email, steps }] },
      ],
    };
    expect(() => readProvisioningFile(JSON.stringify(file))).toThrow(notHere);
  });

  test.each([
    [
      'a URL that depends on a letter',
      { url: "{{ secrets.partner starts with 'C' ? 'https://a.test' : '' }}" },
    ],
    ['a part of the secret', { headers: { 'x-a': '{{ secrets.partner|slice(0, 1) }}' } }],
    ['the first letter', { body: { a: '{{ secrets.partner|first }}' } }],
    ['the length of the secret', { query: { a: '{{ secrets.partner|length }}' } }],
    ['arithmetic', { query: { a: '{{ secrets.partner + 1 }}' } }],
    ['a tag', { body: "{% if secrets.partner == 'x' %}a{% endif %}" }],
    ['a loop', { body: "{% for c in secrets.partner|split('') %}{{ loop.index }}{% endfor %}" }],
    ['a variable', { body: '{% set s = secrets.partner %}{{ s|first }}' }],
    ['a captured block', { body: '{% set s %}{{ secrets.partner }}{% endset %}{{ s|first }}' }],
    ['trimmed letters', { body: "{{ secrets.partner|trim('ABD') }}" }],
    ['signed data', { body: "{{ hashHmac('sha256', secrets.partner, 'a key')|slice(0, 1) }}" }],
    ['a shorthand condition', { body: "{{ secrets.partner ?: 'none' }}" }],
  ])('are rejected if a request does not send the whole secret: %s', async (_, fields) => {
    const id = await newWorkflow();
    const steps = request(fields);
    expect((await publish(id, steps)).status).toBe(400);
    const { body } = await author.ask(`POST /workflows/${id}/try`, { steps, input: { data: {} } });
    expect(body.problems[0].message).toMatch(notWhole);
  });

  test('are accepted if a request sends the whole secret: alone, concatenated, encoded or as a signing key', async () => {
    const steps = request({
      url: 'https://api.partner.test/bot{{ secrets.partner|url_encode }}',
      method: 'POST',
      headers: {
        authorization: "Basic {{ ('user:' ~ secrets.partner)|base64_encode }}",
        'x-signature': "{{ hashHmac('sha256', __data.text, secrets.partner, 'base64') }}",
        'x-token': "{{ jwtEncode({'iss': secrets.partner}, secrets.partner) }}",
      },
      query: { key: "{{ __data.sandbox ? 'none' : secrets.partner }}" },
      body: { deep: ['{{ secrets.partner|trim|json_encode }}'] },
    });
    expect((await publish(await newWorkflow(), steps)).status).toBe(200);
  });
});

test('a secret can be used as a signing key in every field, because a signature does not reveal it', async () => {
  const id = await newWorkflow();
  const signature = "hashHmac('sha256', __data.text, secrets.partner)";
  const steps = [
    {
      name: 'check',
      type: 'branch',
      if: `{{ __data.signature == ${signature} }}`,
      else: [{ name: 'wrong', type: 'stop', as: 'failed', message: 'The signature is wrong.' }],
    },
    { name: 'reply', type: 'respond', body: `{{ ${signature} }}` },
  ];
  expect((await publish(id, steps)).status).toBe(200);
  const real = createHmac('sha256', canary).update('hello').digest('hex');
  const tried = async (given: string) => {
    const input = { data: { text: 'hello', signature: given } };
    return (await author.ask(`POST /workflows/${id}/try`, { steps, input })).body;
  };
  expect((await tried(real)).status).toBe('succeeded');
  expect((await tried('forged')).status).toBe('failed');
  expect(JSON.stringify(await tried(real))).not.toContain(canary);
});

describe('listener settings', () => {
  test.each([
    ['cors_domains', '{{ secrets.partner|slice(0, 1) }}'],
    ['cors_domains', '{{ secrets.partner }}'],
    ['endpoint_secret', '{{ secrets.partner|slice(0, 1) }}'],
    ['endpoint_key', "{{ secrets.partner starts with 'C' ? 'a' : 'b' }}"],
  ])('reject the %s template %s', async (setting, source) => {
    const id = await newWorkflow();
    const saved = await author.ask(`PATCH /workflows/${id}/listener`, {
      allow_cors: true,
      [setting]: source,
    });
    expect(saved.status).toBe(400);
    const preview = await author.ask(`POST /workflows/${id}/listener/preview`, { setting, source });
    expect(preview.body).toMatchObject({
      text: null,
      problems: [{ message: expect.stringMatching(/ecret/) }],
    });
  });

  test('a CORS setting from an older release allows no origin, so the CORS check cannot reveal a secret letter by letter', async () => {
    const id = await newWorkflow();
    await author.ask(`PATCH /workflows/${id}/listener`, { allow_cors: true, cors_domains: 'x' });
    await database.current.query(
      `update listeners set cors_domains = $1, version = version + 1 where workflow_id = $2`,
      ['{{ secrets.partner|slice(0, 1) }}', id],
    );
    for (const origin of ['C', canary]) {
      const { status, body } = await author.ask(`POST /workflows/${id}/listener/browser-check`, {
        origin,
        method: 'GET',
        content_type: '',
        headers: [],
        with_credentials: false,
      });
      expect([status, body.request.status, body.request.refusal]).toEqual([200, 403, 'origin_not_allowed']);
    }
  });
});

test('previews show a placeholder instead of a secret', async () => {
  const id = await newWorkflow();
  const preview = async (source: string, more = {}) =>
    (await author.ask(`POST /workflows/${id}/preview`, { source, input: { data: {} }, ...more })).body;
  expect((await preview('Bearer {{ secrets.partner }}')).value).toBe('"Bearer [secret]"');
  const signed = "{{ hashHmac('sha256', 'x', secrets.partner) }}";
  const real = createHmac('sha256', canary).update('x').digest('hex');
  expect((await preview(signed)).value).not.toContain(real);
  expect((await preview('{{ secrets.partner|first }}')).problems[0].message).toMatch(notWhole);
  const condition = await preview("{{ secrets.partner starts with 'C' }}", { is_condition: true });
  expect(condition.problems[0].message).toBe(notHere);
  const setting = { setting: 'endpoint_secret', source: signed };
  const shown = await author.ask(`POST /workflows/${id}/listener/preview`, setting);
  expect(shown.body.text).not.toContain(real);
});

/** Starts a run of a published workflow and executes it in this process. */
async function run(workflow: number, ...servers: readonly OutsideServer[]): Promise<RunJob> {
  const id = uuid7(Date.now() + made++) as RunId;
  await database.current.query(
    `insert into runs (workspace_id, id, workflow_id, workflow_version, status, accepted_at, input, is_awaited)
       values ($1, $2, $3, 1, 'queued', now(), '{}', true)`,
    [workspace.id, id, workflow],
  );
  const job = { workspace: workspace.id, run: id, fence: 0 };
  await execute(context(), job, reaching(...servers));
  return job;
}

/** Returns everything about a run that the author can see. */
async function visible({ run }: RunJob): Promise<string> {
  const rows = await database.current.query(
    `select (select json_agg(r) from runs r where id = $1) as run,
        (select json_agg(s) from run_steps s where run_id = $1) as steps,
        (select json_agg(l) from leads l where workspace_id = $2) as leads`,
    [run, workspace.id],
  );
  const answer = await readAnswer(context(), workspace.id, run);
  const page = await author.ask(`GET /runs/${run}`);
  expect(page.status).toBe(200);
  return JSON.stringify([rows, answer, page.body]);
}

/** Starts a server, controlled by the author, that echoes everything it receives. */
const echoing = () =>
  startOutside(async (request, response) => {
    const body = await text(request);
    response.writeHead(200, {
      'content-type': 'application/json',
      'x-echo': String(request.headers['x-key']),
    });
    response.end(
      JSON.stringify({
        url: request.url,
        [`name ${body}`]: body,
        list: [body, Buffer.from(body).toString('base64'), Buffer.from(body).toString('hex')],
      }),
    );
  });

test('a server that echoes a secret does not reveal it to later steps or in a response, lead or run', async () => {
  const server = await echoing();
  const id = await newWorkflow();
  const published = await publish(id, [
    {
      name: 'call',
      type: 'http.request',
      method: 'POST',
      url: `${server.url}/?key={{ secrets.partner }}`,
      headers: { 'x-key': secret },
      body: secret,
    },
    { name: 'copy', type: 'set', values: { all: '{{ steps.call.output }}' } },
    {
      name: 'guess',
      type: 'branch',
      if: "{{ 'CANARY' in steps.call.output|json_encode }}",
      // biome-ignore lint/suspicious/noThenProperty: the workspace file uses this key.
      then: [{ name: 'found', type: 'set', values: { found: true } }],
    },
    {
      name: 'save',
      type: 'lead.create',
      fields: { email: `echo-${made}@example.test`, company: '{{ steps.call.output.body.list[0] }}' },
    },
    { name: 'reply', type: 'respond', body: { all: '{{ __data.all }}', found: '{{ __data.found }}' } },
    { name: 'end', type: 'stop', as: 'failed', message: '{{ steps.call.output.body.list|join }}' },
  ]);
  expect(published.status, JSON.stringify(published.body)).toBe(200);
  const shown = await visible(await run(id, server));
  expect(server.connections()).toBeGreaterThan(0);
  expect(shown).toContain('[secret]');
  expect(shown).not.toContain('"found":true');
  for (const spelling of [
    canary,
    Buffer.from(canary).toString('base64'),
    Buffer.from(canary).toString('hex'),
  ])
    expect(shown).not.toContain(spelling.slice(0, 12));
});

describe('a version that an older release published', () => {
  const store = async (steps: unknown) => {
    const id = await newWorkflow();
    expect((await publish(id, [end])).status).toBe(200);
    await database.current.query('update workflow_versions set steps = $1 where workflow_id = $2', [
      JSON.stringify(steps),
      id,
    ]);
    return id;
  };

  test.each([
    ['respond', step('respond', { body: secret }), 'body'],
    ['lead.create', step('lead.create', { fields: { company: secret } }), 'fields.company'],
    ['branch', step('branch', { if: "{{ secrets.partner starts with 'C' }}" }), 'if'],
    ['stop', step('stop', { as: 'failed', message: secret }), 'message'],
    ['http.request', request({ url: "{{ secrets.partner == 'x' ? 'https://a.test' : '' }}" }), 'url'],
  ])('fails at a %s step that would reveal a secret', async (_, steps, field) => {
    const job = await run(await store([{ name: 'before', type: 'set', values: { a: 1 } }, ...steps]));
    const { body } = await author.ask(`GET /runs/${job.run}`);
    expect(body.status).toBe('failed');
    expect(body.error).toMatch(
      new RegExp(`^leak: ${field}: line 1, column \\d+: (Secrets can't|A secret can)`),
    );
    expect(body.steps.map(({ name }: { name: string }) => name)).toEqual(['before', 'leak']);
    expect(await visible(job)).not.toContain('CANARY');
  });

  test('fails on resume if the secret is already in a variable', async () => {
    const id = await store([
      { name: 'copy', type: 'set', values: { copy: secret } },
      { name: 'reply', type: 'respond', body: '{{ __data.copy }}' },
    ]);
    const run = uuid7(Date.now() + made++) as RunId;
    await database.current.asAdministrator(async (client) => {
      await client.query(
        `insert into runs (workspace_id, id, workflow_id, workflow_version, status, accepted_at, input, is_awaited)
         values ($1, $2, $3, 1, 'queued', now(), '{}', true)`,
        [workspace.id, run, id],
      );
      await client.query(
        `insert into run_steps (workspace_id, run_id, path, position, name, type, status, started_at, ended_at, output)
         values ($1, $2, 'copy', 0, 'copy', 'set', 'succeeded', now(), now(), $3)`,
        [workspace.id, run, JSON.stringify({ copy: canary })],
      );
    });
    await execute(context(), { workspace: workspace.id, run, fence: 0 });
    const { body } = await author.ask(`GET /runs/${run}`);
    expect(body.error).toMatch(
      /^reply: The step copy reads a secret\. values\.copy: .*Secrets can't be used here/,
    );
    expect(JSON.stringify(await readAnswer(context(), workspace.id, run))).not.toContain('CANARY');
  });
});

test('the log contains no secret after the tests above', () => {
  expect(site.log.text()).toContain('/console/workflows');
  expect(site.log.text()).not.toContain('CANARY');
});
