// Users and administrators list and revoke grants, the audit log records it, and upkeep purges expired
// records.
import { describe, expect, test } from 'vitest';
import type { Principal } from '../../../src/core/access/index.ts';
import { listAudit } from '../../../src/core/audit/index.ts';
import {
  listGrants,
  listGrantsAs,
  purgeOAuth,
  removeOAuthClient,
  revokeGrant,
  revokeGrantAs,
  saveOAuthClient,
} from '../../../src/core/oauth/index.ts';
import { endSessionOf, listSessionsOf } from '../../../src/core/sessions/index.ts';
import type { GrantId, SessionId } from '../../../src/lib/ids.ts';
import { buildWorkspace, changing } from '../../harness/builders.ts';
import { Browser } from '../../harness/console/browser.ts';
import {
  buildApp,
  buildPerson,
  buildScene,
  type Person,
  password,
  type TestApp,
  useOAuth,
} from '../../harness/oauth-stage.ts';
import { tablesWith } from '../../harness/tables-with.ts';
import { useTestDatabase } from '../../harness/test-database.ts';

const database = useTestDatabase();
const stage = useOAuth(database);
const everything = { limit: 100 };

const principalOf = (workspace: Principal['workspace'], { user }: Person, isAdmin: boolean): Principal => ({
  workspace,
  user,
  role: { ...user.role, isAdmin, permissions: {} },
  means: { type: 'ui' },
});

describe('access to grants', () => {
  test('users can see and revoke their own grants, administrators can see and revoke all, and any other grant looks missing', async () => {
    const { workspace, person, app } = await buildScene(stage);
    const other = await buildPerson(stage, workspace);
    const [mine, theirs] = [await app.tokens(person), await app.tokens(other)];
    const [me, admin] = [principalOf(workspace, person, false), principalOf(workspace, other, true)];
    const seen = await listGrantsAs(stage.context(), me, everything);
    expect(seen).toMatchObject([
      { client: { name: app.name, clientId: app.id }, user: { id: me.user.id }, scope: 'api' },
    ]);
    const all = await listGrantsAs(stage.context(), admin, everything);
    expect(all.map(({ user }) => user.id)).toEqual([other.user.id, person.user.id]);
    const next = await listGrantsAs(stage.context(), admin, { limit: 1, before: all[0]?.id ?? 0 });
    expect(next.map(({ id }) => id)).toEqual([all[1]?.id]);
    const otherGrant = all[0]?.id as GrantId;
    await expect(revokeGrantAs(stage.context(), me, '::1', otherGrant)).rejects.toMatchObject({
      kind: 'not-found',
    });
    expect((await app.self(theirs.access_token)).status).toBe(200);
    await revokeGrantAs(stage.context(), admin, '::1', otherGrant);
    expect((await app.self(theirs.access_token)).status).toBe(401);
    expect((await app.refresh(theirs.refresh_token)).json.error).toBe('invalid_grant');
    await revokeGrantAs(stage.context(), me, '::1', seen[0]?.id as GrantId);
    expect((await app.self(mine.access_token)).status).toBe(401);
    expect(await listGrantsAs(stage.context(), admin, everything)).toEqual([]);
    await expect(revokeGrantAs(stage.context(), admin, '::1', otherGrant)).rejects.toMatchObject({
      kind: 'not-found',
    });
  });

  test('a grant in another workspace looks missing, even to the operator', async () => {
    const [one, two] = [await buildScene(stage), await buildScene(stage)];
    await one.app.tokens(one.person);
    const [grant] = await listGrants(
      stage.context(),
      one.workspace.id,
      one.person.user.email.toUpperCase(),
      everything,
    );
    const actor = { user: null, means: { type: 'command' }, origin: 'x' } as const;
    const revoke = (workspace: typeof one.workspace) =>
      revokeGrant(stage.context(), actor, workspace.id, grant?.id as GrantId);
    await expect(revoke(two.workspace)).rejects.toMatchObject({ kind: 'not-found' });
    expect((await revoke(one.workspace)).client.name).toBe(one.app.name);
  });

  test('records when a grant was last used, at most once a minute', async () => {
    const { workspace, person, app } = await buildScene(stage);
    const { access_token } = await app.tokens(person);
    const lastUse = async () =>
      (await listGrants(stage.context(), workspace.id, null, everything))[0]?.lastUsedAt;
    expect(await lastUse()).toBeNull();
    await app.self(access_token);
    const first = await lastUse();
    expect(first).toEqual(stage.time.now());
    await stage.time.move(59_000);
    await app.self(access_token);
    expect(await lastUse()).toEqual(first);
    await stage.time.move(2_000);
    await app.self(access_token);
    expect(await lastUse()).toEqual(stage.time.now());
  });

  test('a user’s 51st grant for one app revokes the oldest one', async () => {
    const { workspace, person, app } = await buildScene(stage);
    const first = await app.tokens(person);
    const rival = await buildApp(stage, workspace);
    const other = await rival.tokens(person);
    for (let round = 0; round < 50; round++) await app.decide(person, 'approve');
    expect((await app.self(first.access_token)).status).toBe(401);
    expect((await rival.self(other.access_token)).status).toBe(200);
    expect(await listGrants(stage.context(), workspace.id, null, everything)).toHaveLength(51);
  });
});

test('the audit log records creation, approval, refresh token reuse and revocation, without credentials', async () => {
  const { workspace, person, app } = await buildScene(stage, { confidential: true });
  const first = await app.tokens(person);
  await app.refresh(first.refresh_token);
  await stage.time.move(10_000);
  await app.refresh(first.refresh_token);
  const second = await app.tokens(person);
  await app.post('revoke', { token: second.access_token });
  await changing(stage.context(), workspace.id, (change) => removeOAuthClient(change, { name: app.name }));
  const entries = await listAudit(stage.context(), workspace.id, everything);
  const summary = entries
    .filter(({ subject }) => ['oauth_client', 'grant'].includes(subject.type))
    .map(({ action, subject, user, means, new: { reason = null } }) => [
      action,
      subject.type,
      user?.name ?? null,
      means.type,
      reason,
    ]);
  const name = person.user.name;
  expect(summary.reverse()).toEqual([
    ['created', 'oauth_client', null, 'apply', null],
    ['created', 'grant', name, 'ui', null],
    ['deleted', 'grant', null, 'oauth_client', 'reused'],
    ['created', 'grant', name, 'ui', null],
    ['deleted', 'grant', null, 'oauth_client', 'revoked_by_app'],
    ['deleted', 'oauth_client', null, 'apply', null],
  ]);
  const secrets = [app.secret ?? '', first.access_token, first.refresh_token];
  for (const secret of secrets) expect(JSON.stringify(entries)).not.toContain(secret);
});

test('the database, the log and the pages contain no token, code, verifier, secret, password or cookie', async () => {
  const { person, app } = await buildScene(stage, { confidential: true });
  const grant = await app.decide(person, 'approve');
  const tokens = (await app.exchange(grant)).json;
  await app.refresh(tokens.refresh_token);
  await app.self(tokens.access_token);
  await app.exchange({ ...grant, code: `${grant.code}` }, { code_verifier: 'x'.repeat(43) });
  const pages = await visitPages(person, app);
  const canaries = [
    password,
    wrongPassword,
    newPassword,
    app.secret,
    grant.code,
    grant.request.verifier,
    tokens.access_token,
    tokens.refresh_token,
    ...person.browser.jar.values(),
  ];
  expect(await tablesWith(database.current, app.id)).toContain('oauth_clients');
  for (const canary of canaries) {
    expect(canary?.length).toBeGreaterThan(20);
    expect(await tablesWith(database.current, canary ?? '')).toEqual([]);
    expect(stage.log.text()).not.toContain(canary);
    for (const page of pages) expect(page).not.toContain(canary);
  }
});

const wrongPassword = 'a wrong password that was typed';
const newPassword = 'a new password that was chosen';

/**
 * Visits every page, with valid and invalid input, and changes the password. @returns the headers and body of
 * each response
 */
async function visitPages({ browser, user }: Person, app: TestApp): Promise<string[]> {
  const seen: string[] = [];
  const keep = <T extends { headers: object; text: string }>(page: T): T => {
    // Cookies are excluded, because the browser must receive them.
    const { 'set-cookie': _, ...headers } = page.headers as Record<string, unknown>;
    seen.push(JSON.stringify(headers), page.text);
    return page;
  };
  const stranger = new Browser(stage.port(), app.workspace.host);
  const form = keep(await stranger.get('/sign-in'));
  keep(await stranger.submit(form, '/sign-in', { email: user.email, password: wrongPassword }));
  keep(await browser.get('/forgotten'));
  keep((await app.consent({ browser, user })).page);
  keep(await browser.get('/console/account'));
  keep(await browser.ask('PUT', '/account/password', { password: wrongPassword, new_password: newPassword }));
  expect(
    keep(await browser.ask('PUT', '/account/password', { password, new_password: newPassword })).status,
  ).toBe(200);
  keep(await browser.get('/console/account'));
  return seen;
}

describe('the apps on a user’s account page', () => {
  const grantOf = async ({ browser }: Person, { name }: { name: string }) => {
    const { apps } = JSON.parse((await browser.get('/console/account')).text);
    return apps.find((one: { name: string }) => one.name === name);
  };

  test('are listed with their last use, and each can be revoked', async () => {
    const { workspace, person, app } = await buildScene(stage);
    const kept = await buildApp(stage, workspace, { scope: 'mcp' });
    const { access_token } = await app.tokens(person);
    await kept.tokens(person);
    expect(await grantOf(person, app)).toMatchObject({ scope: 'api', last_used_at: null });
    await app.self(access_token);
    const { id, last_used_at } = await grantOf(person, app);
    expect(last_used_at).toEqual(expect.any(String));
    expect((await person.browser.ask('DELETE', `/account/apps/${id}`)).status).toBe(200);
    expect((await app.self(access_token)).status).toBe(401);
    expect([await grantOf(person, app), await grantOf(person, kept)]).toEqual([undefined, expect.anything()]);
    expect((await person.browser.ask('DELETE', `/account/apps/${id}`)).status).toBe(404);
  });

  test("aren't changed by a forged request or one that names another user's grant", async () => {
    const { workspace, person, app } = await buildScene(stage);
    const other = await buildPerson(stage, workspace);
    const [mine, theirs] = [await app.tokens(person), await app.tokens(other)];
    const path = `/console/account/apps/${(await grantOf(person, app)).id}`;
    const token = await person.browser.formToken();
    const forged = [
      await person.browser.json('DELETE', path, undefined),
      await person.browser.json('DELETE', path, undefined, { 'x-form-token': 'x' }),
      await person.browser.json('DELETE', path, undefined, {
        'x-form-token': token,
        'sec-fetch-site': 'cross-site',
      }),
      await other.browser.json('DELETE', path, undefined, { 'x-form-token': token }),
      await person.browser.ask('DELETE', `/account/apps/${(await grantOf(other, app)).id}`),
    ];
    expect(forged.map(({ status }) => status)).toEqual([403, 403, 403, 403, 404]);
    for (const { access_token } of [mine, theirs]) expect((await app.self(access_token)).status).toBe(200);
  });
});

test("only administrators can see and end other users' sessions", async () => {
  const { workspace, person, app } = await buildScene(stage);
  await app.consent(person);
  const [me, admin] = [
    principalOf(workspace, await buildPerson(stage, workspace), false),
    principalOf(workspace, await buildPerson(stage, workspace), true),
  ];
  const user = person.user.id;
  await expect(listSessionsOf(stage.context(), me, user)).rejects.toMatchObject({ kind: 'forbidden' });
  const [found] = await listSessionsOf(stage.context(), admin, user);
  const session = found?.id as SessionId;
  const ending = { user, session, origin: '::1' };
  await expect(endSessionOf(stage.context(), me, ending)).rejects.toMatchObject({ kind: 'forbidden' });
  expect((await person.browser.get('/console/account')).status).toBe(200);
  await endSessionOf(stage.context(), admin, ending);
  expect((await person.browser.get('/console/account')).status).toBe(401);
  await expect(endSessionOf(stage.context(), admin, ending)).rejects.toMatchObject({ kind: 'not-found' });
  const [entry] = await listAudit(stage.context(), workspace.id, everything);
  expect(entry).toMatchObject({ action: 'deleted', subject: { type: 'session', id: session } });
});

test('`apply` rejects changes to immutable client settings, applies other changes, and returns the secret only once', async () => {
  const workspace = await buildWorkspace(stage.context());
  const save = (wanted: object) =>
    changing(stage.context(), workspace.id, (change) =>
      saveOAuthClient(change, { name: 'Dashboard', ...wanted }),
    );
  await expect(save({ redirect_uris: ['https://a.test/cb'] })).rejects.toThrow(/needs a scope/);
  await expect(save({ scope: 'api' })).rejects.toThrow(/at least one redirect URI in redirect_uris/);
  await expect(save({ scope: 'api', redirect_uris: ['http://a.test/cb'] })).rejects.toThrow(
    /http:\/\/a\.test\/cb can't be a redirect URI/,
  );
  const created = await save({ scope: 'api', redirect_uris: ['https://a.test/cb'], confidential: true });
  expect([created.clientId, created.secret]).toEqual([
    expect.stringMatching(/^hark-[0-9a-f]{32}$/),
    expect.stringMatching(/^hark_secret_/),
  ]);
  await expect(save({ scope: 'mcp' })).rejects.toThrow(/can't be changed/);
  await expect(save({ confidential: false })).rejects.toThrow(/is confidential, which can't be changed/);
  const changed = await save({ redirect_uris: ['https://b.test/cb'] });
  expect([changed.id, changed.redirectUris, changed.secret]).toEqual([
    created.id,
    ['https://b.test/cb'],
    undefined,
  ]);
  const before = (await listAudit(stage.context(), workspace.id, everything)).length;
  await save({ scope: 'api', redirect_uris: ['https://b.test/cb'], confidential: true, active: true });
  expect((await listAudit(stage.context(), workspace.id, everything)).length).toBe(before);
});

test('purges expired records in every workspace, but keeps used refresh tokens until their grant ends', async () => {
  const { upkeep } = database.current;
  const scenes = [await buildScene(stage), await buildScene(stage)];
  const count = async () => {
    const tables = [
      'oauth_requests',
      'oauth_codes',
      "oauth_tokens where kind = 'access'",
      "oauth_tokens where kind = 'refresh'",
      'oauth_grants',
    ];
    const ids = scenes.map(({ workspace }) => workspace.id).join();
    return database.current.asAdministrator(async (client) => {
      const counts = [];
      for (const table of tables) {
        const [name, rule] = table.split(' where ');
        const { rowCount } = await client.query(
          `select from ${name} where workspace_id in (${ids}) and ${rule ?? 'true'}`,
        );
        counts.push(rowCount);
      }
      return counts;
    });
  };
  const latest = [];
  for (const { app, person } of scenes) {
    const first = await app.tokens(person);
    latest.push((await app.refresh(first.refresh_token)).json.refresh_token);
    await app.consent(person);
    await app.decide(person, 'approve');
  }
  expect(await count()).toEqual([2, 4, 4, 4, 4]);
  await purgeOAuth(upkeep, stage.time);
  expect(await count()).toEqual([2, 4, 4, 4, 4]);
  await stage.time.move(3_600_001);
  await purgeOAuth(upkeep, stage.time);
  // Grants whose code was never redeemed are purged. Used refresh tokens are kept.
  expect(await count()).toEqual([0, 0, 0, 4, 2]);
  const [scene] = scenes;
  expect((await scene?.app.refresh(latest[0]))?.status).toBe(200);
  await stage.time.move(30 * 24 * 3_600_000 - 1);
  await purgeOAuth(upkeep, stage.time);
  expect(await count()).toEqual([0, 0, 0, 3, 1]);
});
