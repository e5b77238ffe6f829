// Requiring single sign-on, logout by the provider, and confirming (spec/single-sign-on §4, §5, §6).
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { sendReset } from '../../../src/core/password-links/index.ts';
import { findSession } from '../../../src/core/sessions/index.ts';
import { removeProvider, requireSso, stopRequiringSso } from '../../../src/core/single-sign-on/index.ts';
import { deleteUserById, editUser } from '../../../src/core/users/index.ts';
import type { UserId } from '../../../src/lib/ids.ts';
import { buildUser, changing } from '../../harness/builders.ts';
import type { Browser } from '../../harness/console/browser.ts';
import { freshAddress, password, signInAs } from '../../harness/servers/sign-in-server.ts';
import { client, person } from './hostile-provider.ts';
import { useSso } from './stage.ts';

const sso = useSso();
const { site, build, browserOf, start, finish, isSignedIn } = sso;
type Built = Awaited<ReturnType<typeof build>>;

async function arrive({ workspace, provider }: Built, email: string, more: object = {}) {
  const browser = browserOf(workspace);
  const answer = await finish(browser, provider.approve(await start(browser), person(email, { ...more })));
  expect(answer.status).toBe(303);
  return browser;
}

async function sessionOf({ workspace }: Built, browser: Browser) {
  const session = await findSession(site.context(), workspace, browser.jar.get('hark_session') ?? '');
  if (!session) throw new Error('not signed in');
  return session;
}

/** Requires single sign-on, as the administrator who is the break-glass user. */
async function require(built: Built, browser: Browser, breakGlass: UserId = built.admin.id) {
  const session = await sessionOf(built, browser);
  return changing(site.context(), built.workspace.id, (change) => requireSso(change, session, breakGlass));
}

describe('requiring (spec/single-sign-on §4)', () => {
  test('refuses passwords and links of everyone but the break-glass administrator (spec/single-sign-on §4.1)', async () => {
    const built = await build();
    const { workspace, admin } = built;
    const user = await buildUser(site.context(), workspace.id, { password });
    const [byPassword, administrators] = [browserOf(workspace), browserOf(workspace)];
    await signInAs(byPassword, user);
    await signInAs(administrators, admin);
    const bySso = await arrive(built, 'new@example.test');
    expect(await require(built, administrators)).toBe(1);
    expect([await isSignedIn(byPassword), await isSignedIn(administrators), await isSignedIn(bySso)]).toEqual(
      [false, true, true],
    );
    const page = await byPassword.get('/sign-in');
    expect(page.text).toContain('<summary>Sign in with a password</summary>');
    const [right, wrong] = [browserOf(workspace), browserOf(workspace)];
    const answers = [await signInAs(right, user), await signInAs(wrong, user, 'not the password at all')];
    expect(answers.map(({ status }) => status)).toEqual([400, 400]);
    expect(answers.map(({ text }) => text.includes('The email address or password is wrong.'))).toEqual([
      true,
      true,
    ]);
    expect(await isSignedIn(right)).toBe(false);
    expect((await signInAs(browserOf(workspace), admin)).status).toBe(303);
    const visitor = { userAgent: undefined, address: '127.0.0.1' };
    const sent = site.mails.length;
    const mailer = { send: async (mail: (typeof site.mails)[number]) => site.mails.push(mail) };
    await sendReset(site.context(), workspace, user.email, visitor, mailer);
    expect(site.mails.length).toBe(sent);
    await sendReset(site.context(), workspace, admin.email, visitor, mailer);
    expect(site.mails.length).toBe(sent + 1);
    // A session that got in at the same moment isn't valid either.
    await sso.database.current.query('update sessions set is_sso = false where workspace_id = $1', [
      workspace.id,
    ]);
    expect([await isSignedIn(bySso), await isSignedIn(administrators)]).toEqual([false, true]);
  });

  test('a link from before no longer sets a password (spec/single-sign-on §4.1)', async () => {
    const built = await build();
    const { workspace, admin } = built;
    const user = await buildUser(site.context(), workspace.id);
    const mailer = { send: async (mail: (typeof site.mails)[number]) => site.mails.push(mail) };
    await sendReset(
      site.context(),
      workspace,
      user.email,
      { userAgent: undefined, address: '127.0.0.1' },
      mailer,
    );
    const link = /\/set-password\?link=\S+/.exec(site.mails.at(-1)?.text ?? '')?.[0] ?? '';
    const browser = browserOf(workspace);
    const page = await browser.get(link);
    expect(page.status).toBe(200);
    const administrators = browserOf(workspace);
    await signInAs(administrators, admin);
    await arrive(built, 'new@example.test');
    await require(built, administrators);
    const fields = { new_password: 'a new password for me', repeated: 'a new password for me' };
    const answer = await browser.submit(page, '/set-password', fields);
    expect([answer.status, answer.text.includes('requires single sign-on')]).toEqual([403, true]);
  });

  test('needs a tested provider and a break-glass administrator, who stays one (spec/single-sign-on §4.2)', async () => {
    const built = await build();
    const { workspace, admin } = built;
    const browser = browserOf(workspace);
    await signInAs(browser, admin);
    await expect(require(built, browser)).rejects.toThrow('once before you require it');
    const bySso = await arrive(built, 'new@example.test');
    const { id: created } = (await sessionOf(built, bySso)).principal.user;
    await expect(require(built, browser, created)).rejects.toThrow('who has a password');
    const second = await buildUser(site.context(), workspace.id, { password, role: 'Administrator' });
    await expect(require(built, browser, second.id)).rejects.toThrow('would sign you out');
    await require(built, browser);
    const change = <T>(work: Parameters<typeof changing<T>>[2]) =>
      changing(site.context(), workspace.id, work);
    const member = await sso.roleOf(workspace, 'Member');
    const refused = 'break-glass administrator';
    await expect(change((c) => editUser(c, admin.id, { active: false }))).rejects.toThrow(refused);
    await expect(change((c) => editUser(c, admin.id, { role: member }))).rejects.toThrow(refused);
    await expect(change((c) => deleteUserById(c, admin.id))).rejects.toThrow(refused);
    await expect(change(removeProvider)).rejects.toThrow('Stop requiring');
    await expect(sso.setUp(workspace, 'https://other.example.test')).rejects.toThrow('Stop requiring');
    await change((c) => editUser(c, second.id, { active: false }));
  });

  test('can be turned off again (spec/single-sign-on §4.3)', async () => {
    const built = await build();
    const { workspace, admin } = built;
    const browser = browserOf(workspace);
    await signInAs(browser, admin);
    await arrive(built, 'new@example.test');
    await require(built, browser);
    const user = await buildUser(site.context(), workspace.id, { password });
    expect((await signInAs(browserOf(workspace), user)).status).toBe(400);
    const off = () => changing(site.context(), workspace.id, stopRequiringSso);
    expect([await off(), await off()]).toEqual([true, false]);
    expect((await signInAs(browserOf(workspace), user)).status).toBe(303);
  });

  test('counts as a second factor (spec/single-sign-on §4.4)', async () => {
    const built = await build();
    const session = await sessionOf(built, await arrive(built, 'new@example.test'));
    expect([session.hasSecondFactor, session.isSso]).toEqual([true, true]);
  });
});

describe('logout (spec/single-sign-on §5)', () => {
  const event = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const claimsOf = ({ provider }: Built, more: object = {}) => ({
    iss: provider.url,
    aud: client.id,
    iat: Math.floor(site.time.now().getTime() / 1_000),
    jti: randomUUID(),
    events: event,
    ...more,
  });
  const send = async ({ workspace }: Built, token: string) =>
    (await site.browser(workspace, freshAddress()).post('/sign-in/sso/logout', { logout_token: token }))
      .status;

  test('ends exactly the sessions that the token names (spec/single-sign-on §5.1)', async () => {
    const built = await build();
    const { provider, workspace, admin } = built;
    const { right } = provider.signers;
    const phone = await arrive(built, 'a@example.test', { sid: 'phone' });
    const laptop = await arrive(built, 'a@example.test', { sid: 'laptop' });
    const other = await arrive(built, 'b@example.test', { sid: 'phone-of-b' });
    const byPassword = browserOf(workspace);
    await signInAs(byPassword, admin);
    const all = async () => Promise.all([phone, laptop, other, byPassword].map(isSignedIn));
    expect(await send(built, await right(claimsOf(built, { sid: 'phone' })))).toBe(200);
    expect(await all()).toEqual([false, true, true, true]);
    // The session of another person isn't ended, although the token names its ID.
    const mixed = claimsOf(built, { sid: 'phone-of-b', sub: 'sub-of-a@example.test' });
    expect(await send(built, await right(mixed))).toBe(200);
    expect(await all()).toEqual([false, true, true, true]);
    const token = await right(claimsOf(built, { sub: 'sub-of-a@example.test' }));
    expect(await send(built, token)).toBe(200);
    expect(await all()).toEqual([false, false, true, true]);
    const again = await arrive(built, 'a@example.test');
    expect(await send(built, token)).toBe(400);
    expect(await isSignedIn(again)).toBe(true);
    expect(await send(built, await right(claimsOf(built, { sub: 'nobody' })))).toBe(200);
    expect(await all()).toEqual([false, false, true, true]);
  });

  test('rejects every wrong token (spec/single-sign-on §5.1)', async () => {
    const [built, other] = [await build(), await build()];
    const { signers } = built.provider;
    const browser = await arrive(built, 'a@example.test', { sid: 'one' });
    const good = { sub: 'sub-of-a@example.test' };
    const old = Math.floor(Date.now() / 1_000) - 400;
    const wrong = [
      '',
      'not a token',
      await signers.otherKey(claimsOf(built, good)),
      signers.none(claimsOf(built, good)),
      signers.publicKeyAsSecret(claimsOf(built, good)),
      signers.clientSecret(claimsOf(built, good)),
      await signers.right(claimsOf(built, { ...good, iss: 'https://evil.example.test' })),
      await signers.right(claimsOf(built, { ...good, aud: 'someone-else' })),
      await signers.right(claimsOf(built, { ...good, iat: old })),
      await signers.right(claimsOf(built, { ...good, iat: undefined })),
      await signers.right(claimsOf(built, { ...good, jti: undefined })),
      await signers.right(claimsOf(built, { ...good, nonce: 'an ID token' })),
      await signers.right(claimsOf(built, { ...good, events: {} })),
      await signers.right(claimsOf(built, { ...good, events: undefined })),
      await signers.right(claimsOf(built)),
      await other.provider.signers.right(claimsOf(other, good)),
    ];
    for (const token of wrong) expect([await send(built, token), token]).toEqual([400, token]);
    expect(await isSignedIn(browser)).toBe(true);
    // Nothing is fetched for tokens that are wrong at first sight.
    expect(other.provider.counts).toEqual({});
  });

  const metadata = '/.well-known/openid-configuration';

  test('forged tokens cause few requests to the provider (spec/single-sign-on §3.2)', async () => {
    const built = await build();
    const { signers, counts } = built.provider;
    const forged = [signers.otherKey, signers.unknownKey, signers.otherKey, signers.unknownKey];
    const forge = () =>
      Promise.all(forged.map(async (sign) => send(built, await sign(claimsOf(built, { sub: 'nobody' })))));
    for (let rounds = 0; rounds < 10; rounds++) expect(await forge()).toEqual([400, 400, 400, 400]);
    expect(counts).toEqual({ [metadata]: 1, '/jwks': 1 });
    for (let rounds = 0; rounds < 3; rounds++) {
      await site.time.move(5_000);
      expect(await forge()).toEqual([400, 400, 400, 400]);
    }
    expect(counts).toEqual({ [metadata]: 1, '/jwks': 4 });
  });

  test('a new key of the provider is used (spec/single-sign-on §3.2)', async () => {
    const built = await build();
    const { provider } = built;
    const { right } = provider.signers;
    expect(await send(built, await right(claimsOf(built, { sub: 'nobody' })))).toBe(200);
    for (const kid of ['two', 'two']) {
      const sign = provider.rotate(kid);
      await site.time.move(5_000);
      expect(await send(built, await sign(claimsOf(built, { sub: 'nobody' })))).toBe(200);
      expect(await send(built, await right(claimsOf(built, { sub: 'nobody' })))).toBe(400);
    }
    expect(provider.counts).toEqual({ [metadata]: 1, '/jwks': 3 });
    await site.time.move(5 * 60_000);
    expect(await send(built, await right(claimsOf(built, { sub: 'nobody' })))).toBe(400);
    expect(provider.counts).toEqual({ [metadata]: 2, '/jwks': 4 });
  });

  test('a provider that fails is asked again after a few seconds (spec/single-sign-on §3.2)', async () => {
    const built = await build();
    const { provider } = built;
    const token = async () => provider.signers.right(claimsOf(built, { sub: 'nobody' }));
    provider.behavior.discovery = { issuer: 'https://evil.example.test' };
    for (let tries = 0; tries < 5; tries++) expect(await send(built, await token())).toBe(400);
    expect(provider.counts).toEqual({ [metadata]: 1 });
    provider.behavior.discovery = {};
    await site.time.move(5_000);
    expect(await send(built, await token())).toBe(200);
    expect(provider.counts).toEqual({ [metadata]: 2, '/jwks': 1 });
  });

  test("signing out of Hark doesn't call the provider (spec/single-sign-on §5.2)", async () => {
    const built = await build();
    const browser = await arrive(built, 'a@example.test');
    const before = { ...built.provider.counts };
    const answer = await browser.signOut();
    expect([answer.location, await isSignedIn(browser)]).toEqual(['/sign-in?notice=signed-out', false]);
    expect(built.provider.counts).toEqual(before);
  });
});

describe('confirming (spec/single-sign-on §6.1)', () => {
  async function confirm(built: Built, browser: Browser, claims: object) {
    const page = await browser.get('/confirm?return_to=%2Faccount');
    expect(page.text).toContain('Confirm with Acme ID');
    const location = await start(browser, '/sign-in/sso?purpose=confirm&return_to=%2Faccount');
    const { searchParams } = new URL(location);
    expect([searchParams.get('prompt'), searchParams.get('max_age')]).toEqual(['login', '0']);
    const before = (await sessionOf(built, browser)).confirmedAt;
    const answer = await finish(browser, built.provider.approve(location, { ...claims }));
    const isConfirmed = (await sessionOf(built, browser)).confirmedAt > before;
    return [answer.status, answer.location, isConfirmed];
  }

  test('the same person must sign in again after Hark asked', async () => {
    const built = await build();
    const browser = await arrive(built, 'a@example.test');
    await site.time.move(60_000);
    await arrive(built, 'b@example.test');
    const now = Math.floor(site.time.now().getTime() / 1_000);
    const at = (auth_time: number | undefined) => person('a@example.test', { auth_time });
    expect(await confirm(built, browser, at(now - 3_600))).toEqual([403, undefined, false]);
    expect(await confirm(built, browser, at(undefined))).toEqual([403, undefined, false]);
    expect(await confirm(built, browser, person('b@example.test', { auth_time: now }))).toEqual([
      403,
      undefined,
      false,
    ]);
    expect(await confirm(built, browser, person('c@example.test', { auth_time: now }))).toEqual([
      403,
      undefined,
      false,
    ]);
    expect(await confirm(built, browser, at(now))).toEqual([303, '/account', true]);
  });

  test('a password confirms nothing, and a confirmation signs no one in', async () => {
    const built = await build();
    const browser = browserOf(built.workspace);
    await finish(browser, built.provider.approve(await start(browser), person(built.admin.email)));
    const form_token = await browser.formToken();
    expect((await browser.post('/confirm', { form_token, password, return_to: '/' })).status).toBe(400);
    const location = await start(browser, '/sign-in/sso?purpose=confirm');
    const query = built.provider.approve(location, person(built.admin.email));
    const thief = browserOf(built.workspace);
    expect((await finish(thief, query)).location).toContain('/sign-in');
    expect(await isSignedIn(thief)).toBe(false);
  });
});
