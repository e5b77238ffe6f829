// Tests the expiry, the allowed addresses and the rotation of credentials (spec/rest-api §1.8 to §1.11). The tests of
// faults change them while two processes serve requests.
import { expect, test } from 'vitest';
import { rotateTokenOf, saveApiClient } from '../../src/core/api-clients/index.ts';
import { limitOwnKey, saveApiKey } from '../../src/core/api-keys/index.ts';
import { saveRole } from '../../src/core/roles/index.ts';
import { buildUser, buildWorkspace, changing } from '../harness/builders.ts';
import { type ApiAnswer, useApi } from '../harness/servers/api-server.ts';
import { useTestDatabase } from '../harness/test-database.ts';

const database = useTestDatabase();
const api = useApi(database);
const path = '/api/users/self';

/** A user with a key and an API client, and functions to change both. */
async function buildCaller() {
  const { context } = database.current;
  const workspace = await buildWorkspace(context);
  const change = <T>(work: Parameters<typeof changing<T>>[2]) => changing(context, workspace.id, work);
  const role = await change((c) => saveRole(c, { name: 'Caller', permissions: { 'api.access_rest': true } }));
  const user = await buildUser(context, workspace.id, { role: role.name });
  const { apiKey } = await change((c) => saveApiKey(c, user, undefined));
  const saveClient = (more: Partial<Parameters<typeof saveApiClient>[1]>) =>
    change((c) => saveApiClient(c, { user, name: 'Billing', scope: 'api', ...more }));
  return {
    workspace,
    user,
    change,
    saveClient,
    byKey: (key = apiKey) => api.as(workspace, { apikey: key })('GET', path),
    byToken: (token: string) => api.as(workspace, { Authorization: `Bearer ${token}` })('GET', path),
  };
}

const errorOf = ({ status, json }: ApiAnswer) => [status, json.error];

test('an expired client is rejected, still disables the key, and works again with a later expiry (spec/rest-api §1.9)', async () => {
  const { saveClient, byToken, byKey } = await buildCaller();
  const { token = '' } = await saveClient({ expiresAt: new Date(Date.now() + 60_000) });
  expect((await byToken(token)).status).toBe(200);
  await saveClient({ expiresAt: new Date() });
  const answer = await byToken(token);
  expect(errorOf(answer)).toEqual([401, 'invalid_token']);
  expect(answer.json.error_description).toMatch(/expired\. Its user can rotate it or set a later expiry/);
  expect(errorOf(await byKey())).toEqual([401, 'api_key_disabled']);
  await saveClient({ expiresAt: null });
  expect((await byToken(token)).status).toBe(200);
});

test('a client and a key are accepted only from their allowed addresses (spec/rest-api §1.10)', async () => {
  const { user, change, saveClient, byToken, byKey } = await buildCaller();
  const limitKey = (...addresses: string[]) => change((c) => limitOwnKey(c, user, addresses));
  await limitKey('203.0.113.0/24');
  const refused = await byKey();
  expect(errorOf(refused)).toEqual([401, 'invalid_grant']);
  expect(refused.json.error_description).toContain("isn't accepted from the IP address 127.0.0.1.");
  expect(refused.text).not.toContain('203.0.113');
  await limitKey('203.0.113.0/24', '127.0.0.0/8');
  expect((await byKey()).status).toBe(200);
  // A key that replaces another one has the same limits.
  await limitKey('203.0.113.0/24');
  await change((c) => saveApiKey(c, user, 'another-key-0123456789'));
  expect(errorOf(await byKey('another-key-0123456789'))).toEqual([401, 'invalid_grant']);
  await limitKey();
  expect((await byKey('another-key-0123456789')).status).toBe(200);

  // An expired token from a wrong address reveals only that the address is wrong.
  const allowedAddresses = ['203.0.113.7', '2001:db8::/32'];
  const { token = '' } = await saveClient({ allowedAddresses, expiresAt: new Date() });
  const answer = await byToken(token);
  expect(errorOf(answer)).toEqual([401, 'invalid_token']);
  expect(answer.json.error_description).toContain("isn't accepted from the IP address 127.0.0.1.");
  await saveClient({ allowedAddresses: ['203.0.113.7', '127.0.0.1'], expiresAt: null });
  expect((await byToken(token)).status).toBe(200);
});

test('a client has at most one previous token, which ends with its overlap or its old expiry (spec/rest-api §1.11)', async () => {
  const { user, change, saveClient, byToken } = await buildCaller();
  const { id, token: first = '' } = await saveClient({});
  const rotate = (overlapHours: number, expiresAt: Date | null = null) =>
    change((c) => rotateTokenOf(c, user, id, { overlapHours, expiresAt }));
  const statuses = async (...tokens: string[]) =>
    Promise.all(tokens.map(async (token) => (await byToken(token)).status));
  const second = await rotate(24);
  expect(await statuses(first, second)).toEqual([200, 200]);
  const third = await rotate(1);
  expect(await statuses(first, second, third)).toEqual([401, 200, 200]);
  const fourth = await rotate(0);
  expect(await statuses(second, third, fourth)).toEqual([401, 401, 200]);
  // The old token doesn't outlive its expiry because of a rotation.
  await saveClient({ expiresAt: new Date() });
  const fifth = await rotate(24, new Date(Date.now() + 60_000));
  expect(await statuses(fourth, fifth)).toEqual([401, 200]);
  // Both tokens of a disabled client are rejected.
  const sixth = await rotate(24);
  await saveClient({ active: false });
  expect(await statuses(fifth, sixth)).toEqual([401, 401]);
});

test('the last use of a client is recorded at most once a minute (spec/rest-api §1.8)', async () => {
  const { workspace, saveClient, byToken } = await buildCaller();
  const { token = '' } = await saveClient({});
  const lastUse = async () => {
    const text = 'select last_used_at from api_clients where workspace_id = $1';
    const [client] = await database.current.query(text, [workspace.id]);
    return client.last_used_at?.getTime() ?? null;
  };
  expect(await lastUse()).toBeNull();
  await byToken(token);
  const first = await lastUse();
  expect(first).toBeGreaterThan(Date.now() - 60_000);
  await byToken(token);
  expect(await lastUse()).toBe(first);
});
