// Tests passkeys with Chromium's virtual authenticator, and that a user who needs a second factor is led to it by
// keyboard alone (spec/sign-in).
import type { CDPSession, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { listAudit } from '../../src/core/audit/index.ts';
import { saveRole } from '../../src/core/roles/index.ts';
import { createWorkspace, type Workspace } from '../../src/core/workspaces/index.ts';
import { sql } from '../../src/db/driver/sql.ts';
import { changing, testActor } from '../harness/builders.ts';
import { faultsOf, isTooWide, looks, useChromium, usualLook } from '../harness/console/chromium.ts';
import { buildPerson, type Person, password, useOAuth } from '../harness/oauth-stage.ts';
import { useTestDatabase } from '../harness/test-database.ts';

const stage = useOAuth(useTestDatabase());
const chromium = useChromium();
let workspace: Workspace;

beforeAll(async () => {
  // Browsers allow passkeys without https only on localhost.
  const host = `localhost:${stage.port()}`;
  const wanted = { name: 'Bright Lights', baseUrl: `http://${host}`, host };
  const id = await createWorkspace(stage.context(), testActor, wanted, async (change) => change.workspace);
  workspace = { ...wanted, id, listenerHost: null, isSuspended: false };
});

const options = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
} as const;

/** Gives a page's browser an authenticator, as if it were built into the device. */
async function addAuthenticator(page: Page) {
  const device = await page.context().newCDPSession(page);
  await device.send('WebAuthn.enable');
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', { options });
  return { device, authenticatorId };
}

const credentialsOf = async ({ device, authenticatorId }: { device: CDPSession; authenticatorId: string }) =>
  (await device.send('WebAuthn.getCredentials', { authenticatorId })).credentials;

const at = (page: Page, path: string) => page.goto(`${workspace.baseUrl}${path}`);
const isAt = (page: Page, path: string) => page.waitForURL(({ pathname }) => pathname === path);
/** A page that answers without a session, so the tests don't need the built console. */
const after = '/sign-in/done';

async function enterPassword(page: Page, { user }: Person) {
  await at(page, `/sign-in?return_to=${after}`);
  await page.fill('#email', user.email);
  await page.fill('#password', password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Registers a passkey as a user does, and returns the recovery codes. */
async function register(page: Page, person: Person) {
  await enterPassword(page, person);
  await isAt(page, after);
  await at(page, `/second-factor/passkey?return_to=${after}`);
  await page.fill('#name', 'My laptop');
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await page.getByRole('heading', { name: 'Keep these recovery codes' }).waitFor();
  const codes = await page.locator('.codes li').allTextContents();
  await page.getByRole('link', { name: 'I have stored them' }).click();
  await isAt(page, after);
  return codes;
}

const session = async (page: Page) =>
  (await page.request.get(`${workspace.baseUrl}/console/session`)).status();

async function signInByPasskey(page: Page) {
  await page.context().clearCookies();
  await at(page, `/sign-in?return_to=${after}`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
}

describe('a passkey', () => {
  test('is registered, and then signs in without a password (spec/sign-in §1.4)', async () => {
    const page = await chromium.open(usualLook);
    await addAuthenticator(page);
    const person = await buildPerson(stage, workspace);
    await register(page, person);
    await signInByPasskey(page);
    await isAt(page, after);
    expect(await session(page)).toBe(200);
    // It is the second factor after the password too.
    await page.context().clearCookies();
    await enterPassword(page, person);
    await isAt(page, '/sign-in/second-step');
    expect(await session(page)).toBe(401);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await isAt(page, after);
    expect(await session(page)).toBe(200);
    // And it confirms the identity before a sensitive act.
    await at(page, `/confirm?return_to=${after}`);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await isAt(page, after);
    // The same device isn't registered twice.
    await at(page, '/second-factor/passkey');
    await page.getByRole('button', { name: 'Add passkey' }).click();
    await page.getByText('This device already has a passkey for your account.').waitFor();
  });

  test('whose counter goes backwards was copied: it is refused and recorded (spec/sign-in §1.4)', async () => {
    const page = await chromium.open(usualLook);
    const real = await addAuthenticator(page);
    const person = await buildPerson(stage, workspace);
    await register(page, person);
    const [copied] = await credentialsOf(real);
    if (!copied) throw new Error('The passkey is missing.');
    await signInByPasskey(page);
    await isAt(page, after);
    await signInByPasskey(page);
    await isAt(page, after);
    // A thief's browser with a copy that was made before these two sign-ins.
    const theirs = await chromium.open(usualLook);
    const clone = await addAuthenticator(theirs);
    const { authenticatorId } = clone;
    await clone.device.send('WebAuthn.addCredential', { authenticatorId, credential: copied });
    await signInByPasskey(theirs);
    await theirs.getByText("Signing in with this passkey didn't work.").waitFor();
    expect(await session(theirs)).toBe(401);
    const [entry] = await listAudit(stage.context(), workspace.id, { limit: 1 });
    expect(entry).toMatchObject({
      action: 'blocked',
      subject: { id: person.user.id },
      new: { reason: 'the passkey "My laptop" may have been copied: its counter has not grown' },
    });
  });

  test('of an unknown device, an unverified user or another host is refused', async () => {
    const page = await chromium.open(usualLook);
    const { device, authenticatorId } = await addAuthenticator(page);
    const person = await buildPerson(stage, workspace);
    await register(page, person);
    await device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    await signInByPasskey(page);
    await page.getByText('The passkey was not used. Try again.').waitFor();
    await device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
    // The passkey was removed in Hark, but the device still has it.
    await changing(stage.context(), workspace.id, ({ transaction }) =>
      transaction.query(sql`delete from passkeys where user_id = ${person.user.id}`),
    );
    await signInByPasskey(page);
    await page.getByText("Signing in with this passkey didn't work.").waitFor();
    expect(await session(page)).toBe(401);
  });

  test('can be lost: a recovery code signs in, and another passkey is added (spec/sign-in §1.3)', async () => {
    const page = await chromium.open(usualLook);
    const { device, authenticatorId } = await addAuthenticator(page);
    const person = await buildPerson(stage, workspace);
    const [code = ''] = await register(page, person);
    await device.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
    await addAuthenticator(page);
    await page.context().clearCookies();
    await enterPassword(page, person);
    await isAt(page, '/sign-in/second-step');
    await page.fill('#code', code);
    await page.getByRole('button', { name: 'Continue' }).click();
    await isAt(page, after);
    await at(page, `/second-factor/passkey?return_to=${after}`);
    await page.getByRole('button', { name: 'Add passkey' }).click();
    await isAt(page, after);
    await signInByPasskey(page);
    await isAt(page, after);
    expect(await session(page)).toBe(200);
  });
});

describe.each(looks)('$name', (look) => {
  test('a user who needs a second factor sets one up by keyboard, without accessibility faults (spec/sign-in §2.1)', async () => {
    const page = await chromium.open(look);
    await addAuthenticator(page);
    const person = await buildPerson(stage, workspace);
    await changing(stage.context(), workspace.id, (change) =>
      saveRole(change, { name: person.user.role.name, requiresSecondFactor: true }),
    );
    const check = async (name: string) => {
      expect(await faultsOf(page), name).toEqual([]);
      expect(await isTooWide(page), name).toBe(false);
    };
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await at(page, '/sign-in?return_to=/oauth2/nothing');
    await check('sign-in');
    await page.keyboard.type(person.user.email);
    await press('Tab');
    await page.keyboard.type(password);
    await press('Enter');
    await isAt(page, '/oauth2/nothing');
    await at(page, `/sign-in?return_to=${after}`);
    await isAt(page, '/second-factor');
    await check('choice');
    await press('Tab', 'Enter');
    await isAt(page, '/second-factor/passkey');
    await check('passkey');
    await press('Tab', 'Enter');
    await page.getByRole('heading', { name: 'Keep these recovery codes' }).waitFor();
    await check('recovery codes');
    await press('Tab', 'Enter');
    await isAt(page, after);
    expect(await session(page)).toBe(200);
    for (const path of ['/second-factor/app', '/second-factor/recovery-codes', '/confirm']) {
      await at(page, path);
      await check(path);
    }
    await page.context().clearCookies();
    await enterPassword(page, person);
    await isAt(page, '/sign-in/second-step');
    await check('second step');
  });
});
