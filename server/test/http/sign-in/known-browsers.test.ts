// Failed sign-ins by strangers don't lock out users whose browser has signed in before (docs/design/sign-in.md).
import { describe, expect, test } from 'vitest';
import { saveUser } from '../../../src/core/users/index.ts';
import { buildUser, buildWorkspace, changing } from '../../harness/builders.ts';
import { Browser } from '../../harness/console/browser.ts';
import { useOAuth } from '../../harness/oauth-stage.ts';
import {
  buildPerson,
  buildSecureWorkspace,
  freshAddress,
  password,
  signInAs,
  useSignIn,
} from '../../harness/servers/sign-in-server.ts';
import { useTestDatabase } from '../../harness/test-database.ts';
import { type captureLog, startServer } from '../start-server.ts';

const database = useTestDatabase();
const site = useSignIn(database);
const untrusting = useOAuth(database);

type Headers = Readonly<Record<string, string>>;

/** Fails to sign in `count` times, with an existing or a nonexistent account. */
async function failToSignIn(browser: Browser, count: number, email?: string): Promise<number[]> {
  const page = await browser.get('/sign-in');
  const statuses: number[] = [];
  for (let done = 0; done < count; done += 10) {
    const answers = await Promise.all(
      Array.from({ length: Math.min(10, count - done) }, (_, index) =>
        browser.submit(page, '/sign-in', {
          email: email ?? `stranger-${done + index}@example.test`,
          password: 'a wrong password',
        }),
      ),
    );
    statuses.push(...answers.map(({ status }) => status));
  }
  return statuses;
}

/** Returns a browser that has signed in once and whose session has ended since. */
async function knownBrowser(workspace: Parameters<typeof site.browser>[0], email: string, from: Headers) {
  const browser = site.browser(workspace, from);
  await signInAs(browser, { email });
  browser.jar.delete('hark_session');
  return browser;
}

describe('a browser that signed in before', () => {
  test('can sign in although strangers used up the failed attempts allowed for its IP address and the account', async () => {
    const { workspace, user } = await buildPerson(site.context());
    const from = freshAddress();
    const known = await knownBrowser(workspace, user.email, from);
    await failToSignIn(site.browser(workspace, from), 10, user.email);
    await failToSignIn(site.browser(workspace, from), 90);
    expect((await signInAs(site.browser(workspace, from), user)).status).toBe(429);
    expect((await signInAs(known, user)).status).toBe(303);
  });

  test('has its own limit of ten failures in 15 minutes', async () => {
    const { workspace, user } = await buildPerson(site.context());
    const known = await knownBrowser(workspace, user.email, freshAddress());
    const statuses = await failToSignIn(known, 20, user.email);
    expect(statuses.filter((status) => status === 400)).toHaveLength(10);
    expect((await signInAs(known, user)).status).toBe(429);
    await site.time.move(15 * 60_000);
    expect((await signInAs(known, user)).status).toBe(303);
  });

  test('is known only for the account that signed in, not for another account or workspace', async () => {
    const { workspace, user } = await buildPerson(site.context());
    const other = await buildUser(site.context(), workspace.id, { password });
    const elsewhere = await buildPerson(site.context());
    const from = freshAddress();
    const known = await knownBrowser(workspace, user.email, from);
    for (const target of [
      { workspace, user: other },
      { workspace: elsewhere.workspace, user: elsewhere.user },
    ]) {
      await failToSignIn(site.browser(target.workspace, from), 10, target.user.email);
      const browser = site.browser(target.workspace, from);
      browser.jar.set('hark_device', known.jar.get('hark_device') ?? '');
      expect((await signInAs(browser, target.user)).status).toBe(429);
    }
  });

  test('is forgotten after a new password, after 180 days, and if its cookie was changed', async () => {
    for (const forget of [
      (_: Browser, workspace: { id: number }, email: string) =>
        changing(site.context(), workspace.id as never, (change) =>
          saveUser(change, { email, password: `${password} 2` }),
        ),
      () => site.time.move(180 * 24 * 3_600_000),
      async ({ jar }: Browser) => {
        const value = jar.get('hark_device') ?? '';
        jar.set('hark_device', `${value.slice(0, 20)}${value[20] === 'A' ? 'B' : 'A'}${value.slice(21)}`);
      },
    ]) {
      const { workspace, user } = await buildPerson(site.context());
      const from = freshAddress();
      const known = await knownBrowser(workspace, user.email, from);
      await forget(known, workspace, user.email);
      await failToSignIn(site.browser(workspace, from), 10, user.email);
      expect((await signInAs(known, user)).status).toBe(429);
    }
  });

  test('stays known if the user changes the password in that browser', async () => {
    const { workspace, user } = await buildPerson(site.context());
    const from = freshAddress();
    const browser = site.browser(workspace, from);
    await signInAs(browser, user);
    const wanted = `${password} 2`;
    await browser.ask('PUT', '/account/password', { password, new_password: wanted });
    browser.jar.delete('hark_session');
    await failToSignIn(site.browser(workspace, from), 10, user.email);
    expect((await signInAs(browser, user, wanted)).status).toBe(303);
  });

  test('has a cookie that scripts and other sites cannot read, and that does not identify the user', async () => {
    const workspace = await buildSecureWorkspace(site.context());
    const user = await buildUser(site.context(), workspace.id, { password });
    const { cookies } = await signInAs(site.browser(workspace, freshAddress()), user);
    const line = cookies.find((cookie) => cookie.startsWith('__Host-hark_device=')) ?? '';
    expect(line.split('; ').slice(1, 5)).toEqual(['Path=/', 'HttpOnly', 'SameSite=Lax', 'Secure']);
    const value = /=([^;]*)/.exec(line)?.[1] ?? '';
    expect(value).toMatch(/^\d+\.[\w-]+$/);
    const bytes = Buffer.from(value.split('.')[1] ?? '', 'base64url').toString('latin1');
    for (const known of [user.email, user.name, `[${workspace.id},${user.id}`])
      expect(bytes).not.toContain(known);
  });
});

describe('behind a proxy that is not trusted', () => {
  test('a hundred failures lock out no users, because all callers share the proxy’s IP address and its limit is ten times higher', async () => {
    const workspace = await buildWorkspace(untrusting.context());
    const user = await buildUser(untrusting.context(), workspace.id, { password });
    const from = (address: string) =>
      new Browser(untrusting.port(), workspace.host, { 'x-forwarded-for': address });
    await failToSignIn(from('198.51.100.1'), 110);
    expect((await signInAs(from('198.51.100.2'), user)).status).toBe(303);
    // Without a proxy the IP address is the caller's.
    const direct = new Browser(untrusting.port(), workspace.host);
    expect((await signInAs(direct, user)).status).toBe(429);
  });

  test('ten failures still block an account', async () => {
    const workspace = await buildWorkspace(untrusting.context());
    const user = await buildUser(untrusting.context(), workspace.id, { password });
    const browser = () => new Browser(untrusting.port(), workspace.host, { forwarded: 'for=198.51.100.1' });
    await failToSignIn(browser(), 10, user.email);
    expect((await signInAs(browser(), user)).status).toBe(429);
  });

  test('the log warns once an hour that TRUST_PROXY is not set, without any IP address', async () => {
    const warnings = (log: ReturnType<typeof captureLog>) =>
      log.lines().filter(({ msg }) => String(msg).includes('TRUST_PROXY'));
    const untrusted = await startServer();
    for (let count = 0; count < 3; count++)
      await untrusted.ask('GET', '/', { headers: ['x-forwarded-for: 198.51.100.7'] });
    expect(warnings(untrusted.log)).toHaveLength(1);
    expect(JSON.stringify(warnings(untrusted.log))).not.toContain('198.51.100');
    const trusted = await startServer({ trustProxy: 1 });
    await trusted.ask('GET', '/', { headers: ['x-forwarded-for: 198.51.100.7'] });
    expect(warnings(trusted.log)).toEqual([]);
    const direct = await startServer();
    // Hark's check of its own URL sends this header.
    await direct.ask('GET', '/', { headers: ['x-forwarded-for: 192.0.2.1'] });
    await direct.ask('GET', '/');
    expect(warnings(direct.log)).toEqual([]);
  });
});
