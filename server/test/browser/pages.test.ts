// Opens the server-rendered pages in a real browser, light and dark, narrow and wide. Axe finds no violations.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { resetPassword } from '../../src/core/password-links/index.ts';
import { addNewPasskey } from '../../src/core/second-factors/index.ts';
import { startSession } from '../../src/core/sessions/index.ts';
import { createWorkspace, type Workspace } from '../../src/core/workspaces/index.ts';
import { buildUser, changing } from '../harness/builders.ts';
import { faultsOf, isTooWide, type Look, looks, useChromium } from '../harness/console/chromium.ts';
import {
  buildApp,
  buildPerson,
  type Person,
  password,
  type TestApp,
  useOAuth,
} from '../harness/oauth-stage.ts';
import { sessionOf } from '../harness/session.ts';
import { useTestDatabase } from '../harness/test-database.ts';

const stage = useOAuth(useTestDatabase(), { mailer: { send: async () => undefined } });
const chromium = useChromium();
let workspace: Workspace;
let person: Person;
let app: TestApp;

beforeAll(async () => {
  const host = `hark.test:${stage.port()}`;
  const wanted = { name: 'Bright Lights', baseUrl: `http://${host}`, host };
  const id = await createWorkspace(stage.context(), actor, wanted, async (change) => change.workspace);
  workspace = { ...wanted, id, listenerHost: null, isSuspended: false };
  person = await buildPerson(stage, workspace);
  app = await buildApp(stage, workspace);
  await app.tokens(person);
});

const actor = { user: null, means: { type: 'apply' }, origin: null } as const;

/** Creates a link to set a new password. */
async function makeLink(): Promise<string> {
  const { email } = await buildUser(stage.context(), workspace.id, { password });
  const handing = { workspace, actor, mailer: undefined };
  return (await resetPassword(stage.context(), handing, email)).url ?? '';
}

/** Creates a user with two passkeys. Returns links to set a new password and to remove the second passkey. */
async function makeFactorLinks(): Promise<{ reset: string; undo: string }> {
  const context = stage.context();
  const user = await buildUser(context, workspace.id, { password });
  const visitor = { userAgent: undefined, address: '127.0.0.1' };
  const { id } = await context.db.write(workspace.id, (transaction) =>
    startSession(transaction, context, workspace.id, { id: user.id, signInVersion: 1 }, visitor),
  );
  const role = { ...user.role, isAdmin: false, permissions: {} };
  const principal = { workspace, user, role, means: { type: 'ui' } } as const;
  const session = { ...sessionOf(id, principal), hasSecondFactor: true };
  const add = (name: string) => {
    const passkey = { name, credentialId: `${user.id} ${name}`, publicKey: Buffer.of(1), counter: 0 };
    return changing(context, workspace.id, (change) =>
      addNewPasskey(change, session, { ...passkey, transports: [] }),
    );
  };
  await add('My laptop');
  const { mail } = await add('A device with a name that is rather long, so that it needs a second line');
  const handing = { workspace, actor, mailer: undefined };
  const { url: reset = '' } = await resetPassword(context, handing, user.email);
  return { reset, undo: /^http\S+$/m.exec(mail.text)?.[0] ?? '' };
}

/** Checks the current page, and saves a screenshot to HARK_SCREENSHOTS. */
async function look(page: Page, name: string, { name: as }: Look) {
  const folder = process.env.HARK_SCREENSHOTS;
  if (folder) {
    mkdirSync(folder, { recursive: true });
    await page.screenshot({ path: join(folder, `${name}-${as}.png`), fullPage: true });
  }
  expect(await faultsOf(page), `${name}, ${as}`).toEqual([]);
  expect(await isTooWide(page), `${name} is scrolled sideways, ${as}`).toBe(false);
}

const signIn = async (page: Page, given: string) => {
  await page.fill('#email', person.user.email);
  await page.fill('#password', given);
  await page.click('button[type=submit]');
};

const askForLink = async (page: Page, email: string) => {
  await page.fill('#email', email);
  await page.click('button[type=submit]');
};

describe.each(looks)('$name', (as) => {
  test('sign-in from an app, a wrong password and consent pass the checks', async () => {
    const page = await chromium.open(as);
    const at = (path: string) => page.goto(`${workspace.baseUrl}${path}`);
    await at(app.request().path);
    const card = await page.locator('section').boundingBox();
    const height = page.viewportSize()?.height ?? 0;
    // The brand and the card together are centered.
    expect((card?.y ?? 0) + (card?.height ?? 0)).toBeLessThan(height);
    expect(card?.y).toBeGreaterThan(height / 6);
    await look(page, 'sign-in', as);
    await signIn(page, 'a wrong password');
    await look(page, 'sign-in-wrong', as);
    await signIn(page, password);
    expect(await page.textContent('h1')).toMatch(/^Allow /);
    await look(page, 'consent', as);
    // Deny has the focus, so pressing Enter once too often denies access.
    expect(await page.evaluate('document.activeElement.value')).toBe('deny');
  });

  test('a forgotten password is reset with the emailed link', async () => {
    const page = await chromium.open(as);
    await page.goto(`${workspace.baseUrl}/forgotten`);
    await look(page, 'forgotten', as);
    // Each look uses a different email address, because the fourth request for the same address is rejected.
    await askForLink(page, `${as.name}@example.test`);
    expect(await page.textContent('h1')).toBe('Check your email');
    await look(page, 'forgotten-sent', as);
    await page.goto(await makeLink());
    await look(page, 'set-password', as);
    await page.fill('#new_password', 'a password of my own');
    await page.fill('#repeated', 'another one');
    await page.click('button[type=submit]');
    await look(page, 'set-password-wrong', as);
    await page.goto(`${workspace.baseUrl}/set-password?link=hark_link_unknown`);
    expect(await page.textContent('h1')).toBe('This link no longer works');
    await look(page, 'set-password-unknown', as);
  });
});

test.each(looks)('the pages about second factors after a reset, $name', async (as) => {
  const { reset, undo } = await makeFactorLinks();
  const page = await chromium.open(as);
  await page.goto(reset);
  for (const name of ['#new_password', '#repeated']) await page.fill(name, 'a password of my own');
  await page.click('button[type=submit]');
  await page.getByRole('heading', { name: 'Your password was set' }).waitFor();
  await look(page, 'factors-after-reset', as);
  await page.goto(undo);
  await look(page, 'undo-factor', as);
  await page.getByRole('button', { name: 'Remove and sign out everywhere' }).click();
  await page.getByRole('heading', { name: 'was removed' }).waitFor();
  await look(page, 'undo-factor-done', as);
  await page.goto(undo);
  expect(await page.textContent('h1')).toBe('This link no longer works');
  await look(page, 'undo-factor-unknown', as);
});

test('after too many attempts, the page shows how long to wait', async () => {
  const page = await chromium.open(looks[0]);
  for (let asked = 0; asked <= 3; asked += 1) {
    await page.goto(`${workspace.baseUrl}/forgotten`);
    await askForLink(page, 'often@example.test');
  }
  expect(await page.textContent('h1')).toBe('Too many attempts');
  expect(await page.textContent('main')).toMatch(/Try again in (a minute|\d+ minutes)\./);
  await look(page, 'too-many', looks[0]);
});

test('other sites cannot show our pages in a frame', async () => {
  const page = await chromium.open(looks[0]);
  for (const path of ['/sign-in', '/forgotten', '/set-password?link=x', app.request().path]) {
    const framed = page.waitForEvent('console', {
      predicate: (message) => /frame/i.test(message.text()),
      timeout: 10_000,
    });
    await page.setContent(`<iframe src="${workspace.baseUrl}${path.replaceAll('&', '&amp;')}"></iframe>`);
    expect((await framed).text()).toMatch(/frame-ancestors 'none'|X-Frame-Options/i);
  }
});
