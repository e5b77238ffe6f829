// A second factor that someone else added: the user gets an email with a link that removes it, and sees it after a new
// password (spec/sign-in §1.2, §1.7).
import { describe, expect, test } from 'vitest';
import { listAudit } from '../../../src/core/audit/index.ts';
import { resetPassword } from '../../../src/core/password-links/index.ts';
import { saveRole } from '../../../src/core/roles/index.ts';
import { changing } from '../../harness/builders.ts';
import type { Page } from '../../harness/console/browser.ts';
import {
  buildPerson,
  freshAddress,
  isSignedIn,
  password,
  signInAs,
  useSignIn,
} from '../../harness/servers/sign-in-server.ts';
import { makeSoftwarePasskey } from '../../harness/software-passkey.ts';
import { useTestDatabase } from '../../harness/test-database.ts';
import { codesOn, secretOn, useApp } from './authenticator-app.ts';

const database = useTestDatabase();
const site = useSignIn(database);
const { codeOf, setUpApp } = useApp(site);
const wanted = 'a new and good password';
const minute = 60_000;
const day = 24 * 60 * minute;

type Person = Awaited<ReturnType<typeof buildPerson>>;

const browserOf = ({ workspace }: Person) => site.browser(workspace, freshAddress());
const pathOf = (url = '') => new URL(url).pathname + new URL(url).search;

/** Signs in with the password in a new browser. */
async function signIn(person: Person, given = password) {
  const browser = browserOf(person);
  return { browser, answer: await signInAs(browser, person.user, given) };
}

/** Sets a new password with an emailed link. */
async function setPassword(person: Person, chosen = wanted): Promise<Page> {
  const { workspace, user } = person;
  const actor = { user: null, means: { type: 'command' }, origin: 'a test' } as const;
  const { url } = await resetPassword(site.context(), { actor, workspace, mailer: undefined }, user.email);
  const browser = browserOf(person);
  const page = await browser.get(pathOf(url));
  return browser.submit(page, '/set-password', { new_password: chosen, repeated: chosen });
}

/** Returns the emails about new factors that the user got, oldest first. */
async function mailsTo({ user }: Person, count = 1) {
  const found = () => site.mails.filter(({ to }) => to === user.email);
  await expect.poll(() => found().length).toBe(count);
  return found();
}

/** Returns the path of the link in an email. */
const linkIn = ({ text }: { text: string }) => pathOf(/^http\S+$/m.exec(text)?.[0]);

async function undo(person: Person, path: string) {
  const browser = browserOf(person);
  const page = await browser.get(path);
  return page.status === 200 ? browser.submit(page, '/second-factor/undo', {}) : page;
}

describe('a thief who knows the password', () => {
  test('and adds a passkey is removed by the link in the email, before or after a new password', async () => {
    for (const isResetFirst of [true, false]) {
      const person = await buildPerson(site.context());
      const passkey = makeSoftwarePasskey(person.workspace);
      const thief = (await signIn(person)).browser;
      const [code = ''] = codesOn(await passkey.register(thief));
      const [mail = { text: '' }] = await mailsTo(person);
      if (isResetFirst) {
        const { text } = await setPassword(person);
        expect(text).toContain('Passkey “A device”');
        expect(text).toContain(`${site.time.now().toISOString().slice(0, 10)}`);
        expect(text).toContain('link in the email');
      }
      expect((await undo(person, linkIn(mail))).status).toBe(200);
      if (!isResetFirst) expect((await setPassword(person)).status).toBe(303);
      // Neither the passkey, the session nor a recovery code lets the thief in.
      const again = browserOf(person);
      expect((await passkey.signIn(again)).status).toBe(400);
      expect([await isSignedIn(again), await isSignedIn(thief)]).toEqual([false, false]);
      const victim = await signIn(person, wanted);
      expect([victim.answer.location, await isSignedIn(victim.browser)]).toEqual(['/', true]);
      await setUpApp(victim);
      const second = (await signIn(person, wanted)).browser;
      const step = await second.get('/sign-in/second-step');
      expect((await second.submit(step, '/sign-in/second-step', { code })).status).toBe(400);
    }
  });

  test('and saw the secret of an app that was never confirmed sees no secret that anyone is shown later', async () => {
    const person = await buildPerson(site.context());
    const thief = (await signIn(person)).browser;
    const planted = secretOn(await thief.get('/second-factor/app'));
    expect(planted).not.toBe('');
    // Another session of the user, with and without a new password in between.
    expect(secretOn(await (await signIn(person)).browser.get('/second-factor/app'))).not.toBe(planted);
    expect((await setPassword(person)).status).toBe(303);
    const victim = (await signIn(person, wanted)).browser;
    const page = await victim.get('/second-factor/app');
    expect(secretOn(page)).not.toBe(planted);
    const wrong = await victim.submit(page, '/second-factor/app', { code: await codeOf(planted) });
    expect([wrong.status, secretOn(wrong)]).toEqual([400, secretOn(page)]);
    await setUpApp({ browser: victim });
    const { browser, answer } = await signIn(person, wanted);
    expect(answer.location).toContain('/sign-in/second-step');
    const step = await browser.get('/sign-in/second-step');
    await browser.submit(step, '/sign-in/second-step', { code: await codeOf(planted) });
    expect(await isSignedIn(browser)).toBe(false);
  });

  test('and adds an app while the password is set either is too late, or the page after it lists the app', async () => {
    for (let round = 0; round < 5; round++) {
      const person = await buildPerson(site.context());
      const thief = (await signIn(person)).browser;
      const page = await thief.get('/second-factor/app');
      const code = await codeOf(secretOn(page));
      const [done] = await Promise.all([
        setPassword(person),
        thief.submit(page, '/second-factor/app', { code }),
      ]);
      const { answer } = await signIn(person, wanted);
      const isAdded = answer.location?.includes('/sign-in/second-step') ?? false;
      expect(done.text.includes('Authenticator app')).toBe(isAdded);
    }
  });
});

describe('a secret that no code has confirmed (spec/sign-in §1.2)', () => {
  test('is the same on every page of a session, and expires ten minutes after it was last shown', async () => {
    const person = await buildPerson(site.context());
    const { browser } = await signIn(person);
    const page = await browser.get('/second-factor/app');
    const secret = secretOn(page);
    await site.time.move(9 * minute);
    expect(secretOn(await browser.get('/second-factor/app'))).toBe(secret);
    await site.time.move(11 * minute);
    await browser.ask('POST', '/account/confirmation', { password });
    const late = await browser.submit(page, '/second-factor/app', { code: await codeOf(secret) });
    expect([late.status, secretOn(late)]).not.toEqual([400, secret]);
    expect(late.status).toBe(400);
  });

  test('is deleted with a new password', async () => {
    const person = await buildPerson(site.context());
    await (await signIn(person)).browser.get('/second-factor/app');
    const pending = () =>
      database.current.asAdministrator(
        async (admin) =>
          (
            await admin.query(
              'select from sign_in_flows where workspace_id = $1 union all select from authenticator_apps where workspace_id = $1',
              [person.workspace.id],
            )
          ).rowCount,
      );
    expect(await pending()).toBe(1);
    await setPassword(person);
    expect(await pending()).toBe(0);
  });
});

describe('the email about a new factor (spec/sign-in §1.7)', () => {
  test('has a link that works once, for seven days, only by a form, and removes only that factor', async () => {
    const person = await buildPerson(site.context());
    const { browser } = await signIn(person);
    const { secret } = await setUpApp({ browser });
    await makeSoftwarePasskey(person.workspace).register(browser);
    const [aboutApp = { text: '' }, aboutPasskey = { text: '' }] = await mailsTo(person, 2);
    expect(aboutApp.text).toContain('An authenticator app was added to your account');
    expect(aboutPasskey.text).toContain('A passkey was added to your account');
    // Mail scanners open links, and some send a HEAD request first.
    const page = await browserOf(person).get(linkIn(aboutPasskey));
    expect(page.text).toContain('Remove the passkey “A device”?');
    expect(page.text).toContain(person.user.email);
    expect(await isSignedIn(browser)).toBe(true);
    await site.time.move(6 * day);
    const path = linkIn(aboutPasskey);
    expect((await undo(person, path)).text).toContain('Set a new password');
    expect((await undo(person, path)).status).toBe(404);
    expect(await isSignedIn(browser)).toBe(false);
    const next = (await signIn(person)).browser;
    const step = await next.get('/sign-in/second-step');
    await next.submit(step, '/sign-in/second-step', { code: await codeOf(secret) });
    const { factors } = JSON.parse((await next.get('/console/account')).text);
    expect(factors).toMatchObject({ passkeys: [], recovery_codes: 10 });
    expect(factors.app_since).not.toBeNull();
    await site.time.move(2 * day);
    expect((await undo(person, linkIn(aboutApp))).status).toBe(404);
    const [entry] = await listAudit(site.context(), person.workspace.id, { limit: 1 });
    expect(entry).toMatchObject({
      subject: { type: 'user', id: person.user.id },
      means: { type: 'ui', name: 'undo' },
      old: { passkey: 'A device' },
      new: { passkey: 'removed' },
    });
  });

  test('one of ten concurrent requests uses the link', async () => {
    const person = await buildPerson(site.context());
    await setUpApp(await signIn(person));
    const [mail = { text: '' }] = await mailsTo(person);
    const answers = await Promise.all(Array.from({ length: 10 }, () => undo(person, linkIn(mail))));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(404)]);
  });

  test('is also removed if the role requires a second factor', async () => {
    const person = await buildPerson(site.context());
    await setUpApp(await signIn(person));
    await changing(site.context(), person.workspace.id, (change) =>
      saveRole(change, { name: person.user.role.name, requiresSecondFactor: true }),
    );
    const [mail = { text: '' }] = await mailsTo(person);
    expect((await undo(person, linkIn(mail))).status).toBe(200);
    const { browser } = await signIn(person);
    expect((await browser.get('/sign-in')).location).toBe('/second-factor?return_to=%2F');
  });

  test('contains the only copy of the link, and no text that the browser sent', async () => {
    const person = await buildPerson(site.context());
    await makeSoftwarePasskey(person.workspace).register((await signIn(person)).browser);
    const [mail = { text: '' }] = await mailsTo(person);
    expect(mail.text).not.toContain('A device');
    const token = new URL(linkIn(mail), 'http://x.test').searchParams.get('link') ?? '';
    expect(token).toMatch(/^hark_link_/);
    const stored = await database.current.asAdministrator(async (admin) => {
      const { rows } = await admin.query(
        `select (select json_agg(p) from passkeys p)::text || (select json_agg(a) from audit_entries a)::text as text`,
      );
      return rows[0].text;
    });
    for (const text of [stored, site.log.text()]) expect(text).not.toContain(token);
  });

  test.each(['', 'hark_link_unknown', '%00'])(
    'a page with the link “%s” says that it no longer works',
    async (link) => {
      const person = await buildPerson(site.context());
      const page = await browserOf(person).get(`/second-factor/undo?link=${link}`);
      expect([page.status, page.text.includes('This link no longer works')]).toEqual([404, true]);
    },
  );

  test('a password link removes no factor', async () => {
    const person = await buildPerson(site.context());
    await setUpApp(await signIn(person));
    const actor = { user: null, means: { type: 'command' }, origin: 'a test' } as const;
    const handing = { actor, workspace: person.workspace, mailer: undefined };
    const { url } = await resetPassword(site.context(), handing, person.user.email);
    const path = pathOf(url).replace('/set-password', '/second-factor/undo');
    expect((await undo(person, path)).status).toBe(404);
  });
});

test('after a new password, another factor of the user can remove a foreign passkey', async () => {
  const person = await buildPerson(site.context());
  const { browser } = await signIn(person);
  const { secret } = await setUpApp({ browser });
  await makeSoftwarePasskey(person.workspace).register(browser);
  const { text } = await setPassword(person);
  expect(text).toContain('Passkey “A device”');
  expect(text).toContain('Sign in with another factor');
  const signInPath = /href="(\/sign-in[^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const own = browserOf(person);
  const form = await own.get(signInPath);
  const second = await own.submit(form, '/sign-in', { email: person.user.email, password: wanted });
  const step = await own.get(second.location ?? '');
  const done = await own.submit(step, '/sign-in/second-step', { code: await codeOf(secret) });
  expect(done.location).toBe('/settings/account?notice=password-set');
  const { factors } = JSON.parse((await own.get('/console/account')).text);
  const removed = await own.ask('DELETE', `/account/passkeys/${factors.passkeys[0].id}`);
  expect(removed.status).toBe(200);
});
