// Tests authenticator apps, recovery codes, roles that require a second factor, and sensitive acts (spec/sign-in).
import { describe, expect, test } from 'vitest';
import { listAudit, makeChange } from '../../../src/core/audit/index.ts';
import { saveRole } from '../../../src/core/roles/index.ts';
import { resetFactors } from '../../../src/core/second-factors/index.ts';
import type { Workspace } from '../../../src/core/workspaces/index.ts';
import { buildWorkspace, changing, testActor } from '../../harness/builders.ts';
import { type Browser, hiddenInputs } from '../../harness/console/browser.ts';
import { openConsole } from '../../harness/console/console-caller.ts';
import {
  buildUserWithPassword,
  freshAddress,
  isSignedIn,
  password,
  signInAs,
  useSignIn,
} from '../../harness/servers/sign-in-server.ts';
import { useTestDatabase } from '../../harness/test-database.ts';
import { codesOn, secretOn, useApp } from './authenticator-app.ts';

const database = useTestDatabase();
const site = useSignIn(database);
const { codeOf, setUpApp } = useApp(site);
const minute = 60_000;

/** A user with a role of their own, and a browser in which they are signed in. */
async function buildPerson({
  isAdmin = false,
  workspace,
}: {
  isAdmin?: boolean;
  workspace?: Workspace;
} = {}) {
  const at = workspace ?? (await buildWorkspace(site.context()));
  const role = `Role ${Math.random()}`;
  await changing(site.context(), at.id, (change) => saveRole(change, { name: role, isAdmin }));
  const user = await buildUserWithPassword(site.context(), at.id, { role });
  const { browser } = await openConsole(site, at, user);
  return { workspace: at, user, role, browser };
}
type Person = Awaited<ReturnType<typeof buildPerson>>;

/** Signs in with the password, in a new browser, up to the second step. */
async function enterPassword({ workspace, user }: Person) {
  const browser = site.browser(workspace, freshAddress());
  const answer = await signInAs(browser, user, password, '/leads');
  return { browser, answer };
}

const enterCode = async (browser: Browser, code: string) =>
  browser.submit(await browser.get('/sign-in/second-step?return_to=/leads'), '/sign-in/second-step', {
    code,
  });

const auditOf = async ({ workspace }: Person) =>
  (await listAudit(site.context(), workspace.id, { limit: 50 })).map(({ action, subject, new: values }) => ({
    action,
    type: subject.type,
    ...values,
  }));

describe('an authenticator app', () => {
  test('is asked for after the password, once it is set up (spec/sign-in §1.1, §1.2)', async () => {
    const person = await buildPerson();
    const page = await person.browser.get('/second-factor/app');
    expect((await enterPassword(person)).answer.location).toBe('/leads');
    const wrong = await person.browser.submit(page, '/second-factor/app', { code: '000000' });
    expect([wrong.status, secretOn(wrong)]).toEqual([400, secretOn(page)]);
    const { secret } = await setUpApp(person);
    const { browser, answer } = await enterPassword(person);
    expect([answer.status, answer.location]).toEqual([303, '/sign-in/second-step?return_to=%2Fleads']);
    expect(await isSignedIn(browser)).toBe(false);
    expect((await enterCode(browser, '000000')).status).toBe(400);
    const done = await enterCode(browser, await codeOf(secret));
    expect([done.status, done.location]).toEqual([303, '/leads']);
    expect(await isSignedIn(browser)).toBe(true);
  });

  test('accepts the previous and the next code, and no others (spec/sign-in §1.2)', async () => {
    for (const [seconds, status] of [
      [-90, 400],
      [-30, 303],
      [30, 303],
      [90, 400],
    ] as const) {
      const person = await buildPerson();
      const { secret } = await setUpApp(person);
      const { browser } = await enterPassword(person);
      expect((await enterCode(browser, await codeOf(secret, seconds))).status, String(seconds)).toBe(status);
    }
  });

  test('a code works once, also if two browsers send it at the same moment (spec/sign-in §1.2)', async () => {
    const person = await buildPerson();
    const { secret } = await setUpApp(person);
    const code = await codeOf(secret);
    const browsers = [(await enterPassword(person)).browser, (await enterPassword(person)).browser];
    const answers = await Promise.all(browsers.map((browser) => enterCode(browser, code)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 400]);
    expect((await enterCode((await enterPassword(person)).browser, code)).status).toBe(400);
  });

  test('the second step belongs to the browser and ends after ten minutes (spec/sign-in §1.1)', async () => {
    const person = await buildPerson();
    const { secret } = await setUpApp(person);
    const { browser } = await enterPassword(person);
    const page = await browser.get('/sign-in/second-step');
    const stranger = site.browser(person.workspace, freshAddress());
    expect((await stranger.get('/sign-in/second-step')).location).toBe('/sign-in?return_to=%2F');
    await site.time.move(11 * minute);
    const late = await browser.submit(page, '/sign-in/second-step', { code: await codeOf(secret) });
    expect([late.status, await isSignedIn(browser)]).toEqual([400, false]);
  });

  test('a new password between the steps invalidates the sign-in', async () => {
    const person = await buildPerson();
    const { secret } = await setUpApp(person);
    const { browser } = await enterPassword(person);
    await person.browser.ask('PUT', '/account/password', { password, new_password: 'another long phrase' });
    await enterCode(browser, await codeOf(secret));
    expect(await isSignedIn(browser)).toBe(false);
  });

  test('five wrong codes block the user from every address, and the audit log says so (spec/sign-in §1.5)', async () => {
    const person = await buildPerson();
    const { secret } = await setUpApp(person);
    const browsers = await Promise.all([1, 2, 3, 4, 5, 6, 7].map(() => enterPassword(person)));
    const wrong = await Promise.all(browsers.map(({ browser }) => enterCode(browser, '000000')));
    expect(wrong.map(({ status }) => status).toSorted()).toEqual([400, 400, 400, 400, 400, 429, 429]);
    const { browser } = await enterPassword(person);
    const blocked = await enterCode(browser, await codeOf(secret));
    expect([blocked.status, Number(blocked.headers['retry-after']) > 0]).toEqual([429, true]);
    expect(await auditOf(person)).toContainEqual({
      action: 'blocked',
      type: 'user',
      reason: 'too many wrong codes',
    });
    await site.time.move(16 * minute);
    const again = await enterPassword(person);
    expect((await enterCode(again.browser, await codeOf(secret))).status).toBe(303);
  });

  test('its secret is stored encrypted and never logged', async () => {
    const person = await buildPerson();
    const { secret, codes } = await setUpApp(person);
    const [stored] = await database.current.query(
      `select (select json_agg(a) from authenticator_apps a where workspace_id = $1)::text
           || (select json_agg(c) from recovery_codes c where workspace_id = $1)::text as text`,
      [person.workspace.id],
    );
    for (const text of [stored.text, site.log.text()]) {
      for (const canary of [secret, ...codes]) expect(text).not.toContain(canary);
    }
  });
});

describe('recovery codes', () => {
  test('each works once, in any spelling, and the audit log counts them (spec/sign-in §1.3)', async () => {
    const person = await buildPerson();
    const { codes } = await setUpApp(person);
    expect(new Set(codes).size).toBe(10);
    const [first = '', second = ''] = codes;
    const one = await enterPassword(person);
    expect((await enterCode(one.browser, first)).status).toBe(303);
    const two = await enterPassword(person);
    expect((await enterCode(two.browser, first)).status).toBe(400);
    const spelled = second.toUpperCase().replaceAll('-', ' ');
    expect((await enterCode(two.browser, spelled)).status).toBe(303);
    expect(await auditOf(person)).toContainEqual({ action: 'changed', type: 'user', recovery_codes: 8 });
  });

  test('one code sent by two browsers at the same moment signs one in', async () => {
    const person = await buildPerson();
    const { codes } = await setUpApp(person);
    const browsers = [(await enterPassword(person)).browser, (await enterPassword(person)).browser];
    const answers = await Promise.all(browsers.map((browser) => enterCode(browser, codes[0] ?? '')));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 400]);
  });

  test('new codes invalidate the old ones (spec/sign-in §1.3)', async () => {
    const person = await buildPerson();
    const { codes } = await setUpApp(person);
    const page = await person.browser.get('/second-factor/recovery-codes');
    const renewed = codesOn(await person.browser.submit(page, '/second-factor/recovery-codes', {}));
    expect(renewed).toHaveLength(10);
    const { browser } = await enterPassword(person);
    expect((await enterCode(browser, codes[1] ?? '')).status).toBe(400);
    expect((await enterCode(browser, renewed[1] ?? '')).status).toBe(303);
  });
});

describe('adding, removing and resetting', () => {
  test("the first factor ends the user's other sessions (spec/sign-in §1.6)", async () => {
    const person = await buildPerson();
    const other = (await enterPassword(person)).browser;
    expect(await isSignedIn(other)).toBe(true);
    await setUpApp(person);
    expect([await isSignedIn(person.browser), await isSignedIn(other)]).toEqual([true, false]);
    expect(await auditOf(person)).toContainEqual({
      action: 'changed',
      type: 'user',
      authenticator_app: 'set up',
    });
  });

  test('a session that began without a factor changes no factors of a user who has one', async () => {
    const person = await buildPerson();
    await setUpApp(person);
    // As if the session had started with the password alone at the moment the app was added.
    await database.current.query('update sessions set has_second_factor = false where workspace_id = $1', [
      person.workspace.id,
    ]);
    expect((await person.browser.ask('DELETE', '/account/app')).status).toBe(403);
    const page = await person.browser.get('/second-factor/recovery-codes');
    expect((await person.browser.submit(page, '/second-factor/recovery-codes', {})).status).toBe(403);
  });

  test('after the last factor is removed, the password is enough and the codes are gone', async () => {
    const person = await buildPerson();
    const { codes } = await setUpApp(person);
    expect((await person.browser.ask('DELETE', '/account/app')).status).toBe(200);
    expect(await auditOf(person)).toContainEqual({
      action: 'changed',
      type: 'user',
      authenticator_app: 'removed',
    });
    expect((await enterPassword(person)).answer.location).toBe('/leads');
    await setUpApp(person);
    const { browser } = await enterPassword(person);
    expect((await enterCode(browser, codes[0] ?? '')).status).toBe(400);
  });

  test('an administrator resets it, which ends all sessions of the user (spec/sign-in §1.6)', async () => {
    const admin = await buildPerson({ isAdmin: true });
    const person = await buildPerson({ workspace: admin.workspace });
    await setUpApp(person);
    const path = `/users/${person.user.id}/second-factors`;
    expect((await person.browser.ask('DELETE', path)).status).toBe(403);
    await admin.browser.ask('POST', '/account/confirmation', { password });
    expect((await admin.browser.ask('DELETE', path)).status).toBe(200);
    expect(await isSignedIn(person.browser)).toBe(false);
    expect((await enterPassword(person)).answer.location).toBe('/leads');
    expect(await auditOf(person)).toContainEqual({
      action: 'changed',
      type: 'user',
      second_factors: 'reset',
    });
  });

  test('a reset without any factor changes nothing and records nothing', async () => {
    const person = await buildPerson();
    const { workspace, user } = person;
    const reset = await makeChange(site.context(), workspace.id, testActor, (change) =>
      resetFactors(change, user),
    );
    expect([reset, await isSignedIn(person.browser)]).toEqual([false, true]);
  });
});

test('a hundred sign-ins with passkeys that are never finished block their IP address (spec/sign-in §1.5)', async () => {
  const workspace = await buildWorkspace(site.context());
  const browser = site.browser(workspace, freshAddress());
  const page = await browser.get('/sign-in');
  const { form_token = '' } = hiddenInputs(page, '/sign-in');
  const begin = () => browser.post('/sign-in/passkey/options', { form_token });
  for (let count = 0; count < 10; count++) {
    const answers = await Promise.all(Array.from({ length: 11 }, begin));
    const blocked = answers.filter(({ status }) => status === 429).length;
    expect([count, blocked]).toEqual([count, count < 9 ? 0 : 10]);
  }
  const other = site.browser(workspace, freshAddress());
  const token = hiddenInputs(await other.get('/sign-in'), '/sign-in').form_token ?? '';
  expect((await other.post('/sign-in/passkey/options', { form_token: token })).status).toBe(200);
});

describe('a role that requires a second factor', () => {
  const require = ({ workspace, role }: Person, requiresSecondFactor = true) =>
    changing(site.context(), workspace.id, (change) =>
      saveRole(change, { name: role, requiresSecondFactor }),
    );

  test('leads existing and new sessions to the set-up, and to nothing else (spec/sign-in §2.1)', async () => {
    const person = await buildPerson();
    await require(person);
    const { browser: fresh, answer } = await enterPassword(person);
    expect(answer.location).toBe('/leads');
    for (const browser of [person.browser, fresh]) {
      expect((await browser.get('/console/session')).status).toBe(401);
      const sent = await browser.get('/sign-in?return_to=/leads');
      expect([sent.status, sent.location]).toEqual([303, '/second-factor?return_to=%2Fleads']);
    }
    expect((await fresh.get('/second-factor')).text).toContain('requires a second factor');
    const { done } = await setUpApp({ browser: fresh });
    expect(codesOn(done)).toHaveLength(10);
    expect([await isSignedIn(fresh), await isSignedIn(person.browser)]).toEqual([true, false]);
    await require(person, false);
    expect(await isSignedIn(fresh)).toBe(true);
  });

  test('keeps users who already have one signed in', async () => {
    const person = await buildPerson();
    await setUpApp(person);
    await require(person);
    expect(await isSignedIn(person.browser)).toBe(true);
  });

  test("doesn't let them remove the last one (spec/sign-in §2.2)", async () => {
    const person = await buildPerson();
    await setUpApp(person);
    await require(person);
    const refused = await person.browser.ask('DELETE', '/account/app');
    expect([refused.status, JSON.parse(refused.text).code]).toEqual([409, 'second_factor_required']);
    expect((await enterPassword(person)).answer.location).toContain('/sign-in/second-step');
  });
});

describe('a sensitive act', () => {
  const newRole = {
    name: 'Support',
    is_admin: false,
    permissions: {},
    requires_second_factor: false,
  };

  test('needs a confirmation 15 minutes after the sign-in (spec/sign-in §3.1)', async () => {
    const { browser } = await buildPerson({ isAdmin: true });
    await site.time.move(16 * minute);
    const asked = await browser.ask('POST', '/roles', newRole);
    expect([asked.status, JSON.parse(asked.text).code]).toEqual([403, 'confirmation_required']);
    const wrong = await browser.ask('POST', '/account/confirmation', { password: 'not this one' });
    expect([wrong.status, JSON.parse(wrong.text).code]).toEqual([400, 'wrong_password']);
    expect((await browser.ask('POST', '/roles', newRole)).status).toBe(403);
    expect((await browser.ask('POST', '/account/confirmation', { password })).status).toBe(200);
    expect((await browser.ask('POST', '/roles', newRole)).status).toBe(200);
    await site.time.move(16 * minute);
    expect((await browser.ask('DELETE', '/roles/1')).status).toBe(403);
  });

  test('the set-up pages ask too, and return (spec/sign-in §3.1)', async () => {
    const { browser } = await buildPerson();
    await site.time.move(16 * minute);
    const path = '/second-factor/app?return_to=/settings/account';
    const { location = '' } = await browser.get(path);
    expect(location).toBe(`/confirm?return_to=${encodeURIComponent(path)}`);
    const page = await browser.get(location);
    expect((await browser.submit(page, '/confirm', { password: 'not this one' })).status).toBe(400);
    const done = await browser.submit(page, '/confirm', { password });
    expect([done.status, done.location]).toEqual([303, path]);
    expect((await browser.get(path)).status).toBe(200);
  });

  test('ten wrong passwords block further attempts (spec/sign-in §3.1)', async () => {
    const { browser } = await buildPerson();
    const confirm = (given: string) => browser.ask('POST', '/account/confirmation', { password: given });
    for (let count = 0; count < 10; count++) expect((await confirm('wrong')).status).toBe(400);
    expect((await confirm(password)).status).toBe(429);
  });
});
