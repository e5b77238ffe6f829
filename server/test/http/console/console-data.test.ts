// The console's private JSON API serves only signed-in users, accepts changes only from our own page, and checks a
// permission for every operation.
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { acts } from '../../../src/core/access/index.ts';
import { idParams, operation } from '../../../src/http/console/operation.ts';
import { consoleOperations } from '../../../src/http/console/operations.ts';
import { readInput, WrongInput } from '../../../src/http/console/read-input.ts';
import { openConsole } from '../../harness/console/console-caller.ts';
import { buildPerson, useSignIn } from '../../harness/servers/sign-in-server.ts';
import { useTestDatabase } from '../../harness/test-database.ts';

const database = useTestDatabase();
const stage = useSignIn(database);

async function signedIn() {
  const { workspace, user } = await buildPerson(stage.context());
  const { browser } = await openConsole(stage, workspace, user);
  const { text } = await browser.get('/console/session');
  return { browser, user, workspace, session: JSON.parse(text) };
}

test('a request without a session gets only a 401 problem response', async () => {
  const { workspace } = await buildPerson(stage.context());
  const { status, headers, text } = await stage.browser(workspace).get('/console/session');
  expect([status, headers['content-type']]).toEqual([401, 'application/problem+json; charset=utf-8']);
  expect(JSON.parse(text)).toMatchObject({ status: 401, code: 'signed_out' });
});

test('the session response contains the user, workspace and permissions, but no credential', async () => {
  const { user, workspace, session } = await signedIn();
  expect(session).toMatchObject({
    user: { id: user.id, name: user.name, email: user.email },
    workspace: { name: workspace.name, base_url: workspace.baseUrl },
  });
  expect(Object.keys(session.acts)).toEqual(Object.keys(acts));
});

test('an unknown path gets a problem response for signed-in users too', async () => {
  const { browser } = await signedIn();
  const { status, text } = await browser.get('/console/nowhere');
  expect([status, JSON.parse(text).code]).toEqual([404, 'unknown_route']);
});

describe('a change', () => {
  const anyChange = consoleOperations({} as never).find(({ method }) => method !== 'GET');
  const path = anyChange ? `/console${anyChange.path.replaceAll(/:\w+/g, '1')}` : '/console/nowhere';
  const method = anyChange?.method ?? 'POST';

  test.each([
    ['without a form token', () => ({})],
    ["with another user's token", () => ({ 'x-form-token': 'A'.repeat(43) })],
    ['from another site', (token: string) => ({ 'x-form-token': token, 'sec-fetch-site': 'cross-site' })],
    ['from a sibling host', (token: string) => ({ 'x-form-token': token, 'sec-fetch-site': 'same-site' })],
    ['with a foreign origin', (token: string) => ({ 'x-form-token': token, origin: 'https://evil.test' })],
  ])('%s is rejected before the server reads anything', async (_name, headers) => {
    const { browser, session } = await signedIn();
    const sent = headers(session.form_token) as Record<string, string>;
    const { status, text } = await browser.json(method, path, {}, sent);
    expect([status, JSON.parse(text).code]).toEqual([403, 'foreign_form']);
  });
});

test('every operation names an act from the permission table and has a unique path', () => {
  const all = consoleOperations({} as never);
  for (const { act } of all) expect(Object.hasOwn(acts, act)).toBe(true);
  const names = all.map(({ method, path }) => `${method} ${path}`);
  expect(new Set(names).size).toBe(names.length);
});

/** Returns how many connections wait for a lock. */
const countLockWaits = () =>
  database.current.asAdministrator(async (client) => {
    const { rowCount } = await client.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rowCount ?? 0;
  });

test("one user's slow requests are queued and don't block other users", async () => {
  const [one, other] = [await signedIn(), await signedIn()];
  await database.current.asAdministrator(async (client) => {
    await client.query('begin; lock table api_keys in access exclusive mode');
    const slow = Array.from({ length: 40 }, () => one.browser.get('/console/api-settings'));
    await expect.poll(countLockWaits).toBeGreaterThan(0);
    for (let count = 0; count < 3; count++)
      expect((await other.browser.get('/console/session')).status).toBe(200);
    await client.query('rollback');
    const answers = await Promise.all(slow);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });
});

test('all errors in a form are reported together, each with its path', () => {
  const save = operation({
    method: 'POST',
    path: '/x',
    act: 'profile.view',
    body: z.strictObject({ name: z.string().min(1), size: z.number() }),
    handle: async () => {},
  });
  const request = { url: '/console/x', params: {}, body: Buffer.from('{"name":"","size":"2"}') };
  expect(() => readInput(save, request as never)).toThrow(WrongInput);
  try {
    readInput(save, request as never);
  } catch (error) {
    expect((error as WrongInput).problems.map(({ path }) => path)).toEqual(['name', 'size']);
  }
});

test.each(['abc', '-1', '1.5', '0'])('%s is not a valid ID and gets 404', (id) => {
  const view = operation({
    method: 'GET',
    path: '/x/:id',
    act: 'profile.view',
    params: idParams,
    handle: async () => {},
  });
  const request = { url: `/console/x/${id}`, params: { id } };
  expect(() => readInput(view, request as never)).toThrow(
    expect.objectContaining({ kind: 'not-found', code: 'not_found' }),
  );
});
