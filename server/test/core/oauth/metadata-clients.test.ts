// Apps that use the URL of a client metadata document as their client_id (spec/oauth §1.2).
import tls from 'node:tls';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { documentBytes, MetadataDocuments, saveOAuthClient } from '../../../src/core/oauth/index.ts';
import { changeSettings } from '../../../src/core/workspaces/index.ts';
import { createEgress } from '../../../src/lib/egress/egress.ts';
import { createMemoryLimiter } from '../../../src/lib/limits/memory-limiter.ts';
import { buildWorkspace, changing } from '../../harness/builders.ts';
import { buildPerson, TestApp, useOAuth } from '../../harness/oauth-stage.ts';
import { isFullRun } from '../../harness/seeded-random.ts';
import { makeCertificate, startHttps } from '../../harness/servers/https-front.ts';
import { useTestDatabase } from '../../harness/test-database.ts';

const database = useTestDatabase();
const stage = useOAuth(database);
const redirectUri = 'http://localhost:51234/callback';

/** An external server. Each test sets its responses. */
let outside: Awaited<ReturnType<typeof startHttps>>;
let serve: (path: string) => {
  status?: number;
  headers?: Record<string, string>;
  body: string;
  afterMs?: number;
};
beforeAll(async () => {
  const certificate = makeCertificate();
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), certificate.cert.toString()]);
  outside = await startHttps(certificate, (request, response) => {
    const { status = 200, headers = {}, body, afterMs = 0 } = serve(request.url ?? '');
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.flushHeaders();
    setTimeout(() => response.end(body), afterMs);
  });
});
afterAll(() => outside.close());

let made = 0;
let url: string;
const document = (over: object = {}) =>
  JSON.stringify({
    client_id: url,
    client_name: 'Agent',
    redirect_uris: ['http://localhost/callback'],
    ...over,
  });
beforeEach(() => {
  url = `https://localhost:${outside.port}/app-${++made}.json`;
  serve = () => ({ body: document() });
  // Egress that allows only the external server's host.
  const egress = createEgress({ ports: new Set(), allow: new Set([`localhost:${outside.port}`]) });
  const rest = { method: 'GET', headers: {}, timeoutMs: 1_000, maximumBytes: documentBytes, redirects: 0 };
  stage.outside.fetch = (address) => egress({ url: address, httpsOnly: true, ...rest });
});

const buildScene = async (scope: 'api' | 'mcp' = 'mcp') => {
  const workspace = await buildWorkspace(stage.context());
  const person = await buildPerson(stage, workspace);
  return { workspace, person, app: new TestApp(stage, workspace, { id: url, redirectUri, scope }) };
};
const records = async ({ id }: { id: number }) =>
  await database.current.query(
    'select client_id, source, name, scope, redirect_uris, active from oauth_clients where workspace_id = $1',
    [id],
  );

describe('the first approval', () => {
  test("creates the client record, whose scope can't be changed; no earlier request creates it", async () => {
    const { workspace, person, app } = await buildScene('api');
    expect((await app.ask()).status).toBe(303);
    const { page } = await app.consent(person);
    for (const shown of [
      `localhost:${outside.port}`,
      "isn't verified",
      'No one in this workspace',
      'This app runs on your computer',
    ])
      expect(page.text).toContain(shown);
    await app.decide(person, 'deny');
    expect(await records(workspace)).toEqual([]);
    const { access_token } = await app.tokens(person);
    expect((await app.self(access_token)).json.user.email).toBe(person.user.email);
    expect(await records(workspace)).toEqual([
      {
        client_id: url,
        source: 'metadata_document',
        name: 'Agent',
        scope: 'api',
        redirect_uris: ['http://localhost/callback'],
        active: true,
      },
    ]);
    const other = await app.ask({ scope: 'mcp' });
    expect(other.json.error_description).toBe('Client is not authorised for scope: mcp');
    expect((await app.consent(person)).page.text).not.toContain('No one in this workspace');
  });

  test('enables error redirects; until then, errors are only shown on a page', async () => {
    const { person, app } = await buildScene();
    for (const over of [{ code_challenge: undefined }, { response_type: 'token' }])
      expect([(await app.ask(over)).status, (await app.ask(over)).headers.location]).toEqual([
        400,
        undefined,
      ]);
    await app.tokens(person);
    expect((await app.ask({ response_type: 'token' })).status).toBe(303);
  });

  test('changed metadata is shown to the user and replaces the record at the next approval, and the audit log keeps the old values', async () => {
    const { workspace, person, app } = await buildScene();
    await app.tokens(person);
    serve = () => ({
      body: document({
        client_name: 'Other',
        redirect_uris: ['http://localhost/callback', 'https://other.example.test/cb'],
      }),
    });
    await stage.time.move(60_000);
    const { page } = await app.consent(person);
    expect(page.text).toContain('has changed since it was last approved');
    expect((await records(workspace))[0].name).toBe('Agent');
    await app.tokens(person);
    expect((await records(workspace))[0].name).toBe('Other');
    expect((await app.consent(person)).page.text).not.toContain('has changed');
    const rows = await database.current.query(
      "select old_values, new_values from audit_entries where workspace_id = $1 and action = 'changed' and subject_type = 'oauth_client'",
      [workspace.id],
    );
    expect(rows).toMatchObject([{ old_values: { name: 'Agent' }, new_values: { name: 'Other' } }]);
  });

  test("a deactivated record stays inactive, and its document isn't fetched", async () => {
    const { workspace, person, app } = await buildScene();
    const { refresh_token } = await app.tokens(person);
    await changing(stage.context(), workspace.id, (change) =>
      saveOAuthClient(change, { name: 'Agent', metadata_url: url, active: false }),
    );
    await stage.time.move(24 * 3_600_000);
    const before = stage.fetched.length;
    expect((await app.ask()).json.error).toBe('invalid_client');
    expect((await app.refresh(refresh_token)).json.error).toBe('invalid_client');
    expect(stage.fetched.length).toBe(before);
  });

  test('an approval applies to the metadata that was shown, even if the document has changed since then', async () => {
    const { workspace, person, app } = await buildScene();
    const { page } = await app.consent(person);
    serve = () => ({ body: document({ client_name: 'Swapped' }) });
    await stage.time.move(60_000);
    await person.browser.submit(page, '/oauth2/consent', { decision: 'approve' });
    expect((await records(workspace))[0].name).toBe('Agent');
  });
});

describe("the workspace's setting", () => {
  const set = (
    workspace: { id: Parameters<typeof changing>[1] },
    metadata_clients: 'allowed' | 'pre_approved' | 'off',
  ) => changing(stage.context(), workspace.id, (change) => changeSettings(change, { metadata_clients }));

  test('`pre_approved` accepts only clients with a record, which an administrator can create in advance', async () => {
    const { workspace, person, app } = await buildScene();
    await set(workspace, 'pre_approved');
    const before = stage.fetched.length;
    expect((await app.ask()).json.error).toBe('invalid_client');
    expect(stage.fetched.length).toBe(before);
    await changing(stage.context(), workspace.id, (change) =>
      saveOAuthClient(change, { name: 'Allowed', metadata_url: url, scope: 'mcp' }),
    );
    expect((await app.tokens(person)).scope).toBe('mcp');
    expect((await records(workspace))[0]).toMatchObject({
      name: 'Agent',
      redirect_uris: ['http://localhost/callback'],
    });
  });

  test('`off` rejects every client, even a known one, and also when a consent form is submitted', async () => {
    const { workspace, person, app } = await buildScene();
    await app.tokens(person);
    const { page } = await app.consent(person);
    await set(workspace, 'off');
    expect((await app.ask()).json.error).toBe('invalid_client');
    const late = await person.browser.submit(page, '/oauth2/consent', { decision: 'approve' });
    expect([late.status, late.location]).toEqual([400, undefined]);
  });
});

describe('fetching a metadata document', () => {
  const workspace = () => buildWorkspace(stage.context());
  const refused = async () => {
    const { app } = await buildScene();
    const answer = await app.ask();
    expect([answer.status, answer.json.error, answer.headers.location]).toEqual([
      400,
      'invalid_client',
      undefined,
    ]);
  };

  test.each<[string, () => ReturnType<typeof serve>]>([
    ['a redirect', () => ({ status: 302, headers: { location: url }, body: document() })],
    ['a 404 response', () => ({ status: 404, body: document() })],
    ['an HTML page', () => ({ headers: { 'content-type': 'text/html' }, body: document() })],
    ['invalid JSON', () => ({ body: '{' })],
    ['a document that is too large', () => ({ body: document({ x: 'y'.repeat(documentBytes) }) })],
    ['a slow response', () => ({ body: document(), afterMs: 2_000 })],
    ['a document with another client_id', () => ({ body: document({ client_id: `${url}x` }) })],
    ['a deeply nested document', () => ({ body: `${'['.repeat(100)}${']'.repeat(100)}` })],
  ])("rejects %s and doesn't cache it", async (_, answer) => {
    serve = answer;
    await refused();
    serve = () => ({ body: document() });
    const { app } = await buildScene();
    expect((await app.ask()).status).toBe(303);
  });

  test('accepts exactly 5 KB, and +json as JSON', async () => {
    const padding = documentBytes - Buffer.byteLength(document({ x: '' }));
    serve = () => ({
      headers: { 'content-type': 'application/client+json; charset=utf-8' },
      body: document({ x: 'y'.repeat(padding) }),
    });
    const { app } = await buildScene();
    expect((await app.ask()).status).toBe(303);
    url = `${url}?more`;
    serve = () => ({ body: document({ x: 'y'.repeat(padding) }) });
    await refused();
  });

  test.each<[string, number]>([
    ['', 60_000],
    ['no-store', 60_000],
    ['max-age=1', 60_000],
    ['public, max-age=600', 600_000],
    ['max-age=999999999', 24 * 3_600_000],
  ])(
    'a document with Cache-Control "%s" is cached for %d ms, for all workspaces',
    async (control, keptMs) => {
      serve = () => ({ headers: { 'cache-control': control }, body: document() });
      const { app } = await buildScene();
      const before = stage.fetched.length;
      await app.ask();
      await stage.time.move(keptMs - 1);
      await (await buildScene()).app.ask();
      expect(stage.fetched.length - before).toBe(1);
      await stage.time.move(1);
      await app.ask();
      expect(stage.fetched.length - before).toBe(2);
    },
  );

  test('concurrent requests share one fetch', async () => {
    const { app } = await buildScene();
    const before = stage.fetched.length;
    const answers = await Promise.all(Array.from({ length: 20 }, () => app.ask()));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
    expect(stage.fetched.length - before).toBe(1);
  });

  test("allows 30 fetches a minute per caller and workspace, then responds 429 without fetching; other callers and workspaces aren't affected", async () => {
    let fetches = 0;
    const clock = { now: () => new Date(0) };
    const documents = new MetadataDocuments(
      async () => {
        fetches++;
        throw new Error('unreachable');
      },
      createMemoryLimiter(clock),
      clock,
    );
    const [here, elsewhere] = [await workspace(), await workspace()];
    const url = (part: unknown) => `https://a.test/${part}`;
    const isFetched = { code: 'invalid_client' };
    for (let round = 0; round < 30; round++)
      await expect(documents.read(here, url(round), '192.0.2.1')).rejects.toMatchObject(isFetched);
    // Far more than the workspace's own limit. Rejected requests don't count against that limit.
    for (let round = 0; round < 1_000; round++)
      await expect(documents.read(here, url('x'), '192.0.2.1')).rejects.toMatchObject({ kind: 'too-many' });
    expect(fetches).toBe(30);
    await expect(documents.read(here, url('y'), '192.0.2.2')).rejects.toMatchObject(isFetched);
    await expect(documents.read(elsewhere, url('y'), '192.0.2.1')).rejects.toMatchObject(isFetched);
    expect(fetches).toBe(32);
  });
});

test('hostile names and URLs are rendered safely', async () => {
  const { person, app } = await buildScene();
  const parts = [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' autofocus onfocus='x",
    '</title><h1>',
    '{{7*7}}',
    '&lt;b&gt;',
    '`x`',
    '\u202Egnp.exe',
    'a\u0000b',
    '%3Cscript%3E',
  ];
  for (let round = 0; round < (isFullRun ? 20 : 2); round++) {
    for (const part of parts) {
      url = `https://localhost:${outside.port}/h-${++made}.json`;
      const hostile = `${part}${round}${'<'.repeat(round)}`;
      serve = () => ({
        body: document({
          client_name: hostile,
          redirect_uris: ['http://localhost/callback?x=%22%3E%3Cscript%3E'],
        }),
      });
      const over = {
        client_id: url,
        redirect_uri: 'http://localhost:1/callback?x=%22%3E%3Cscript%3E',
        state: hostile.replaceAll('\0', ''),
      };
      const { page } = await app.consent(person, over);
      expect(page.status).toBe(200);
      const tags = [...page.text.matchAll(/<(\/?)([a-z0-9!]*)/gi)].map(([, , name = '']) =>
        name.toLowerCase(),
      );
      expect(tags.filter((name) => ['script', 'img', 'b', ''].includes(name))).toEqual([]);
      expect(page.text).not.toMatch(/<[^>]*\son\w+=/i);
      expect(page.text).not.toContain('\u202E');
    }
  }
});
