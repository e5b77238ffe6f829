// Issue 7: grants listed and ended by users and administrators, in the audit; what has expired is purged.
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
import { openUpkeep } from '../../../src/db/upkeep.ts';
import type { GrantId } from '../../../src/lib/ids.ts';
import { buildWorkspace, changing } from '../../harness/builders.ts';
import { buildApp, buildPerson, buildScene, type Person, useOAuth } from '../../harness/oauth-stage.ts';
import { silent } from '../../harness/scratch-database.ts';
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

describe('who sees and ends which grant', () => {
  test('a user his own, an administrator everybody’s; another’s is as if it were not there', async () => {
    const { workspace, person, app } = await buildScene(stage);
    const other = await buildPerson(stage, workspace);
    const [mine, his] = [await app.tokens(person), await app.tokens(other)];
    const [me, admin] = [principalOf(workspace, person, false), principalOf(workspace, other, true)];
    const seen = await listGrantsAs(stage.context(), me, everything);
    expect(seen).toMatchObject([
      { client: { name: app.name, clientId: app.id }, user: { id: me.user.id }, scope: 'api' },
    ]);
    const all = await listGrantsAs(stage.context(), admin, everything);
    expect(all.map(({ user }) => user.id)).toEqual([other.user.id, person.user.id]);
    const next = await listGrantsAs(stage.context(), admin, { limit: 1, before: all[0]?.id ?? 0 });
    expect(next.map(({ id }) => id)).toEqual([all[1]?.id]);
    const ofOther = all[0]?.id as GrantId;
    await expect(revokeGrantAs(stage.context(), me, '::1', ofOther)).rejects.toMatchObject({
      kind: 'not-found',
    });
    expect((await app.self(his.access_token)).status).toBe(200);
    await revokeGrantAs(stage.context(), admin, '::1', ofOther);
    expect((await app.self(his.access_token)).status).toBe(401);
    expect((await app.refresh(his.refresh_token)).json.error).toBe('invalid_grant');
    await revokeGrantAs(stage.context(), me, '::1', seen[0]?.id as GrantId);
    expect((await app.self(mine.access_token)).status).toBe(401);
    expect(await listGrantsAs(stage.context(), admin, everything)).toEqual([]);
    await expect(revokeGrantAs(stage.context(), admin, '::1', ofOther)).rejects.toMatchObject({
      kind: 'not-found',
    });
  });

  test('a grant of another workspace is not there, for the operator too', async () => {
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

  test('the last use is noted, at most once a minute', async () => {
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

  test('the 51st grant of one user for one app ends his oldest', async () => {
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

test('issuing, approving, refreshing twice and revoking are in the audit; no credential is', async () => {
  const { workspace, person, app } = await buildScene(stage, { confidential: true });
  const first = await app.tokens(person);
  await app.refresh(first.refresh_token);
  await stage.time.move(10_000);
  await app.refresh(first.refresh_token);
  const second = await app.tokens(person);
  await app.post('revoke', { token: second.access_token });
  await changing(stage.context(), workspace.id, (change) => removeOAuthClient(change, { name: app.name }));
  const entries = await listAudit(stage.context(), workspace.id, everything);
  const told = entries
    .filter(({ subject }) => ['oauth_client', 'grant'].includes(subject.type))
    .map(({ action, subject, user, means, new: { reason = null } }) => [
      action,
      subject.type,
      user?.name ?? null,
      means.type,
      reason,
    ]);
  const name = person.user.name;
  expect(told.reverse()).toEqual([
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

test('no token, code, verifier, secret or cookie in the database or the log', async () => {
  const { person, app } = await buildScene(stage, { confidential: true });
  const grant = await app.decide(person, 'approve');
  const tokens = (await app.exchange(grant)).json;
  await app.refresh(tokens.refresh_token);
  await app.self(tokens.access_token);
  await app.exchange({ ...grant, code: `${grant.code}` }, { code_verifier: 'x'.repeat(43) });
  const canaries = [
    app.secret,
    grant.code,
    grant.request.verifier,
    tokens.access_token,
    tokens.refresh_token,
    ...person.browser.jar.values(),
  ];
  const dump = await database.current.asAdministrator(async (client) => {
    const { rows } = await client.query<{ name: string }>(
      "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
    );
    const texts = [];
    for (const { name } of rows)
      texts.push(JSON.stringify((await client.query(`select t::text from ${name} t`)).rows));
    return texts.join('\n');
  });
  expect(dump.length).toBeGreaterThan(1_000);
  for (const canary of canaries) {
    expect(canary?.length).toBeGreaterThan(20);
    expect(dump).not.toContain(canary);
    expect(stage.log.text()).not.toContain(canary);
  }
});

test('apply: what is fixed is refused, what is not is changed; the secret is told once', async () => {
  const workspace = await buildWorkspace(stage.context());
  const save = (wanted: object) =>
    changing(stage.context(), workspace.id, (change) =>
      saveOAuthClient(change, { name: 'Dashboard', ...wanted }),
    );
  await expect(save({ redirect_uris: ['https://a.test/cb'] })).rejects.toThrow(/needs a scope/);
  await expect(save({ scope: 'api' })).rejects.toThrow(/at least one of redirect_uris/);
  await expect(save({ scope: 'api', redirect_uris: ['http://a.test/cb'] })).rejects.toThrow(
    /http:\/\/a\.test\/cb cannot be one/,
  );
  const made = await save({ scope: 'api', redirect_uris: ['https://a.test/cb'], confidential: true });
  expect([made.clientId, made.secret]).toEqual([
    expect.stringMatching(/^hark-[0-9a-f]{32}$/),
    expect.stringMatching(/^hark_secret_/),
  ]);
  await expect(save({ scope: 'mcp' })).rejects.toThrow(/fixed at creation/);
  await expect(save({ confidential: false })).rejects.toThrow(/is confidential, which is fixed/);
  const changed = await save({ redirect_uris: ['https://b.test/cb'] });
  expect([changed.id, changed.redirectUris, changed.secret]).toEqual([
    made.id,
    ['https://b.test/cb'],
    undefined,
  ]);
  const before = (await listAudit(stage.context(), workspace.id, everything)).length;
  await save({ scope: 'api', redirect_uris: ['https://b.test/cb'], confidential: true, active: true });
  expect((await listAudit(stage.context(), workspace.id, everything)).length).toBe(before);
});

test('purging removes what has expired, in every workspace; used refresh tokens stay until their grant ends', async () => {
  const upkeep = openUpkeep(database.current.addresses, silent);
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
  // The grants whose code nobody redeemed are gone; the used refresh tokens are not.
  expect(await count()).toEqual([0, 0, 0, 4, 2]);
  const [scene] = scenes;
  expect((await scene?.app.refresh(latest[0]))?.status).toBe(200);
  await stage.time.move(30 * 24 * 3_600_000 - 1);
  await purgeOAuth(upkeep, stage.time);
  expect(await count()).toEqual([0, 0, 0, 3, 1]);
  await upkeep.close();
});
