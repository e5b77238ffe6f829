// Tests which user a REST request acts as and how it is rejected, rule by rule (spec/rest-api §1, §3.3).
import { describe, expect, test } from 'vitest';
import type { Permissions } from '../../src/core/access/index.ts';
import { removeApiClient, rotateTokenOf, saveApiClient } from '../../src/core/api-clients/index.ts';
import { limitOwnKey, saveApiKey } from '../../src/core/api-keys/index.ts';
import { saveLeadField } from '../../src/core/lead-fields/index.ts';
import { saveRole } from '../../src/core/roles/index.ts';
import { saveUser } from '../../src/core/users/index.ts';
import type { Workspace } from '../../src/core/workspaces/index.ts';
import { buildUser, buildWorkspace, changing } from '../harness/builders.ts';
import { type ApiAnswer, useApi } from '../harness/servers/api-server.ts';
import { useTestDatabase } from '../harness/test-database.ts';

const database = useTestDatabase();
const api = useApi(database);
const path = '/api/users/self';

/** Creates a workspace and a user with a key, and functions to change everything that the checks depend on. */
async function buildCaller(permissions: Permissions = { 'api.access_rest': true }, isAdmin = false) {
  const { context } = database.current;
  const workspace = await buildWorkspace(context);
  const change = <T>(work: Parameters<typeof changing<T>>[2]) => changing(context, workspace.id, work);
  const role = await change((c) => saveRole(c, { name: 'Caller', isAdmin, permissions }));
  const user = await buildUser(context, workspace.id, { role: role.name });
  const { apiKey } = await change((c) => saveApiKey(c, user, undefined));
  const client = (name: string, scope: 'api' | 'mcp' | undefined, active = true) =>
    change((c) => saveApiClient(c, { user, name, scope, active }));
  return {
    workspace,
    user,
    apiKey,
    change,
    client,
    byKey: (key = apiKey) => api.as(workspace, { apikey: key })('GET', path),
    byToken: (token: string) => api.as(workspace, { Authorization: `Bearer ${token}` })('GET', path),
  };
}

/** Expects a flat error, with a challenge that names the metadata, the scope and the error (spec/rest-api §3.3). */
function expectRefusal(answer: ApiAnswer, status: number, error: string, { baseUrl }: Workspace) {
  expect(answer.status).toBe(status);
  expect(Object.keys(answer.json).sort()).toEqual(['error', 'error_description']);
  expect(answer.json.error).toBe(error);
  expect(answer.headers['www-authenticate']).toBe(
    `Bearer resource_metadata="${baseUrl}/.well-known/oauth-protected-resource/api", scope="api", error="${error}"`,
  );
  expect(answer.headers['x-request-id']).toBeTruthy();
}

describe('rejected credentials (spec/rest-api §3.3)', () => {
  test('get 401 invalid_grant if the API key is missing or unknown', async () => {
    const { workspace, byKey } = await buildCaller();
    for (const key of ['', 'unknown']) expectRefusal(await byKey(key), 401, 'invalid_grant', workspace);
  });

  test('get 401 api_key_disabled if the key is valid but its user has an active API client', async () => {
    const { workspace, byKey, client } = await buildCaller();
    await client('Billing', 'api');
    const answer = await byKey();
    expectRefusal(answer, 401, 'api_key_disabled', workspace);
    expect(answer.json.error_description).toMatch(/OAuth.*deactivate the client/);
  });

  test('get 401 invalid_token if the token is unknown, deleted, from an inactive client, or for another resource', async () => {
    const { workspace, byToken, client, change, user } = await buildCaller();
    const token = async (name: string, scope: 'api' | 'mcp') => (await client(name, scope)).token ?? '';
    const [agent, off, gone] = [
      await token('Agent', 'mcp'),
      await token('Off', 'api'),
      await token('Gone', 'api'),
    ];
    expect((await byToken(off)).status).toBe(200);
    await client('Off', 'api', false);
    await change((c) => removeApiClient(c, user, 'Gone'));
    for (const refused of ['', 'unknown', agent, off, gone]) {
      expectRefusal(await byToken(refused), 401, 'invalid_token', workspace);
    }
    await client('Off', 'api', true);
    expect((await byToken(off)).status).toBe(200);
  });

  test('get 403 access_denied with either credential if the role lacks Access REST API, except for administrators', async () => {
    const denied = await buildCaller({ 'leads.view': 'all' });
    expectRefusal(await denied.byKey(), 403, 'access_denied', denied.workspace);
    const { token = '' } = await denied.client('Billing', 'api');
    const answer = await denied.byToken(token);
    expectRefusal(answer, 403, 'access_denied', denied.workspace);
    expect(answer.json.error_description).toMatch(/Ask an administrator to enable "Access REST API"/);
    const administrator = await buildCaller({}, true);
    expect((await administrator.byKey()).status).toBe(200);
  });

  test('get the 404 page if the request has no credential (spec/rest-api §1.4)', async () => {
    const { workspace } = await buildCaller();
    const answer = await api.as(workspace)('GET', path);
    expect([answer.status, answer.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  });
});

describe('an API key (spec/rest-api §1.5)', () => {
  test('is disabled by an active API client, and enabled again immediately when the last client is deactivated or deleted', async () => {
    const { byKey, client, change, user } = await buildCaller();
    const states: number[] = [];
    const check = async () => states.push((await byKey()).status);
    await check();
    await client('One', 'api');
    await check();
    await client('Two', 'api');
    await client('One', 'api', false);
    await check();
    await change((c) => removeApiClient(c, user, 'Two'));
    await check();
    await client('One', 'api', true);
    await check();
    expect(states).toEqual([200, 401, 401, 200, 401]);
  });

  test("is not disabled by an MCP client or by another user's client", async () => {
    const { byKey, client } = await buildCaller();
    await client('Agent', 'mcp');
    const other = await buildCaller();
    await other.client('Billing', 'api');
    expect((await byKey()).status).toBe(200);
  });
});

describe('a credential', () => {
  test('gets the same response as any other credential of the same user (spec/rest-api §1.1, §1.2)', async () => {
    const { user, byKey, byToken, client } = await buildCaller();
    const self = await byKey();
    expect(self.json).toEqual({
      user: { id: user.id, email: user.email, name: user.name, role: { ...user.role, is_admin: false } },
    });
    const { token = '' } = await client('Billing', 'api');
    expect((await byToken(token)).text).toBe(self.text);
  });

  test('takes precedence over an API key if it is a bearer token (spec/rest-api §1.2)', async () => {
    const { workspace, apiKey } = await buildCaller();
    const both = api.as(workspace, { apikey: apiKey, Authorization: 'Bearer unknown' });
    expectRefusal(await both('GET', path), 401, 'invalid_token', workspace);
    const basic = api.as(workspace, { apikey: apiKey, Authorization: 'Basic eDp5' });
    expect((await basic('GET', path)).status).toBe(200);
  });

  test('is rejected starting with the next request if it is a key that was replaced (spec/rest-api §1.5, §1.6)', async () => {
    const { workspace, user, apiKey, change, byKey } = await buildCaller();
    await change((c) => saveApiKey(c, user, 'another-key-0123456789'));
    expectRefusal(await byKey(apiKey), 401, 'invalid_grant', workspace);
    expect((await byKey('another-key-0123456789')).status).toBe(200);
  });
});

describe('an API client', () => {
  test('that has expired is rejected, still disables the key, and works again with a later expiry (spec/rest-api §1.9)', async () => {
    const { workspace, user, change, client, byToken, byKey } = await buildCaller();
    const { token = '' } = await client('Billing', 'api');
    const expire = (expiresAt: Date | null) =>
      change((c) => saveApiClient(c, { user, name: 'Billing', expiresAt }));
    await expire(new Date(Date.now() + 60_000));
    expect((await byToken(token)).status).toBe(200);
    await expire(new Date());
    const answer = await byToken(token);
    expectRefusal(answer, 401, 'invalid_token', workspace);
    expect(answer.json.error_description).toMatch(/expired\. Its user can rotate it or set a later expiry/);
    expectRefusal(await byKey(), 401, 'api_key_disabled', workspace);
    await expire(null);
    expect((await byToken(token)).status).toBe(200);
  });

  test('is accepted only from its allowed addresses, and so is a key (spec/rest-api §1.10)', async () => {
    const { workspace, user, change, client, byToken, byKey } = await buildCaller();
    const limitKey = (...addresses: string[]) => change((c) => limitOwnKey(c, user, addresses));
    await limitKey('203.0.113.0/24');
    const refused = await byKey();
    expectRefusal(refused, 401, 'invalid_grant', workspace);
    expect(refused.json.error_description).toContain("isn't accepted from the IP address 127.0.0.1.");
    expect(refused.text).not.toContain('203.0.113');
    await limitKey('203.0.113.0/24', '127.0.0.0/8');
    expect((await byKey()).status).toBe(200);
    await limitKey();
    expect((await byKey()).status).toBe(200);

    const { token = '' } = await client('Billing', 'api');
    const limit = (allowedAddresses: string[], expiresAt: Date | null = null) =>
      change((c) => saveApiClient(c, { user, name: 'Billing', allowedAddresses, expiresAt }));
    // An expired token from a wrong address reveals only that the address is wrong.
    await limit(['203.0.113.7', '2001:db8::/32'], new Date());
    const answer = await byToken(token);
    expectRefusal(answer, 401, 'invalid_token', workspace);
    expect(answer.json.error_description).toContain("isn't accepted from the IP address 127.0.0.1.");
    await limit(['203.0.113.7', '127.0.0.1']);
    expect((await byToken(token)).status).toBe(200);
    // A key that replaces another one has the same limits.
    await client('Billing', 'api', false);
    await limitKey('203.0.113.0/24');
    await change((c) => saveApiKey(c, user, 'another-key-0123456789'));
    expectRefusal(await byKey('another-key-0123456789'), 401, 'invalid_grant', workspace);
  });

  test('has at most one previous token, which ends with its overlap or its old expiry (spec/rest-api §1.11)', async () => {
    const { workspace, user, change, client, byToken } = await buildCaller();
    const { id, token: first = '' } = await client('Billing', 'api');
    const rotate = (overlapHours: number, expiresAt: Date | null = null) =>
      change((c) => rotateTokenOf(c, user, id, { overlapHours, expiresAt }));
    const statuses = async (...tokens: string[]) =>
      Promise.all(tokens.map(async (token) => (await byToken(token)).status));
    const second = await rotate(24);
    expect(second).toMatch(/^hark_client_/);
    expect(await statuses(first, second)).toEqual([200, 200]);
    const third = await rotate(1);
    expect(await statuses(first, second, third)).toEqual([401, 200, 200]);
    expectRefusal(await byToken(first), 401, 'invalid_token', workspace);
    const fourth = await rotate(0);
    expect(await statuses(second, third, fourth)).toEqual([401, 401, 200]);
    // The old token doesn't outlive its expiry because of a rotation.
    await change((c) => saveApiClient(c, { user, name: 'Billing', expiresAt: new Date() }));
    const fifth = await rotate(24, new Date(Date.now() + 60_000));
    expect(await statuses(fourth, fifth)).toEqual([401, 200]);
    // Both tokens of a disabled client are rejected.
    const sixth = await rotate(24);
    await client('Billing', 'api', false);
    expect(await statuses(fifth, sixth)).toEqual([401, 401]);
  });
});

describe('list/fields (spec/rest-api §4.8)', () => {
  test('is a plain list of all fields, and includes a new custom field starting with the next request', async () => {
    const { workspace, apiKey, change } = await buildCaller();
    const ask = api.as(workspace, { apikey: apiKey });
    const aliases = async () =>
      (await ask('GET', '/api/leads/list/fields')).json.map((field: { alias: string }) => field.alias);
    expect(await aliases()).toEqual(
      expect.arrayContaining(['id', 'email', 'status', 'owner_id', 'owner', 'date_modified']),
    );
    expect(await aliases()).not.toContain('external_id');
    await change((c) =>
      saveLeadField(c, { alias: 'external_id', label: 'External id', type: 'text', unique: true }),
    );
    expect((await ask('GET', '/api/leads/list/fields')).json.at(-1)).toEqual({
      alias: 'external_id',
      label: 'External id',
      type: 'text',
      unique: true,
      required: false,
      read_only: false,
      options: [],
    });
    const refused = await ask('DELETE', '/api/leads/list/fields');
    expect(refused.json.error.message).toBe(
      'No route found for DELETE /api/leads/list/fields: Method Not Allowed (Allow: GET, HEAD)',
    );
  });
});

describe('order of checks, and deactivated users', () => {
  test('a deactivated user counts as unknown, and works again when reactivated (spec/rest-api §7.4)', async () => {
    const { workspace, user, byKey, byToken, client, change } = await buildCaller();
    const { token = '' } = await client('Agent', 'api');
    const setActive = (active: boolean) => change((c) => saveUser(c, { email: user.email, active }));
    await setActive(false);
    expectRefusal(await byKey(), 401, 'invalid_grant', workspace);
    expectRefusal(await byToken(token), 401, 'invalid_token', workspace);
    await setActive(true);
    expect((await byToken(token)).status).toBe(200);
  });

  test('a credential from another workspace is unknown', async () => {
    const [mine, other] = [await buildCaller(), await buildCaller()];
    const { token = '' } = await mine.client('Billing', 'api');
    expectRefusal(await other.byKey(mine.apiKey), 401, 'invalid_grant', other.workspace);
    expectRefusal(await other.byToken(token), 401, 'invalid_token', other.workspace);
  });

  test('the credential and the role are checked before the route, method and body (spec/rest-api §2)', async () => {
    const { workspace, byKey } = await buildCaller({});
    for (const [method, to] of [
      ['GET', '/api/none'],
      ['DELETE', '/api/users/self'],
      ['POST', '/api/leads/new'],
    ] as const) {
      const unknown = await api.as(workspace, { apikey: 'unknown' })(method, to, { body: '{' });
      expectRefusal(unknown, 401, 'invalid_grant', workspace);
    }
    expectRefusal(await byKey(), 403, 'access_denied', workspace);
  });

  test('the last use of a client is recorded at most once a minute (spec/rest-api §1.5)', async () => {
    const { workspace, byToken, client } = await buildCaller();
    const { token = '' } = await client('Billing', 'api');
    const lastUse = () =>
      database.current.asAdministrator(async (connection) => {
        const { rows } = await connection.query(
          'select last_used_at from api_clients where workspace_id = $1',
          [workspace.id],
        );
        return rows[0].last_used_at?.getTime() ?? null;
      });
    expect(await lastUse()).toBeNull();
    await byToken(token);
    const first = await lastUse();
    expect(first).toBeGreaterThan(Date.now() - 60_000);
    await byToken(token);
    expect(await lastUse()).toBe(first);
  });
});
