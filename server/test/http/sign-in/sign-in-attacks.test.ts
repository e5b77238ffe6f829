// Attacks sign-in with forged forms, password guessing, account enumeration, and open redirects (spec/oauth §2.4, §6).
import { describe, expect, test } from 'vitest';
import { listAudit } from '../../../src/core/audit/index.ts';
import { buildUser } from '../../harness/builders.ts';
import type { Browser } from '../../harness/console/browser.ts';
import { hiddenInputs } from '../../harness/console/browser.ts';
import {
  buildPerson,
  freshAddress,
  password,
  signInAs,
  useSignIn,
} from '../../harness/servers/sign-in-server.ts';
import { useTestDatabase } from '../../harness/test-database.ts';
import { foreignAddresses } from '../../lib/redirects.ts';

const database = useTestDatabase();
const site = useSignIn(database);

/** Returns a digest of everything that a forged form could change. */
const digest = (workspace: { id: number }) =>
  database.current.asAdministrator(async (client) => {
    const sums: unknown[] = [];
    for (const table of ['users', 'sessions', 'password_links', 'audit_entries', 'attempts']) {
      const { rows } = await client.query(
        `select md5(string_agg(t::text, '|' order by t::text)) as sum from ${table} t where workspace_id = $1`,
        [workspace.id],
      );
      sums.push(rows[0].sum);
    }
    return sums;
  });

/** Each form, with the fields it needs to work. */
const forms: [string, boolean, Record<string, string>][] = [
  ['/sign-in', false, { email: 'x@example.test', password: 'x' }],
  ['/forgotten', false, { email: 'x@example.test' }],
  ['/sign-out', true, {}],
];

describe.each(forms)('a forged form to %s changes nothing', (action, needsSession, values) => {
  const prepare = async (): Promise<{ workspace: { id: number }; browser: Browser; token: string }> => {
    if (needsSession) {
      const { workspace, browser } = await site.buildSignedIn();
      return { workspace, browser, token: await browser.formToken() };
    }
    const { workspace, browser } = await site.buildVisitor();
    return { workspace, browser, token: hiddenInputs(await browser.get(action), action).form_token ?? '' };
  };

  test('with a wrong token, or from another site', async () => {
    const { workspace, browser, token } = await prepare();
    const before = await digest(workspace);
    const cases: [what: string, fields: Record<string, string>, headers: Record<string, string>][] = [
      ['without the token', {}, {}],
      ['with an empty token', { form_token: '' }, {}],
      ['with a wrong token', { form_token: `${token.slice(0, -2)}AA` }, {}],
      ['from another site', { form_token: token }, { 'sec-fetch-site': 'cross-site' }],
      ['from a sibling host', { form_token: token }, { 'sec-fetch-site': 'same-site' }],
      ['with a foreign Origin', { form_token: token }, { origin: 'https://evil.test' }],
      ['with the Origin null', { form_token: token }, { origin: 'null' }],
    ];
    for (const [what, fields, headers] of cases) {
      const { status, cookies } = await browser.post(action, { ...values, ...fields }, headers);
      expect([what, status, cookies]).toEqual([what, 403, []]);
    }
    expect(await digest(workspace)).toEqual(before);
  });

  test("with another browser's token", async () => {
    const [mine, theirs] = [await prepare(), await prepare()];
    const before = await digest(mine.workspace);
    const answer = await mine.browser.post(action, { ...values, form_token: theirs.token });
    expect(answer.status).toBe(403);
    expect(await digest(mine.workspace)).toEqual(before);
  });

  test('if it is not a form or has a field twice', async () => {
    const { workspace, browser, token } = await prepare();
    const before = await digest(workspace);
    const fields = { ...values, form_token: token };
    const noForm = await browser.post(action, fields, { 'content-type': 'text/plain' });
    expect(noForm.status).toBe(400);
    const twice = await browser.post(action, [
      ...Object.entries(fields),
      ['form_token', token] as [string, string],
    ]);
    expect(twice.status).toBe(400);
    expect(await digest(workspace)).toEqual(before);
  });
});

test('a form on another site cannot sign a user out, because it is sent without cookies, and no cookie is deleted', async () => {
  const { browser } = await site.buildVisitor();
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.test' },
  ]) {
    const { status, cookies } = await browser.post('/sign-out', {}, headers);
    expect([status, cookies]).toEqual([403, []]);
  }
  const { status, cookies } = await browser.post('/sign-out', {}, { 'sec-fetch-site': 'same-origin' });
  expect([status, cookies.length]).toEqual([303, 1]);
});

describe('a form from the same site', () => {
  test.each([[{ 'sec-fetch-site': 'same-origin', origin: 'null' }], [{ 'sec-fetch-site': 'none' }], [{}]])(
    'is accepted with %j',
    async (headers) => {
      const { user, browser } = await site.buildVisitor();
      const page = await browser.get('/sign-in');
      const answer = await browser.submit(page, '/sign-in', { email: user.email, password }, headers);
      expect(answer.status).toBe(303);
    },
  );

  test('is accepted with its own Origin if the browser sends no Sec-Fetch-Site', async () => {
    const { workspace, user } = await buildPerson(site.context());
    const browser = site.browser(workspace, { ...freshAddress(), origin: workspace.baseUrl });
    expect((await signInAs(browser, user)).status).toBe(303);
  });

  test('is rejected after sign-in if its token is from before sign-in', async () => {
    const { user, browser } = await site.buildVisitor();
    const page = await browser.get('/sign-in');
    await browser.submit(page, '/sign-in', { email: user.email, password });
    const { form_token = '' } = hiddenInputs(page, '/sign-in');
    expect((await browser.post('/sign-out', { form_token })).status).toBe(403);
  });
});

describe('password guessing', () => {
  const guess = (browser: Browser, email: string) => signInAs(browser, { email }, 'a wrong password');

  test.each(['an account', 'an unknown email address'])(
    'ten failures from one IP address block %s for that IP address',
    async (which) => {
      const { workspace, user } = await buildPerson(site.context());
      const email = which === 'an account' ? user.email : 'nobody@example.test';
      const browser = site.browser(workspace, freshAddress());
      for (let count = 0; count < 10; count++) expect((await guess(browser, email)).status).toBe(400);
      const blocked = await signInAs(browser, { email });
      expect(blocked.status).toBe(429);
      expect(Number(blocked.headers['retry-after'])).toBeGreaterThan(800);
      expect(blocked.text).toContain('Too many attempts');
      const asProgram = await browser.submit(
        await browser.get('/sign-in'),
        '/sign-in',
        { email, password },
        { accept: '*/*' },
      );
      expect(JSON.parse(asProgram.text)).toEqual({
        error: 'temporarily_unavailable',
        error_description: expect.stringContaining('Too many attempts'),
      });
      const entries = await listAudit(site.context(), workspace.id, { limit: 100 });
      const blockedEntries = entries.filter(({ action }) => action === 'blocked');
      expect(blockedEntries).toHaveLength(1);
      expect(blockedEntries[0]?.subject.name).toBe(which === 'an account' ? user.name : 'unknown user');
      expect(JSON.stringify(blockedEntries)).not.toContain('nobody@example.test');
      // Other users, other IP addresses, and the same user after 15 minutes aren't blocked.
      const other = await buildUser(site.context(), workspace.id, { password });
      expect((await signInAs(browser, other)).status).toBe(303);
      if (which !== 'an account') return;
      expect((await signInAs(site.browser(workspace, freshAddress()), user)).status).toBe(303);
      await site.time.move(15 * 60_000);
      expect((await signInAs(site.browser(workspace, browser.headers), user)).status).toBe(303);
    },
  );

  test('a successful sign-in resets the failures', async () => {
    const { user, browser } = await site.buildVisitor();
    for (let round = 0; round < 3; round++) {
      for (let count = 0; count < 9; count++) await guess(browser, user.email);
      expect((await signInAs(browser, user)).status).toBe(303);
      browser.jar.clear();
    }
  });

  test('simultaneous guesses count too, so only ten of 40 are checked', async () => {
    const { user, browser } = await site.buildVisitor();
    const page = await browser.get('/sign-in');
    const fields = { email: user.email, password: 'a wrong password' };
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => browser.submit(page, '/sign-in', fields)),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(30);
  });

  test('a hundred failures block an IP address, regardless of the accounts', async () => {
    const { workspace, user, browser } = await site.buildVisitor();
    const page = await browser.get('/sign-in');
    const tryOut = (count: number) =>
      browser.submit(page, '/sign-in', { email: `victim-${count}@example.test`, password: 'guess' });
    for (let count = 0; count < 100; count += 10) {
      await Promise.all(Array.from({ length: 10 }, (_, index) => tryOut(count + index)));
    }
    expect((await tryOut(100)).status).toBe(429);
    expect((await browser.submit(page, '/sign-in', { email: user.email, password })).status).toBe(429);
    expect((await signInAs(site.browser(workspace, freshAddress()), user)).status).toBe(303);
  });

  test('IPv6 addresses of one network count as one', async () => {
    const { workspace, user } = await buildPerson(site.context());
    for (let count = 0; count < 10; count++) {
      await guess(site.browser(workspace, { 'x-forwarded-for': `2001:db8:1:2::${count}` }), user.email);
    }
    const next = site.browser(workspace, { 'x-forwarded-for': '2001:db8:1:2:ffff::1' });
    expect((await signInAs(next, user)).status).toBe(429);
    const elsewhere = site.browser(workspace, { 'x-forwarded-for': '2001:db8:1:3::1' });
    expect((await signInAs(elsewhere, user)).status).toBe(303);
  });
});

describe('does not reveal whether an account exists', () => {
  const cases = async () => {
    const { workspace, user } = await buildPerson(site.context());
    const off = await buildUser(site.context(), workspace.id, { password, active: false });
    return {
      workspace,
      emails: { known: user.email, nobody: `nobody-${crypto.randomUUID()}@example.test`, off: off.email },
    };
  };
  /** Returns the page without user input and browser-specific values. */
  const bare = (text: string, email: string) =>
    text.replaceAll(email, 'X').replaceAll(/name="form_token" value="[^"]+"/g, '');

  test('on sign-in: the status and bytes are the same, and the time is about the same', async () => {
    const { workspace, emails } = await cases();
    const times: Record<string, number[]> = { known: [], nobody: [], off: [] };
    const seen = new Set<string>();
    for (let round = 0; round < 12; round++) {
      for (const [name, email] of Object.entries(emails)) {
        const browser = site.browser(workspace, freshAddress());
        const page = await browser.get('/sign-in');
        const startedAt = performance.now();
        const given = name === 'off' && round % 2 === 0 ? password : 'a wrong password';
        const answer = await browser.submit(page, '/sign-in', { email, password: given });
        times[name]?.push(performance.now() - startedAt);
        const names = Object.keys(answer.headers).sort().join();
        seen.add(`${answer.status} ${names} ${bare(answer.text, email)}`);
      }
    }
    expect(seen.size).toBe(1);
    const middle = (list: number[] = []) => list.toSorted((a, b) => a - b)[list.length >> 1] ?? 0;
    // A lookup without hashing would take a tenth of the time.
    for (const name of ['nobody', 'off']) {
      expect(middle(times[name]) / middle(times.known), name).toBeGreaterThan(0.6);
      expect(middle(times[name]) / middle(times.known), name).toBeLessThan(1.7);
    }
  });

  test('on password reset: the status and bytes are the same, and only active users get an email', async () => {
    const { workspace, emails } = await cases();
    const seen = new Set<string>();
    for (const email of Object.values(emails)) {
      const browser = site.browser(workspace, freshAddress());
      const answer = await browser.submit(await browser.get('/forgotten'), '/forgotten', { email });
      seen.add(`${answer.status} ${answer.text}`);
    }
    expect(seen.size).toBe(1);
    await expect.poll(() => site.mails.filter(({ to }) => to === emails.known).length).toBe(1);
    expect(site.mails.filter(({ to }) => to !== emails.known && Object.values(emails).includes(to))).toEqual(
      [],
    );
  });

  test('on repeated password resets: the rejection is the same for existing and unknown accounts', async () => {
    const { workspace, emails } = await cases();
    for (const email of [emails.known, emails.nobody]) {
      const statuses: number[] = [];
      for (let count = 0; count < 4; count++) {
        const browser = site.browser(workspace, freshAddress());
        const answer = await browser.submit(await browser.get('/forgotten'), '/forgotten', { email });
        statuses.push(answer.status);
      }
      expect(statuses).toEqual([200, 200, 200, 429]);
    }
  });
});

describe('open redirects and injection', () => {
  // own-path.test.ts tries every URL of another host.
  test('no return_to redirects to another host: before and after sign-in, or in the form itself', async () => {
    const { workspace, user, browser } = await site.buildSignedIn();
    const samples = foreignAddresses().filter((text, index) => index % 25 === 0 && text.length < 2_000);
    for (const return_to of samples) {
      const query = `/sign-in?return_to=${encodeURIComponent(return_to)}`;
      const signInPage = await browser.get(query);
      expect([signInPage.status, signInPage.location], return_to).toEqual([303, '/']);
      const fresh = site.browser(workspace, freshAddress());
      const page = await fresh.get(query);
      expect(hiddenInputs(page, '/sign-in').return_to, return_to).toBe('/');
      const fields = { email: user.email, password, return_to };
      const answer = await fresh.submit(page, '/sign-in', fields);
      expect([answer.status, answer.location], return_to).toEqual([303, '/']);
    }
  });

  test('user input is escaped', async () => {
    const { browser } = await site.buildVisitor();
    const email = `"><script>alert(1)</script>'&`;
    const answer = await signInAs(browser, { email }, 'x');
    expect(answer.text).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&#39;&amp;"');
    expect(answer.text).not.toContain('<script>alert');
  });

  test('passwords, sessions and links are not logged', async () => {
    const { browser } = await site.buildSignedIn();
    await browser.get('/set-password?link=hark_link_canary');
    const text = site.log.text();
    expect(text).toContain('"route":"/sign-in"');
    for (const canary of [password, 'hark_session_', 'hark_link_', 'form_token'])
      expect(text).not.toContain(canary);
  });
});
