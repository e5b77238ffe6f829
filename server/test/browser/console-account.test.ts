// The account page: a user changes the password, signs out another browser, and sets up a second factor. The previous
// URL redirects there.
import { generate } from 'otplib';
import { expect, test } from 'vitest';
import { usualLook } from '../harness/console/chromium.ts';
import { useConsole } from '../harness/console/console-stage.ts';

const stage = useConsole('account');
const password = 'correct horse battery staple';

test('a user changes the password, stays signed in here, and signs out another browser', async () => {
  const other = await stage.open('guest', '/settings/account', usualLook, { hasOwnSession: true });
  const { page } = await stage.open('guest', '/settings/account');
  const dialog = page.getByRole('dialog');
  const fill = async (label: string, text: string) =>
    dialog.getByRole('textbox', { name: label, exact: true }).fill(text);
  const submit = () => dialog.getByRole('button', { name: 'Change password' }).click();

  await page
    .getByRole('button', { name: /^Sign out: / })
    .first()
    .click();
  await dialog.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('Session signed out').waitFor();
  await other.page.reload();
  await other.page.waitForURL('**/sign-in?return_to=%2Fsettings%2Faccount');

  await page.getByRole('button', { name: 'Change password' }).click();
  await fill('Current password', 'wrong');
  await fill('New password', `${password} 2`);
  await fill('Confirm new password', 'something else');
  await submit();
  await dialog.getByText("The passwords don't match.").waitFor();
  await fill('Confirm new password', `${password} 2`);
  await submit();
  await dialog.getByText('Your current password is wrong.').waitFor();
  await fill('Current password', password);
  await submit();
  await page.getByText('Your password was changed.').waitFor();

  // The new session's token is in use, so changes still work.
  await page.getByRole('button', { name: 'Change password' }).click();
  await fill('Current password', `${password} 2`);
  await fill('New password', password);
  await fill('Confirm new password', password);
  await submit();
  await expect.poll(() => dialog.count()).toBe(0);
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor();
});

test('a user sets up an authenticator app, confirms with the password later, and removes the app', async () => {
  const seen = await stage.open('guest', '/settings/account');
  const { page } = seen;
  const factors = page.getByRole('region', { name: 'Second factor' });
  await factors.getByRole('link', { name: 'Set up app' }).click();
  const secret = ((await page.locator('.secret').textContent()) ?? '').replaceAll(' ', '');
  await page.getByRole('button', { name: 'Copy key' }).waitFor();
  await page.fill('#code', await generate({ secret }));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('link', { name: 'I have stored them' }).click();
  await factors.getByText('10 left.').waitFor();
  await stage.look(seen, 'account-second-factor', usualLook);

  // As if the user had signed in 16 minutes ago.
  await stage.hark().query(`update sessions set created_at = now() - interval '16 minutes'`, []);
  await factors.getByRole('button', { name: 'Remove authenticator app' }).click();
  const question = page.getByRole('dialog', { name: 'Remove the authenticator app?' });
  await question.getByRole('button', { name: 'Remove' }).click();
  const confirm = page.getByRole('dialog', { name: "Confirm that it's you" });
  await confirm.getByRole('textbox', { name: 'Password' }).fill('wrong');
  await confirm.getByRole('button', { name: 'Confirm', exact: true }).click();
  await confirm.getByText('The password is wrong.').waitFor();
  await stage.look(seen, 'confirm-identity', usualLook);
  await confirm.getByRole('textbox', { name: 'Password' }).fill(password);
  await confirm.getByRole('button', { name: 'Confirm', exact: true }).click();
  await page.getByText('The second factor was removed.').waitFor();
  await factors.getByRole('link', { name: 'Set up app' }).waitFor();
});
