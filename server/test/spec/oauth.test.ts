// Tests the OAuth server rule by rule, with a manual clock (spec/oauth).
import { describe, expect, test } from 'vitest';
import { saveOAuthClient } from '../../src/core/oauth/index.ts';
import { saveUser } from '../../src/core/users/index.ts';
import { createMemoryLimiter } from '../../src/lib/limits/memory-limiter.ts';
import { buildWorkspace, changing } from '../harness/builders.ts';
import type { Page } from '../harness/console/browser.ts';
import { answerOf, buildApp, buildPerson, buildScene, password, useOAuth } from '../harness/oauth-stage.ts';
import type { ApiAnswer } from '../harness/servers/api-server.ts';
import { useTestDatabase } from '../harness/test-database.ts';

const database = useTestDatabase();
const stage = useOAuth(database);
const limitedStage = useOAuth(database, { limiter: createMemoryLimiter({ now: () => new Date(0) }) });

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 24 * 3_600_000];
const page = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

function expectFlat(answer: ApiAnswer, status: number, error: string, description?: string) {
  expect([answer.status, answer.json?.error, answer.headers.location]).toEqual([status, error, undefined]);
  expect(Object.keys(answer.json).sort()).toEqual(['error', 'error_description']);
  if (description !== undefined) expect(answer.json.error_description).toBe(description);
}
const required = 'A scope is required.';
const single = 'A token is issued for a single resource, so ask for one of mcp or api per request.';
const notAuthorized = (scope: string) => `Client is not authorised for scope: ${scope}`;

describe('authorization, tokens and discovery', () => {
  test('GET /oauth2/authorize accepts response_type, client_id, redirect_uri, scope, state and an S256 challenge, then asks for sign-in and consent (spec/oauth §2.1)', async () => {
    const { app, person, workspace } = await buildScene(stage);
    const { request, code, state, iss } = await app.decide(person, 'approve');
    expect([code?.startsWith('hark_code_'), state, iss]).toEqual([true, request.state, workspace.baseUrl]);
  });

  test.each<[string, Record<string, string | undefined>, string]>([
    ['no challenge', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['the plain method', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['no method, which means plain', { code_challenge_method: undefined }, 'invalid_request'],
    ['a method in lower case', { code_challenge_method: 's256' }, 'invalid_request'],
    ['a challenge of another length', { code_challenge: 'x'.repeat(42) }, 'invalid_request'],
    ['another response type', { response_type: 'token' }, 'unsupported_response_type'],
    ['no response type', { response_type: undefined }, 'invalid_request'],
    ['another response mode', { response_mode: 'fragment' }, 'invalid_request'],
  ])(
    'PKCE with S256 and the response type code are required, so %s is reported to the app (spec/oauth §2.1, §2.2)',
    async (_, over, error) => {
      const { app, workspace } = await buildScene(stage);
      const answer = await app.ask({ ...over, state: 'a &=b' });
      expect(answer.status).toBe(303);
      const params = Object.fromEntries(new URL(String(answer.headers.location)).searchParams);
      expect(params).toEqual({
        error,
        error_description: expect.any(String),
        state: 'a &=b',
        iss: workspace.baseUrl,
      });
    },
  );

  test('POST /oauth2/token exchanges the code for a pair of tokens that act as the user (spec/oauth §4.1)', async () => {
    const { app, person } = await buildScene(stage);
    const answer = await app.exchange(await app.decide(person, 'approve'));
    expect(answer.json).toEqual({
      access_token: expect.stringMatching(/^hark_access_[\w-]{43}_[0-9a-f]{8}$/),
      token_type: 'Bearer',
      expires_in: 3600,
      refresh_token: expect.stringMatching(/^hark_refresh_[\w-]{43}_[0-9a-f]{8}$/),
      scope: 'api',
    });
    expect([answer.status, answer.headers['cache-control'], answer.headers.pragma]).toEqual([
      200,
      'no-store',
      'no-cache',
    ]);
    expect((await app.self(answer.json.access_token)).json.user.email).toBe(person.user.email);
  });

  test('each resource has a metadata document, and the document without a path describes the MCP server (spec/oauth §5.1)', async () => {
    const workspace = await buildWorkspace(stage.context());
    const { baseUrl } = workspace;
    const read = async (path: string) => {
      const answer = await stage.ask(workspace, 'GET', `/.well-known/${path}`);
      expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([200, '*']);
      return answer.json;
    };
    expect(await read('oauth-protected-resource/api')).toEqual({
      resource: `${baseUrl}/api`,
      authorization_servers: [baseUrl],
      scopes_supported: ['api'],
      bearer_methods_supported: ['header'],
    });
    const agents = await read('oauth-protected-resource');
    expect(agents).toMatchObject({ resource: `${baseUrl}/mcp`, scopes_supported: ['mcp'] });
    expect(await read('oauth-protected-resource/mcp')).toEqual(agents);
    expect((await read('oauth-authorization-server')).issuer).toBe(agents.authorization_servers[0]);
  });

  test('an app in a browser can call token, revoke and the metadata, without cookies, but never authorize (spec/oauth §4.1)', async () => {
    const workspace = await buildWorkspace(stage.context());
    const origin = { origin: 'https://spa.example.test' };
    for (const path of ['/oauth2/token', '/oauth2/revoke', '/.well-known/oauth-authorization-server']) {
      const { status, headers } = await stage.ask(workspace, 'OPTIONS', path, origin);
      expect([status, headers['access-control-allow-origin']]).toEqual([204, '*']);
      expect(headers['access-control-allow-credentials']).toBeUndefined();
    }
    const refused = await stage.ask(workspace, 'POST', '/oauth2/token', origin);
    expect([refused.status, refused.headers['access-control-allow-origin']]).toEqual([400, '*']);
    for (const path of ['/oauth2/authorize', '/oauth2/consent']) {
      expect((await stage.ask(workspace, 'OPTIONS', path, origin)).status).toBe(405);
      const { headers } = await stage.ask(workspace, 'GET', path, origin);
      expect(headers['access-control-allow-origin']).toBeUndefined();
    }
  });
});

describe('scopes and resources', () => {
  const base = (baseUrl: string, path: string) => `${baseUrl.toUpperCase()}${path}`;
  type Over = (baseUrl: string) => Record<string, string | undefined>;
  const rows: [string, Over, 'api' | 'mcp', string | undefined][] = [
    ['no scope', () => ({ scope: undefined }), 'api', required],
    ['spaces as scope', () => ({ scope: '  ' }), 'api', required],
    ['both scopes', () => ({ scope: 'mcp api' }), 'api', single],
    ['both scopes and a third', () => ({ scope: 'mcp api x' }), 'mcp', single],
    ['one as scope, one as resource', () => ({ scope: 'api', resource: 'mcp' }), 'api', single],
    ["a scope that the client doesn't have", () => ({ scope: 'mcp' }), 'api', notAuthorized('mcp')],
    ['the same with the scopes swapped', () => ({ scope: 'api' }), 'mcp', notAuthorized('api')],
    ['a scope that no client has', () => ({ scope: 'api admin' }), 'api', notAuthorized('admin')],
    ['resource=api', () => ({ scope: undefined, resource: 'api' }), 'api', undefined],
    ['resource=mcp', () => ({ scope: undefined, resource: 'mcp' }), 'mcp', undefined],
    ['the resource URL', (url) => ({ scope: undefined, resource: `${url}/api` }), 'api', undefined],
    [
      'the resource URL with a trailing slash',
      (url) => ({ scope: undefined, resource: `${url}/mcp/` }),
      'mcp',
      undefined,
    ],
    [
      'the resource URL with its host in capitals',
      (url) => ({ scope: undefined, resource: base(url, '/api') }),
      'api',
      undefined,
    ],
    [
      'the resource URL with an upper-case path',
      (url) => ({ scope: undefined, resource: `${url}/API` }),
      'api',
      required,
    ],
    ['another resource', () => ({ scope: undefined, resource: 'https://x.test/api' }), 'api', required],
    ['another resource in addition to a scope', () => ({ resource: 'https://x.test/api' }), 'api', undefined],
  ];

  test.each(rows)('authorize handles %s (spec/oauth §3.1, §3.2)', async (_, over, scope, description) => {
    const { app, workspace } = await buildScene(stage, { scope });
    const params = over(workspace.baseUrl);
    const answer = await app.ask(params);
    if (description === undefined)
      expect([answer.status, answer.headers.location]).toEqual([303, expect.stringMatching(/^\/sign-in/)]);
    else {
      expectFlat(answer, 400, 'invalid_scope', description);
      const shown = await app.ask(params, page);
      expect([shown.status, shown.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8']);
      for (const value of ['invalid_scope', description]) expect(shown.text).toContain(value);
    }
  });

  test.each(rows)(
    'token handles %s, for a code and for a refresh token (spec/oauth §3.1, §3.2)',
    async (_, over, scope, description) => {
      const { app, person, workspace } = await buildScene(stage, { scope });
      // Without a usable scope or resource, the approved scope and resource apply.
      const expected = description === required ? undefined : description;
      const grant = await app.decide(person, 'approve');
      const byCode = await app.exchange(grant, over(workspace.baseUrl));
      if (expected !== undefined) expectFlat(byCode, 400, 'invalid_scope', expected);
      else expect([byCode.status, byCode.json.scope]).toEqual([200, scope]);
      // A rejected scope doesn't use up the code.
      const tokens = expected === undefined ? byCode.json : (await app.exchange(grant)).json;
      const again = await app.refresh(tokens.refresh_token, over(workspace.baseUrl));
      if (expected !== undefined) expectFlat(again, 400, 'invalid_scope', expected);
      else expect([again.status, again.json.scope]).toEqual([200, scope]);
    },
  );

  test('two resources count as a request for both (spec/oauth §3.2)', async () => {
    const { app } = await buildScene(stage);
    const answer = await app.ask({ scope: undefined }, {}, [
      ['resource', 'api'],
      ['resource', 'mcp'],
    ]);
    expectFlat(answer, 400, 'invalid_scope', single);
  });

  test('a client has one scope, fixed at creation, and its token is for one resource (spec/oauth §1.1, §3.3)', async () => {
    const { app, person, workspace } = await buildScene(stage, { scope: 'mcp' });
    await expect(
      changing(stage.context(), workspace.id, (change) =>
        saveOAuthClient(change, { name: app.name, scope: 'api' }),
      ),
    ).rejects.toThrow(/has the scope mcp, which can.t be changed/);
    const { access_token } = await app.tokens(person);
    expectFlat(await app.self(access_token), 401, 'invalid_token');
  });
});

describe('invalid_token (spec/rest-api §3.3)', () => {
  const refused = async (answer: Promise<ApiAnswer>, baseUrl: string) => {
    expectFlat(await answer, 401, 'invalid_token');
    expect((await answer).headers['www-authenticate']).toBe(
      `Bearer resource_metadata="${baseUrl}/.well-known/oauth-protected-resource/api", scope="api", error="invalid_token"`,
    );
  };

  test("is returned for an unknown token, a code, a refresh token, another workspace's token, and a truncated token", async () => {
    const { app, person, workspace } = await buildScene(stage);
    const other = await buildScene(stage);
    const tokens = await app.tokens(person);
    const { code = '' } = await app.decide(person, 'approve');
    const foreign = (await other.app.tokens(other.person)).access_token;
    const wrong = [
      'hark_access_x',
      tokens.refresh_token,
      code,
      foreign,
      tokens.access_token.slice(0, -1),
      `${tokens.access_token} `.repeat(2),
    ];
    for (const token of wrong) await refused(app.self(token), workspace.baseUrl);
    expect((await app.self(tokens.access_token)).status).toBe(200);
  });

  test('is returned for a token that expired after an hour, to the second (spec/oauth §4.2)', async () => {
    const { app, person, workspace } = await buildScene(stage);
    const { access_token } = await app.tokens(person);
    await stage.time.move(hour - second);
    expect((await app.self(access_token)).status).toBe(200);
    await stage.time.move(second);
    await refused(app.self(access_token), workspace.baseUrl);
  });

  test('is returned after the app revokes either token, which revokes the whole grant (spec/oauth §4.4)', async () => {
    const { app, person, workspace } = await buildScene(stage);
    for (const which of ['access_token', 'refresh_token'] as const) {
      const first = await app.tokens(person);
      const second = (await app.refresh(first.refresh_token)).json;
      expect((await app.post('revoke', { token: second[which], token_type_hint: 'x' })).status).toBe(200);
      for (const token of [first.access_token, second.access_token])
        await refused(app.self(token), workspace.baseUrl);
      expectFlat(await app.refresh(second.refresh_token), 400, 'invalid_grant');
    }
  });

  test('is returned immediately for tokens of a disabled client, and unexpired tokens work when the client is enabled again (spec/oauth §1.4)', async () => {
    const { app, person, workspace } = await buildScene(stage);
    const { access_token, refresh_token } = await app.tokens(person);
    const setActive = (active: boolean) =>
      changing(stage.context(), workspace.id, (change) =>
        saveOAuthClient(change, { name: app.name, active }),
      );
    await setActive(false);
    await refused(app.self(access_token), workspace.baseUrl);
    expectFlat(await app.refresh(refresh_token), 401, 'invalid_client');
    expectFlat(await app.ask(), 400, 'invalid_client');
    await setActive(true);
    expect((await app.self(access_token)).status).toBe(200);
    expect((await app.refresh(refresh_token)).status).toBe(200);
  });

  test('is returned for the tokens of a deactivated user (spec/rest-api §7.4)', async () => {
    const { app, person, workspace } = await buildScene(stage);
    const { access_token, refresh_token } = await app.tokens(person);
    const grant = await app.decide(person, 'approve');
    const setActive = (active: boolean) =>
      changing(stage.context(), workspace.id, (change) =>
        saveUser(change, { email: person.user.email, active }),
      );
    await setActive(false);
    await refused(app.self(access_token), workspace.baseUrl);
    expectFlat(await app.refresh(refresh_token), 400, 'invalid_grant');
    expectFlat(await app.exchange(grant), 400, 'invalid_grant');
    await setActive(true);
    expect((await app.self(access_token)).status).toBe(200);
  });

  test('is returned for a token that was issued for another resource (spec/oauth §3.3)', async () => {
    const { app, person, workspace } = await buildScene(stage, { scope: 'mcp' });
    await refused(app.self((await app.tokens(person)).access_token), workspace.baseUrl);
  });

  test('is not returned if the role lacks Access REST API; the user gets a token, and 403 access_denied when it is used (spec/rest-api §3.3)', async () => {
    const { app, workspace } = await buildScene(stage);
    const person = await buildPerson(stage, workspace, { permissions: {} });
    const { page } = await app.consent(person);
    expect(page.text).toContain('Your role doesn&#39;t have “Access REST API”');
    expectFlat(await app.self((await app.tokens(person)).access_token), 403, 'access_denied');
  });
});

describe('the order of checks at authorize (spec/oauth §2.2)', () => {
  test('starts with repeated parameters, whose error is shown', async () => {
    const { app } = await buildScene(stage);
    for (const name of [
      'client_id',
      'redirect_uri',
      'scope',
      'state',
      'response_type',
      'code_challenge',
      'x',
    ]) {
      const answer = await app.ask({ x: '1', client_id: 'nobody' }, {}, [[name, '']]);
      expectFlat(answer, 400, 'invalid_request');
    }
  });

  test('continues with client, redirect URI and scope, whose errors are shown and never redirect', async () => {
    const { app } = await buildScene(stage);
    const wrong = { scope: undefined, response_type: 'x', code_challenge: undefined };
    const evil = 'https://evil.example.test/cb';
    expectFlat(await app.ask({ ...wrong, client_id: 'nobody', redirect_uri: evil }), 400, 'invalid_client');
    expectFlat(await app.ask({ ...wrong, client_id: undefined }), 400, 'invalid_request');
    expectFlat(await app.ask({ ...wrong, redirect_uri: evil }), 400, 'invalid_request');
    expectFlat(await app.ask({ ...wrong, redirect_uri: undefined }), 400, 'invalid_request');
    expectFlat(await app.ask(wrong), 400, 'invalid_scope');
    expect((await app.ask({ ...wrong, scope: 'api' })).status).toBe(303);
  });

  test('ends with sign-in and consent, which is requested every time (spec/oauth §2.4)', async () => {
    const { app, person } = await buildScene(stage);
    expect((await app.ask()).headers.location).toMatch(/^\/sign-in\?return_to=%2Foauth2%2Fauthorize/);
    for (let round = 0; round < 2; round++) {
      const { page } = await app.consent(person);
      expect([page.status, page.text.includes('name="decision"')]).toEqual([200, true]);
      expect((await app.decide(person, 'approve')).code).toBeDefined();
    }
  });

  test('is the same for HEAD, which gets the status of a GET: a redirect to sign-in, or the rejection', async () => {
    const { app, workspace } = await buildScene(stage);
    const head = (over: Parameters<typeof app.request>[0]) =>
      stage.ask(workspace, 'HEAD', app.request(over).path);
    expect((await head({})).status).toBe(303);
    expect([(await head({ scope: 'nothing' })).status, (await head({ scope: 'nothing' })).text]).toEqual([
      400,
      '',
    ]);
  });

  test('a NUL in a parameter is a bad request, not a server error', async () => {
    const { app } = await buildScene(stage);
    for (const name of ['client_id', 'state', 'redirect_uri'])
      expectFlat(await app.ask({ [name]: 'a\0b' }), 400, 'invalid_request');
    expectFlat(await app.refresh('a\0b'), 400, 'invalid_request');
  });

  test('denied consent is reported with state and iss, and nothing is granted (spec/oauth §2.2)', async () => {
    const { app, person, workspace } = await buildScene(stage);
    const { request, answer, error, state, iss, code } = await app.decide(person, 'deny');
    expect([answer.status, error, state, iss, code]).toEqual([
      303,
      'access_denied',
      request.state,
      workspace.baseUrl,
      undefined,
    ]);
  });
});

describe('the consent form (spec/oauth §2.4)', () => {
  test('grants access only to users who signed in or confirmed who they are within the last 15 minutes (spec/sign-in §3.1)', async () => {
    const { app, person } = await buildScene(stage);
    const { browser } = person;
    const { path } = (await app.consent(person)).request;
    await stage.time.move(9 * minute);
    const inTime = await browser.get(path);
    expect(inTime.status).toBe(200);
    await stage.time.move(7 * minute);
    const confirmPage = `/confirm?${new URLSearchParams({ return_to: path })}`;
    const submit = (page: Page, decision: string) => browser.submit(page, '/oauth2/consent', { decision });
    // A form that was opened in time grants nothing either.
    for (const asked of [await browser.get(path), await submit(inTime, 'approve')])
      expect([asked.status, asked.location]).toEqual([303, confirmPage]);
    expect(answerOf(await submit(inTime, 'deny')).error).toBe('access_denied');
    const confirmed = await browser.submit(await browser.get(confirmPage), '/confirm', { password });
    expect([confirmed.status, confirmed.location]).toEqual([303, path]);
    expect(answerOf(await submit(await browser.get(path), 'approve')).code).toBeDefined();
  });

  test('is valid once, in its session, from its own page, for ten minutes', async () => {
    const { app, person, workspace } = await buildScene(stage);
    const { page } = await app.consent(person);
    const submit = (values: Record<string, string>, headers = {}) =>
      person.browser.submit(page, '/oauth2/consent', values, headers);
    const other = await buildPerson(stage, workspace);
    await app.consent(other);
    const approve = { decision: 'approve' };
    const attempts: [number, () => ReturnType<typeof submit>][] = [
      [403, () => person.browser.post('/oauth2/consent', approve)],
      [403, () => submit(approve, { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' })],
      [403, () => other.browser.submit(page, '/oauth2/consent', approve)],
      [403, () => submit({ ...approve, form_token: 'x' })],
      [400, () => submit({ ...approve, request: 'x' })],
      [400, () => submit({})],
    ];
    for (const [status, attempt] of attempts) {
      const answer = await attempt();
      expect([answer.status, answer.location]).toEqual([status, undefined]);
    }
    // Sends another user's form token with this request, because the form is bound to the session too.
    const otherPage = (await app.consent(other)).page;
    const mixed = /name="request" value="([^"]*)"/.exec(page.text)?.[1] ?? '';
    const stolen = await other.browser.submit(otherPage, '/oauth2/consent', { ...approve, request: mixed });
    expect([stolen.status, stolen.location]).toEqual([400, undefined]);
    expect(answerOf(await submit(approve)).code).toBeDefined();
    expect((await submit(approve)).status).toBe(400);
    const late = (await app.consent(person)).page;
    await stage.time.move(10 * minute);
    expect((await person.browser.submit(late, '/oauth2/consent', approve)).status).toBe(400);
  });

  test('cannot be framed or stored, needs no script, and the deny button has the focus', async () => {
    const { app, person } = await buildScene(stage);
    const { page } = await app.consent(person);
    expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'x-frame-options': 'DENY' });
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('form-action');
    expect(page.text).not.toContain('<script');
    expect(page.text).toMatch(/value="deny" autofocus/);
    for (const shown of [app.name, new URL(app.redirectUri).host, person.user.email])
      expect(page.text).toContain(shown);
  });
});

describe('codes and refresh tokens', () => {
  test('a code is valid for 60 seconds (spec/oauth §2.5)', async () => {
    const { app, person } = await buildScene(stage);
    const [early, late] = [await app.decide(person, 'approve'), await app.decide(person, 'approve')];
    await stage.time.move(minute - 1);
    expect((await app.exchange(early)).status).toBe(200);
    await stage.time.move(1);
    expectFlat(await app.exchange(late), 400, 'invalid_grant');
  });

  test("a wrong verifier or redirect URI doesn't use up the code, but five wrong attempts do (spec/oauth §2.3, §2.5)", async () => {
    const { app, person } = await buildScene(stage);
    const [lucky, guessed] = [await app.decide(person, 'approve'), await app.decide(person, 'approve')];
    const wrong = { code_verifier: app.request().verifier };
    for (let round = 0; round < 4; round++)
      expectFlat(
        await app.exchange(lucky, round % 2 ? wrong : { redirect_uri: 'https://x.test' }),
        400,
        'invalid_grant',
      );
    expect((await app.exchange(lucky)).status).toBe(200);
    for (let round = 0; round < 5; round++)
      expectFlat(await app.exchange(guessed, wrong), 400, 'invalid_grant');
    expectFlat(await app.exchange(guessed), 400, 'invalid_grant');
  });

  test('the second use of a refresh token is rejected, and revokes the grant if it comes at least ten seconds after the first (spec/oauth §4.3)', async () => {
    const { app, person } = await buildScene(stage);
    const grant = await app.decide(person, 'approve');
    const first = (await app.exchange(grant)).json;
    const renewed = (await app.refresh(first.refresh_token)).json;
    await stage.time.move(10 * second - 1);
    expectFlat(await app.exchange(grant), 400, 'invalid_grant');
    expectFlat(await app.refresh(first.refresh_token), 400, 'invalid_grant');
    expect((await app.self(renewed.access_token)).status).toBe(200);
    await stage.time.move(1);
    expectFlat(await app.refresh(first.refresh_token), 400, 'invalid_grant');
    expect((await app.self(renewed.access_token)).status).toBe(401);
    expectFlat(await app.refresh(renewed.refresh_token), 400, 'invalid_grant');
  });

  test('a second use of a code is treated the same way (spec/oauth §4.3)', async () => {
    const { app, person } = await buildScene(stage);
    const grant = await app.decide(person, 'approve');
    const { access_token } = (await app.exchange(grant)).json;
    await stage.time.move(10 * second);
    expectFlat(await app.exchange(grant), 400, 'invalid_grant');
    expect((await app.self(access_token)).status).toBe(401);
  });

  test('a refresh token expires after 30 days without use, and after 180 days in any case (spec/oauth §4.2)', async () => {
    const { app, person } = await buildScene(stage);
    let tokens = await app.tokens(person);
    for (let used = 0; used < 179; used += 29) {
      await stage.time.move(Math.min(29, 179 - used) * day);
      tokens = (await app.refresh(tokens.refresh_token)).json;
      expect(tokens.refresh_token).toBeDefined();
    }
    await stage.time.move(day - 30 * minute);
    tokens = (await app.refresh(tokens.refresh_token)).json;
    expect(tokens.expires_in).toBe(1800);
    await stage.time.move(30 * minute);
    expectFlat(await app.refresh(tokens.refresh_token), 400, 'invalid_grant');
    const again = await buildPerson(stage, app.workspace);
    const idle = await app.tokens(again);
    await stage.time.move(30 * day);
    expectFlat(await app.refresh(idle.refresh_token), 400, 'invalid_grant');
  });
});

describe('the client at the token endpoint (spec/oauth §5.2)', () => {
  const basic = (id: string, secret: string) => ({
    Authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`,
  });

  test('must authenticate with Basic or in the body, but not both, if it is confidential', async () => {
    const { app, person } = await buildScene(stage, { confidential: true });
    const { id, secret = '' } = app;
    const tokens = await app.tokens(person);
    const none = { client_id: undefined, client_secret: undefined };
    const byBasic = await app.refresh(tokens.refresh_token, none, basic(id, secret));
    expect(byBasic.status).toBe(200);
    const refresh = (over: object, headers = {}) =>
      app.refresh(byBasic.json.refresh_token, { ...over }, headers);
    const wrong = await refresh(none, basic(id, 'x'));
    expectFlat(wrong, 401, 'invalid_client');
    expect(wrong.headers['www-authenticate']).toMatch(/^Basic realm=/);
    const posted = await refresh({ client_secret: 'x' });
    expectFlat(posted, 401, 'invalid_client');
    expect(posted.headers['www-authenticate']).toBeUndefined();
    expectFlat(await refresh({ client_secret: undefined }), 401, 'invalid_client');
    expectFlat(await refresh({}, basic(id, secret)), 400, 'invalid_request');
    expectFlat(await refresh({ ...none, client_id: 'other' }, basic(id, secret)), 400, 'invalid_request');
    for (const Authorization of ['Basic', 'Basic %', 'Basic eA==', 'Bearer x'])
      expectFlat(await refresh(none, { Authorization }), 401, 'invalid_client');
    expect((await refresh({})).status).toBe(200);
  });

  test("sends no secret if it is public, and gets the same response if it is unknown or another workspace's", async () => {
    const { app, person } = await buildScene(stage);
    const other = await buildScene(stage);
    const { refresh_token } = await app.tokens(person);
    for (const over of [{ client_secret: 'x' }, { client_id: 'nobody' }, { client_id: other.app.id }])
      expectFlat(await app.refresh(refresh_token, over), 401, 'invalid_client');
    const rival = await buildApp(stage, app.workspace);
    expectFlat(await rival.refresh(refresh_token), 400, 'invalid_grant');
    await rival.post('revoke', { token: refresh_token });
    expect((await app.refresh(refresh_token)).status).toBe(200);
  });

  test('sends its parameters as a form of at most 16 KB, each once (spec/limits §1)', async () => {
    const { app } = await buildScene(stage);
    expectFlat(await app.post('token', {}, { 'content-type': 'application/json' }), 400, 'invalid_request');
    expectFlat(await app.post('token', { x: 'y'.repeat(17_000) }), 400, 'invalid_request');
    for (const name of ['grant_type', 'client_id', 'code', 'x'])
      expectFlat(
        await app.post('token', [
          ['grant_type', 'x'],
          ['client_id', app.id],
          ['code', 'y'],
          ['x', 'z'],
          [name, ''],
        ]),
        400,
        'invalid_request',
      );
    expectFlat(await app.post('token', {}), 400, 'invalid_request');
    for (const grant_type of ['client_credentials', 'password', 'implicit'])
      expectFlat(await app.post('token', { grant_type }), 400, 'unsupported_grant_type');
  });
});

describe('limits (spec/oauth §6, spec/limits §3)', () => {
  test('allow 600 requests a minute per IP address to authorize and 600 to token, counted separately', async () => {
    const { app } = await buildScene(limitedStage);
    for (const ask of [() => app.ask({ client_id: 'nobody' }), () => app.post('token', {})]) {
      for (let round = 0; round < 600; round += 50)
        for (const { status } of await Promise.all(Array.from({ length: 50 }, ask))) expect(status).toBe(400);
      const answer = await ask();
      expectFlat(answer, 429, 'temporarily_unavailable');
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    const shown = await app.ask({}, page);
    expect([shown.status, shown.headers['content-type']]).toEqual([429, 'text/html; charset=utf-8']);
    expect(
      (await limitedStage.ask(app.workspace, 'GET', '/.well-known/oauth-authorization-server')).status,
    ).toBe(200);
  });
});
