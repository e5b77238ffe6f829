// Signing in with an identity provider: settings, linking, roles (spec/single-sign-on §1, §2).
import { describe, expect, test } from 'vitest';
import { removeProvider, saveProvider } from '../../../src/core/single-sign-on/index.ts';
import { saveUser } from '../../../src/core/users/index.ts';
import { buildUser, buildWorkspace, changing } from '../../harness/builders.ts';
import { password, signInAs } from '../../harness/servers/sign-in-server.ts';
import { client, person } from './hostile-provider.ts';
import { startRealProvider } from './real-provider.ts';
import { useSso } from './stage.ts';

const sso = useSso();
const { site, build, browserOf, start, finish, isSignedIn } = sso;

describe('settings (spec/single-sign-on §1.1)', () => {
  test('wrong settings are rejected with the field that is wrong', async () => {
    const { workspace } = await build();
    const issues = async (more: object) =>
      changing(site.context(), workspace.id, (change) =>
        saveProvider(
          change,
          { allow: new Set() },
          {
            name: 'ID',
            issuer: 'https://id.example.test',
            clientId: 'hark',
            clientSecret: 's',
            allowedDomains: [],
            trustsEmail: false,
            roleClaim: null,
            roleMap: [],
            defaultRole: null,
            ...more,
          },
        ),
      ).then(
        () => [],
        (error) => error.issues.map(({ key }: { key: string }) => key),
      );
    expect(await issues({})).toEqual([]);
    expect(await issues({ name: '' })).toEqual(['name']);
    expect(await issues({ issuer: 'http://id.example.test' })).toEqual(['issuer']);
    expect(await issues({ issuer: 'https://id.example.test?x=1' })).toEqual(['issuer']);
    expect(await issues({ trustsEmail: true })).toEqual(['allowed_domains']);
    expect(await issues({ allowedDomains: ['not a domain'] })).toEqual(['allowed_domains']);
    expect(await issues({ roleMap: [{ value: 'x', role: 1 }] })).toEqual(['role_map']);
  });

  test('the secret is stored encrypted, and must be given again for another issuer or client', async () => {
    const { workspace } = await build();
    const rows = await sso.database.current.query(
      'select * from identity_providers where workspace_id = $1',
      [workspace.id],
    );
    expect(JSON.stringify(rows)).not.toContain(client.secret);
    await expect(
      sso.setUp(workspace, 'https://elsewhere.example.test', { clientSecret: undefined }),
    ).rejects.toThrow('client_secret must be given again');
    expect(JSON.stringify(await sso.audit(workspace))).not.toContain(client.secret);
  });

  test("without a provider, the sign-in page doesn't offer one", async () => {
    const workspace = await buildWorkspace(site.context());
    const browser = browserOf(workspace);
    expect((await browser.get('/sign-in')).text).not.toContain('/sign-in/sso');
    expect((await browser.get('/sign-in/sso')).status).toBe(404);
    const { workspace: other, provider } = await build();
    expect((await browserOf(other).get('/sign-in')).text).toContain('Sign in with Acme ID');
    await changing(site.context(), other.id, removeProvider);
    expect((await browserOf(other).get('/sign-in')).text).not.toContain('Acme ID');
    expect(provider.counts).toEqual({});
  });
});

describe('signing in', () => {
  test('sends PKCE, state, nonce and the redirect URI (spec/single-sign-on §1.2, §2.1)', async () => {
    const { workspace, provider } = await build();
    const location = new URL(await start(browserOf(workspace)));
    expect(location.origin + location.pathname).toBe(`${provider.url}/authorize`);
    expect(Object.fromEntries(location.searchParams)).toEqual({
      response_type: 'code',
      client_id: client.id,
      redirect_uri: `${workspace.baseUrl}/sign-in/sso/callback`,
      scope: 'openid email profile',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
  });

  test('works with oidc-provider, which sends the address at the userinfo endpoint (spec/single-sign-on §2.2)', async () => {
    const workspace = await buildWorkspace(site.context());
    const uri = `${workspace.baseUrl}/sign-in/sso/callback`;
    const provider = await startRealProvider(uri, {
      email: 'real@example.test',
      email_verified: true,
      name: 'Real',
    });
    sso.allow.add(provider.place);
    await sso.setUp(workspace, provider.url);
    const browser = browserOf(workspace);
    const answer = await finish(browser, await provider.approve(await start(browser), 'account-1'));
    expect([answer.status, answer.location, await sso.refusals(workspace)]).toEqual([303, '/', []]);
    expect(await isSignedIn(browser)).toBe(true);
    expect(await sso.users(workspace)).toMatchObject([
      { email: 'real@example.test', name: 'Real', role: 'Member' },
    ]);
  });

  test('creates a user without a password, and returns to the page (spec/single-sign-on §2.4)', async () => {
    const { workspace, provider } = await build();
    const browser = browserOf(workspace);
    const location = await start(browser, '/sign-in/sso?return_to=%2Faccount%3Fx%3D1');
    const answer = await finish(browser, provider.approve(location, person('new@example.test')));
    expect([answer.status, answer.location]).toEqual([303, '/account?x=1']);
    expect(await isSignedIn(browser)).toBe(true);
    const [, user] = await sso.users(workspace);
    expect(user).toMatchObject({ email: 'new@example.test', name: 'Ann Example', password_hash: '!' });
    for (const guess of ['!', '', ' ']) {
      const other = browserOf(workspace);
      expect((await signInAs(other, { email: 'new@example.test' }, guess)).status).toBe(400);
    }
  });

  test('links the user with the address, and later goes only by the subject (spec/single-sign-on §2.4)', async () => {
    const { workspace, provider } = await build();
    const user = await buildUser(site.context(), workspace.id, { password });
    const arrive = async (claims: object) => {
      const browser = browserOf(workspace);
      const answer = await finish(browser, provider.approve(await start(browser), { ...claims }));
      return [
        answer.status,
        (await isSignedIn(browser)) && (await browser.get('/console/session')).text.includes(user.email),
      ];
    };
    expect(await arrive(person(user.email.toUpperCase(), { sub: 'ann' }))).toEqual([303, true]);
    expect((await sso.audit(workspace)).map((entry) => entry.new)).toContainEqual({
      single_sign_on: 'linked',
      issuer: provider.url,
      subject: 'ann',
    });
    // The address at the provider has changed.
    expect(await arrive(person('married@example.test', { sub: 'ann' }))).toEqual([303, true]);
    // Someone else got the old address.
    expect(await arrive(person(user.email, { sub: 'bob' }))).toEqual([403, false]);
    expect((await sso.refusals(workspace))[0]).toContain('changed subject');
    expect(await sso.users(workspace)).toHaveLength(2);
  });

  test('a deactivated user is refused, linked or not (spec/single-sign-on §2.4)', async () => {
    const { workspace, provider } = await build();
    const user = await buildUser(site.context(), workspace.id);
    const arrive = async () => {
      const browser = browserOf(workspace);
      return (await finish(browser, provider.approve(await start(browser), person(user.email)))).status;
    };
    const setActive = (active: boolean) =>
      changing(site.context(), workspace.id, (change) => saveUser(change, { email: user.email, active }));
    await setActive(false);
    expect(await arrive()).toBe(403);
    await setActive(true);
    expect(await arrive()).toBe(303);
    await setActive(false);
    expect(await arrive()).toBe(403);
  });

  test('the role follows the claim, but the last administrator stays one (spec/single-sign-on §2.5)', async () => {
    const { workspace, provider, admin } = await build();
    const [member, editor] = [await sso.roleOf(workspace, 'Member'), await sso.roleOf(workspace, 'Editor')];
    const administrator = await sso.roleOf(workspace, 'Administrator', true);
    const roleMap = [
      { value: 'hark-admins', role: administrator },
      { value: 'hark-editors', role: editor },
    ];
    await sso.setUp(workspace, provider.url, { roleClaim: 'realm.groups', roleMap, defaultRole: member });
    const arrive = async (email: string, groups: unknown) => {
      const browser = browserOf(workspace);
      const claims = person(email, { realm: { groups } });
      const { status } = await finish(browser, provider.approve(await start(browser), claims));
      return [status, (await sso.users(workspace)).find((user) => user.email === email)?.role];
    };
    provider.behavior.discovery = { scopes_supported: ['openid', 'email', 'profile', 'groups'] };
    const location = new URL(await start(browserOf(workspace)));
    expect(location.searchParams.get('scope')).toBe('openid email profile groups');
    expect(await arrive('a@example.test', ['hark-editors', 'hark-admins'])).toEqual([303, 'Administrator']);
    expect(await arrive('a@example.test', 'hark-editors')).toEqual([303, 'Editor']);
    expect(await arrive('a@example.test', [])).toEqual([303, 'Member']);
    expect(await arrive(admin.email, ['hark-editors'])).toEqual([303, 'Administrator']);
    await sso.setUp(workspace, provider.url, { roleClaim: 'realm.groups', roleMap, defaultRole: null });
    expect(await arrive('a@example.test', ['others'])).toEqual([403, 'Member']);
    expect(await arrive('b@example.test', undefined)).toEqual([403, undefined]);
    expect((await sso.refusals(workspace))[0]).toContain('no role');
  });

  test('without a role claim, roles stay, and without a default role no user is created (spec/single-sign-on §2.5)', async () => {
    const { workspace, provider, admin } = await build({ defaultRole: null });
    const arrive = async (email: string) => {
      const browser = browserOf(workspace);
      return (await finish(browser, provider.approve(await start(browser), person(email)))).status;
    };
    expect(await arrive(admin.email)).toBe(303);
    expect(await arrive('new@example.test')).toBe(403);
    expect(await sso.users(workspace)).toMatchObject([{ role: 'Administrator' }]);
  });
});
