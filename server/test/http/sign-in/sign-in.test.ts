import { createHash } from 'node:crypto';
// Tests signing in and out, and sessions (spec/rest-api §1.7, §7.4, spec/provisioning §6, docs/design/sign-in.md).
import { describe, expect, test } from 'vitest';
import { listAudit } from '../../../src/core/audit/index.ts';
import { saveUser } from '../../../src/core/users/index.ts';
import { sql } from '../../../src/db/driver/sql.ts';
import { fingerprintOf } from '../../../src/lib/crypto/token.ts';
import { buildUser, changing } from '../../harness/builders.ts';
import {
  buildPerson,
  buildSecureWorkspace,
  freshAddress,
  isSignedIn,
  password,
  signInAs,
  useSignIn,
} from '../../harness/servers/sign-in-server.ts';
import { useTestDatabase } from '../../harness/test-database.ts';

const database = useTestDatabase();
const site = useSignIn(database);
const hour = 3_600_000;

const sessionRows = (workspace: { id: number }) =>
  database.current.query('select * from sessions where workspace_id = $1', [workspace.id]);

describe('signing in', () => {
  test('the right password creates a session and redirects back', async () => {
    const { user, browser } = await site.buildVisitor();
    const answer = await signInAs(browser, user, password, '/account?x=1');
    expect([answer.status, answer.location]).toEqual([303, '/account?x=1']);
    const session = await browser.get('/console/session');
    expect(session.status).toBe(200);
    expect(session.text).toContain(user.email);
  });

  test('the email address is case-insensitive and can have surrounding spaces', async () => {
    const { user, browser } = await site.buildVisitor();
    expect((await signInAs(browser, { email: ` ${user.email.toUpperCase()} ` })).status).toBe(303);
  });

  test('only the hash of a session is stored', async () => {
    const { workspace, browser } = await site.buildSignedIn();
    const token = browser.jar.get('hark_session') ?? '';
    expect(token).toMatch(/^hark_session_[\w-]{43}_[0-9a-f]{8}$/);
    const [row] = await sessionRows(workspace);
    expect(row.token_hash).toEqual(fingerprintOf(token));
    expect(JSON.stringify(row)).not.toContain(token);
  });

  test('only an argon2id hash of a password is stored', async () => {
    const { workspace } = await buildPerson(site.context());
    const user = await buildUser(site.context(), workspace.id, { password });
    const rows = await database.current.query('select * from users where workspace_id = $1 and id = $2', [
      workspace.id,
      user.id,
    ]);
    expect(rows[0].password_hash).toMatch(/^\$argon2id\$/);
    expect(JSON.stringify(rows)).not.toContain(password);
  });

  test("signed-in users skip the sign-in page, but another workspace's session is not valid", async () => {
    const { workspace, user } = await buildPerson(site.context());
    const other = await buildPerson(site.context());
    const browser = site.browser(workspace, freshAddress());
    await signInAs(browser, user);
    const again = await browser.get('/sign-in?return_to=/account');
    expect([again.status, again.location]).toEqual([303, '/account']);
    const elsewhere = site.browser(other.workspace);
    elsewhere.jar.set('hark_session', browser.jar.get('hark_session') ?? '');
    expect(await isSignedIn(elsewhere)).toBe(false);
  });

  test('the previous URL of the account page leads there, also for users who have to sign in first', async () => {
    const { user, browser } = await site.buildVisitor();
    const toSignIn = await browser.get('/account?a=b&c');
    expect([toSignIn.status, toSignIn.location]).toEqual([
      303,
      '/sign-in?return_to=%2Fsettings%2Faccount%3Fa%3Db%26c',
    ]);
    await signInAs(browser, user);
    const toPage = await browser.get('/account?a=b&c');
    expect([toPage.status, toPage.location]).toEqual([303, '/settings/account?a=b&c']);
  });

  test('browser and network are stored, but never a full IP address', async () => {
    const { workspace, user } = await buildPerson(site.context());
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
    const browser = site.browser(workspace, { 'x-forwarded-for': '203.0.113.77', 'user-agent': agent });
    await signInAs(browser, user);
    const [row] = await sessionRows(workspace);
    expect([row.browser, row.network]).toEqual(['Firefox on Linux', '203.0.113.0/24']);
    expect(JSON.stringify(row)).not.toContain('203.0.113.77');
  });
});

describe('cookies', () => {
  test('on https have the __Host- prefix, Secure, HttpOnly, SameSite=Lax, Path=/ and no Domain', async () => {
    const workspace = await buildSecureWorkspace(site.context());
    const user = await buildUser(site.context(), workspace.id, { password });
    const browser = site.browser(workspace, freshAddress());
    const page = await browser.get('/sign-in');
    const answer = await browser.submit(page, '/sign-in', { email: user.email, password });
    const lines = [...page.cookies, ...answer.cookies];
    expect(lines).toHaveLength(4);
    for (const line of lines) {
      expect(line).toMatch(/^__Host-hark_(session|visitor|device)=/);
      expect(line.split('; ').slice(1, 5)).toEqual(['Path=/', 'HttpOnly', 'SameSite=Lax', 'Secure']);
      expect(line).not.toMatch(/domain/i);
    }
    // On https, a cookie without the prefix is ignored, because a sibling host or an attacker on plain http could have set it.
    const plain = site.browser(workspace);
    plain.jar.set('hark_session', browser.jar.get('__Host-hark_session') ?? '');
    expect(await isSignedIn(plain)).toBe(false);
    expect(await isSignedIn(browser)).toBe(true);
  });

  test('on plain http lack Secure, because browsers would drop the cookie', async () => {
    const { workspace } = await buildPerson(site.context());
    const [line] = (await site.browser(workspace).get('/sign-in')).cookies;
    expect(line).toMatch(/^hark_visitor=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
  });
});

test('page headers allow no script but their own, no frame, cache or opener, and send no referrer to other sites (spec/provisioning §6)', async () => {
  const { user, browser } = await site.buildVisitor();
  const pages = [
    await browser.get('/sign-in'),
    await browser.get('/forgotten'),
    await signInAs(browser, user, 'no'),
  ];
  for (const { headers, text } of pages) {
    const policy = headers['content-security-policy'];
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; connect-src 'self'; img-src data:; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/,
    );
    expect(headers['x-frame-options']).toBe('DENY');
    expect(headers['referrer-policy']).toBe('same-origin');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['cross-origin-opener-policy']).toBe('same-origin');
    const [script, ...others] = [...text.matchAll(/<script>(.*?)<\/script>/gs)].map(([, code = '']) => code);
    expect(others).toEqual([]);
    const hash = createHash('sha256')
      .update(script ?? '')
      .digest('base64');
    expect(policy).toContain(`'sha256-${hash}'`);
    expect(text.replace(script ?? '', '')).not.toMatch(/<script[^>]|style="|\son\w+=/i);
  }
});

describe('rotation and fixation', () => {
  test('a planted cookie value never becomes a session', async () => {
    const { workspace, user, browser } = await site.buildVisitor();
    const planted = `hark_session_${'a'.repeat(43)}_00000000`;
    browser.jar.set('hark_session', planted);
    await signInAs(browser, user);
    expect(browser.jar.get('hark_session')).not.toBe(planted);
    const attacker = site.browser(workspace);
    attacker.jar.set('hark_session', planted);
    expect(await isSignedIn(attacker)).toBe(false);
  });

  test('a visitor cookie is not a session and is dropped at sign-in', async () => {
    const { workspace, user, browser } = await site.buildVisitor();
    await browser.get('/sign-in');
    const held = browser.jar.get('hark_visitor') ?? '';
    await signInAs(browser, user);
    expect(browser.jar.has('hark_visitor')).toBe(false);
    const attacker = site.browser(workspace);
    attacker.jar.set('hark_session', held);
    expect(await isSignedIn(attacker)).toBe(false);
  });

  test("signing in again replaces the browser's session", async () => {
    const { workspace, user } = await buildPerson(site.context());
    const other = await buildUser(site.context(), workspace.id, { password });
    const browser = site.browser(workspace, freshAddress());
    const page = await browser.get('/sign-in');
    await browser.submit(page, '/sign-in', { email: user.email, password });
    const first = browser.jar.get('hark_session') ?? '';
    // Submits the page from another tab, which has the old visitor cookie.
    const tab = site.browser(workspace, freshAddress());
    const second = await tab.get('/sign-in');
    tab.jar.set('hark_session', first);
    await tab.submit(second, '/sign-in', { email: other.email, password });
    expect(await isSignedIn(tab)).toBe(true);
    expect(await isSignedIn(browser)).toBe(false);
    expect(await sessionRows(workspace)).toHaveLength(1);
  });
});

describe('the end of a session', () => {
  test('a session ends after 12 hours without use, and use extends it', async () => {
    const { browser } = await site.buildSignedIn();
    for (let day = 0; day < 3; day++) {
      await site.time.move(11.9 * hour);
      expect(await isSignedIn(browser)).toBe(true);
    }
    await site.time.move(12 * hour);
    expect(await isSignedIn(browser)).toBe(false);
  });

  test('a session ends after 14 days regardless of use', async () => {
    const { browser } = await site.buildSignedIn();
    for (let passed = 0; passed < 14 * 24 - 6; passed += 6) {
      await site.time.move(6 * hour);
      expect(await isSignedIn(browser)).toBe(true);
    }
    await site.time.move(6 * hour);
    expect(await isSignedIn(browser)).toBe(false);
  });

  test('use is recorded at most once a minute', async () => {
    const { workspace, browser } = await site.buildSignedIn();
    const noted = async () => (await sessionRows(workspace))[0].last_used_at.getTime();
    const first = await noted();
    await site.time.move(59_000);
    await isSignedIn(browser);
    expect(await noted()).toBe(first);
    await site.time.move(2_000);
    await isSignedIn(browser);
    expect(await noted()).toBe(first + 61_000);
  });

  test('signing out ends the session in the browser and in the database, and redirects to a useful page', async () => {
    const { workspace, browser } = await site.buildSignedIn();
    const token = browser.jar.get('hark_session') ?? '';
    const answer = await browser.signOut({ return_to: '/leads' });
    expect([answer.status, answer.location]).toEqual([303, '/sign-in?return_to=%2Fleads']);
    expect(browser.jar.has('hark_session')).toBe(false);
    browser.jar.set('hark_session', token);
    expect(await isSignedIn(browser)).toBe(false);
    expect(await sessionRows(workspace)).toEqual([]);
  });

  test('a deactivated user is signed out immediately, and not signed in again on reactivation (spec/rest-api §7.4)', async () => {
    const { workspace, user, browser } = await site.buildSignedIn();
    const setActive = (active: boolean) =>
      changing(site.context(), workspace.id, (change) => saveUser(change, { email: user.email, active }));
    await setActive(false);
    expect(await isSignedIn(browser)).toBe(false);
    expect((await signInAs(browser, user)).status).toBe(400);
    await setActive(true);
    expect(await isSignedIn(browser)).toBe(false);
    expect((await signInAs(browser, user)).status).toBe(303);
  });

  test('a password change by `apply` ends every session; other changes end none', async () => {
    const { workspace, user, browser } = await site.buildSignedIn();
    const save = (wanted: object) =>
      changing(site.context(), workspace.id, (change) => saveUser(change, { email: user.email, ...wanted }));
    await save({ name: 'Another Name', password });
    expect((await browser.get('/console/session')).text).toContain('Another Name');
    await save({ password: 'another good password' });
    expect(await isSignedIn(browser)).toBe(false);
  });

  test('a session that was started with an outdated password is invalid from the start', async () => {
    const { workspace, browser } = await site.buildSignedIn();
    await site
      .context()
      .db.write(workspace.id, (transaction) =>
        transaction.query(
          sql`update sessions set sign_in_version = sign_in_version - 1 where workspace_id = ${workspace.id}`,
        ),
      );
    expect(await isSignedIn(browser)).toBe(false);
  });
});

describe('the account page', () => {
  test('a new password immediately ends the other sessions and renews the current one', async () => {
    const { workspace, user, browser: here } = await site.buildSignedIn();
    const there = site.browser(workspace, freshAddress());
    await signInAs(there, user);
    const before = here.jar.get('hark_session');
    const wanted = 'a completely new secret';
    const answer = await here.ask('PUT', '/account/password', { password, new_password: wanted });
    expect(answer.status).toBe(200);
    expect(here.jar.get('hark_session')).not.toBe(before);
    expect(await isSignedIn(here)).toBe(true);
    expect(await isSignedIn(there)).toBe(false);
    expect((await signInAs(there, user)).status).toBe(400);
    expect((await signInAs(there, user, wanted)).status).toBe(303);
    const [entry] = await listAudit(site.context(), workspace.id, { limit: 1 });
    expect(entry).toMatchObject({ action: 'changed', means: { type: 'ui' }, new: { password: '[secret]' } });
    expect(entry?.user?.id).toBe(user.id);
  });

  test.each([
    ['a wrong current password', { password: 'wrong' }, 'Your current password is wrong.'],
    ['a short new password', { new_password: 'short' }, 'at least 12 characters'],
    ['a simple new password', { new_password: 'aaaaaaaaaaaaaaa' }, 'greater variety of characters'],
    ['an unchanged password', { new_password: password }, 'must differ from the current one'],
  ])('%s changes nothing and is reported', async (_, over, message) => {
    const { workspace, user, browser } = await site.buildSignedIn();
    const wanted = { password, new_password: 'a new good password', ...over };
    const answer = await browser.ask('PUT', '/account/password', wanted);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(message);
    expect((await signInAs(site.browser(workspace, freshAddress()), user)).status).toBe(303);
  });

  test("lists the user's sessions and ends one of them, with an audit log entry", async () => {
    const { workspace, user, browser: here } = await site.buildSignedIn();
    const there = site.browser(workspace, freshAddress());
    await signInAs(there, user);
    const { sessions } = JSON.parse((await here.get('/console/account')).text);
    expect(sessions).toHaveLength(2);
    const other = sessions.find(({ is_here }: { is_here: boolean }) => !is_here);
    await here.ask('DELETE', `/account/sessions/${other.id}`);
    expect(await isSignedIn(there)).toBe(false);
    expect(await isSignedIn(here)).toBe(true);
    const [entry] = await listAudit(site.context(), workspace.id, { limit: 1 });
    expect(entry).toMatchObject({ action: 'deleted', subject: { type: 'session' }, user: { id: user.id } });
  });

  test("users cannot end another user's session", async () => {
    const { workspace, user } = await buildPerson(site.context());
    const other = await buildUser(site.context(), workspace.id, { password });
    const [mine, theirs] = [site.browser(workspace, freshAddress()), site.browser(workspace, freshAddress())];
    await signInAs(mine, user);
    await signInAs(theirs, other);
    const ids = (await sessionRows(workspace)).map(({ id }) => id);
    for (const session of [...ids.filter((id) => id !== ids[0]), '-1', 'NaN', '1e400']) {
      await mine.ask('DELETE', `/account/sessions/${session}`);
    }
    expect(await isSignedIn(theirs)).toBe(true);
  });
});
