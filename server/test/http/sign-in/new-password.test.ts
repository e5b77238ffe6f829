// A new password revokes sessions, grants and password links, and replaces the API key. API clients keep working
// (spec/rest-api §1.7).
import { describe, expect, test } from 'vitest';
import { saveApiClient } from '../../../src/core/api-clients/index.ts';
import { saveApiKey } from '../../../src/core/api-keys/index.ts';
import { listAudit } from '../../../src/core/audit/index.ts';
import { resetPassword } from '../../../src/core/password-links/index.ts';
import { applyFile, readProvisioningFile } from '../../../src/core/provisioning/index.ts';
import { changing } from '../../harness/builders.ts';
import { Browser } from '../../harness/console/browser.ts';
import { buildScene, password, useOAuth } from '../../harness/oauth-stage.ts';
import { useTestDatabase } from '../../harness/test-database.ts';

const database = useTestDatabase();
const stage = useOAuth(database);
const wanted = 'a completely new secret';
const administrator = { user: null, means: { type: 'command' }, origin: 'admin@test' } as const;

type Scene = Awaited<ReturnType<typeof buildFullScene>>;

/** Creates a signed-in user with one credential of each kind. */
async function buildFullScene() {
  const scene = await buildScene(stage);
  const { workspace, person, app } = scene;
  const { user } = person;
  const tokens = await app.tokens(person);
  const unused = await app.decide(person, 'approve');
  const { apiKey, clientToken } = await changing(stage.context(), workspace.id, async (change) => ({
    apiKey: (await saveApiKey(change, user, undefined)).apiKey,
    clientToken: (await saveApiClient(change, { user, name: 'Agent', scope: 'mcp' })).token ?? '',
  }));
  return { ...scene, tokens, unused, apiKey, clientToken, link: await makeLink(scene) };
}

type Person = Pick<Awaited<ReturnType<typeof buildScene>>, 'workspace' | 'person'>;

async function makeLink({ workspace, person }: Person): Promise<string> {
  const handing = { actor: administrator, workspace, mailer: undefined };
  const { url = '' } = await resetPassword(stage.context(), handing, person.user.email);
  return url.slice(workspace.baseUrl.length);
}

const apply = ({ workspace, person: { user } }: Scene, item: object) =>
  applyFile(
    stage.context(),
    { user: null, means: { type: 'apply' }, origin: null },
    readProvisioningFile(
      JSON.stringify({
        workspaces: [{ base_url: workspace.baseUrl, users: [{ email: user.email, ...item }] }],
      }),
    ),
  );

async function followLink({ workspace }: Scene, path: string, choice = wanted) {
  const browser = new Browser(stage.port(), workspace.host);
  const page = await browser.get(path);
  const fields = { new_password: choice, repeated: choice };
  const answer = page.status === 200 ? await browser.submit(page, '/set-password', fields) : page;
  return { browser, page, answer };
}

/** Returns which of the user's earlier credentials still work. */
async function working(scene: Scene, session: string | undefined) {
  const { workspace, app, tokens, unused, apiKey, clientToken, link } = scene;
  const stranger = new Browser(stage.port(), workspace.host);
  if (session !== undefined) stranger.jar.set('hark_session', session);
  const byKey = await stage.ask(workspace, 'GET', '/api/users/self', { apikey: apiKey });
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const byClient = await stranger.json('POST', '/mcp', body, {
    authorization: `Bearer ${clientToken}`,
    accept: 'application/json, text/event-stream',
  });
  return {
    session: (await stranger.get('/console/session')).status === 200,
    apiKey: byKey.status === 200,
    accessToken: (await app.self(tokens.access_token)).status === 200,
    refreshToken: (await app.refresh(tokens.refresh_token)).status === 200,
    code: (await app.exchange(unused)).status === 200,
    link: (await stranger.get(link)).status === 200,
    apiClient: byClient.status === 200,
  };
}

const onlyClient = {
  session: false,
  apiKey: false,
  accessToken: false,
  refreshToken: false,
  code: false,
  link: false,
  apiClient: true,
};

const changes: Record<string, (scene: Scene) => Promise<unknown>> = {
  'changed on the account page': async ({ person: { browser } }) => {
    const answer = await browser.ask('PUT', '/account/password', { password, new_password: wanted });
    expect(answer.status).toBe(200);
  },
  'set by a link': async (scene) => {
    const { answer } = await followLink(scene, await makeLink(scene));
    expect(answer.status).toBe(303);
  },
  'set by apply': (scene) => apply(scene, { password: wanted }),
  'set by apply for a user who is deactivated': async (scene) => {
    await apply(scene, { active: false });
    await apply(scene, { password: wanted });
    await apply(scene, { active: true });
  },
};

describe('a new password', () => {
  test.each(Object.entries(changes))(
    '%s revokes the key and every session, grant and link, but no API clients',
    async (_, setNew) => {
      const scene = await buildFullScene();
      const session = scene.person.browser.jar.get('hark_session');
      await setNew(scene);
      expect(await working(scene, session)).toEqual(onlyClient);
    },
  );

  test('revokes nothing if the applied file contains the current password', async () => {
    const scene = await buildFullScene();
    await apply(scene, { password, name: 'Another name' });
    const session = scene.person.browser.jar.get('hark_session');
    expect(Object.values(await working(scene, session))).toEqual(Array(7).fill(true));
  });

  test('in a file that also sets the API key leaves that key valid, and applying the file again changes nothing', async () => {
    const scene = await buildFullScene();
    const item = { password: wanted, api_key: 'a key that the file names'.replaceAll(' ', '-') };
    const key = () => stage.ask(scene.workspace, 'GET', '/api/users/self', { apikey: item.api_key });
    await apply(scene, item);
    expect((await key()).status).toBe(200);
    const before = await listAudit(stage.context(), scene.workspace.id, { limit: 100 });
    const again = await apply(scene, item);
    expect((await key()).status).toBe(200);
    expect(again.workspaces[0]?.users?.[0]).not.toHaveProperty('api_key');
    expect(await listAudit(stage.context(), scene.workspace.id, { limit: 100 })).toEqual(before);
  });

  test('in a file without an API key creates a new key, which the result contains', async () => {
    const scene = await buildFullScene();
    const { workspaces } = await apply(scene, { password: wanted });
    const made = workspaces[0]?.users?.[0] as { api_key?: string };
    const answer = await stage.ask(scene.workspace, 'GET', '/api/users/self', { apikey: made.api_key ?? '' });
    expect(answer.status).toBe(200);
  });

  test('creates no key for a user without one', async () => {
    const { workspace, person, app } = await buildScene(stage);
    const scene = { workspace, person, app } as Scene;
    await followLink(scene, await makeLink(scene));
    const rows = await database.current.query('select from api_keys where workspace_id = $1', [workspace.id]);
    expect(rows).toHaveLength(0);
  });

  test('is recorded in the audit log with everything that it revoked and with the creator of the link', async () => {
    const scene = await buildFullScene();
    await followLink(scene, await makeLink(scene));
    const entries = await listAudit(stage.context(), scene.workspace.id, { limit: 6 });
    expect(entries.map(({ action, subject, origin }) => `${action} ${subject.type} ${origin}`)).toEqual([
      'changed user 127.0.0.1',
      'changed api_key 127.0.0.1',
      'deleted grant 127.0.0.1',
      'deleted grant 127.0.0.1',
      'created password_link admin@test',
      'created password_link admin@test',
    ]);
    expect(entries[2]?.new).toEqual({ reason: 'password_changed' });
  });

  test('also revokes the grant of an app that is approved at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const scene = await buildScene(stage);
      const { person, app } = scene;
      const { request, page } = await app.consent(person);
      const path = await makeLink(scene);
      const [answer] = await Promise.all([
        person.browser.submit(page, '/oauth2/consent', { decision: 'approve' }),
        followLink(scene as Scene, path),
      ]);
      const code = new URL(answer.location ?? 'http://x.test', 'http://x.test').searchParams.get('code');
      const exchanged = await app.exchange({ code: code ?? 'none', request });
      expect(exchanged.status).toBe(400);
    }
  });
});

describe('the pages explain', () => {
  test('before the change that sessions, apps, links and the key stop working and API clients keep working', async () => {
    const scene = await buildFullScene();
    const { page } = await followLink(scene, scene.link, 'short');
    expect(page.text).toContain('signs you out everywhere, disconnects all apps, cancels');
    expect(page.text).toContain('replaces your API key');
    expect(page.text).toContain('API clients keep working');
  });

  test('after a reset that API clients still work, and the user can delete each on the account page', async () => {
    const scene = await buildFullScene();
    const { browser, answer } = await followLink(scene, await makeLink(scene));
    expect(answer.location).toMatch(/^\/sign-in\?/);
    const form = await browser.get(answer.location ?? '');
    const fields = { email: scene.person.user.email, password: wanted };
    const signedIn = await browser.submit(form, '/sign-in', fields);
    expect(signedIn.location).toBe('/settings/account?notice=password-set');
    const { clients } = JSON.parse((await browser.get('/console/account')).text);
    expect(clients).toMatchObject([{ name: 'Agent' }]);
    const ended = await browser.ask('DELETE', `/api-settings/clients/${clients[0].id}`);
    expect(ended.status).toBe(200);
    expect((await working(scene, undefined)).apiClient).toBe(false);
  });
});
