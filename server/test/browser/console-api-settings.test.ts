// Journey (b): a user creates an API key and an API client, sees why the client disables the key, and enables the key again.
import { expect, test } from 'vitest';
import { type Seen, useConsole } from '../harness/console/console-stage.ts';

const hostile = '<img src=x onerror=alert(1)>';
const stage = useConsole('api_settings');

const ask = async (headers: Record<string, string>) =>
  (await fetch(`${stage.hark().url}/api/leads`, { headers })).status;

const shownKey = ({ page }: Seen, label: string) => page.getByLabel(label).inputValue();

test('a user creates a key, an API client disables it, and it works again after the client is deleted', async () => {
  const seen = await stage.open('builder', '/apps/api');
  const { page } = seen;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  // The key is on the API Settings tab (spec/rest-api §1.5).
  await page.getByRole('heading', { level: 1, name: 'API Settings' }).waitFor();

  // Regenerating only proposes a key (spec/rest-api §1.5).
  await button('Regenerate').click();
  const first = await shownKey(seen, 'New key (not active yet)');
  expect(await ask({ apikey: first })).toBe(401);
  await button('Update').click();
  await expect.poll(() => shownKey(seen, 'Your API key')).toBe(first);
  expect(await ask({ apikey: first })).toBe(200);

  // The old key stops working only after Update.
  await button('Regenerate').click();
  const second = await shownKey(seen, 'New key (not active yet)');
  expect([await ask({ apikey: first }), await ask({ apikey: second })]).toEqual([200, 401]);
  await button('Update').click();
  await expect.poll(() => shownKey(seen, 'Your API key')).toBe(second);
  expect([await ask({ apikey: first }), await ask({ apikey: second })]).toEqual([401, 200]);

  // An active client of scope `api` disables the key, and the page says why (spec/rest-api §1.5).
  await button('Add API client').click();
  await page.getByLabel('Name').fill(hostile);
  await button('Create client').click();
  const token = (await page.getByText(/^hark_/).textContent()) ?? '';
  await stage.look(seen, 'api-settings-token');
  await button("I've copied it").click();
  await page.getByText(`Your API key is disabled because the API client “${hostile}” is enabled.`).waitFor();
  expect(await ask({ apikey: second })).toBe(401);
  expect(await ask({ authorization: `Bearer ${token}` })).toBe(200);
  expect(await page.getByText(token).count()).toBe(0);

  // Uses the keyboard, because a notice can cover the button for a moment.
  await page.getByRole('switch', { name: `Enable ${hostile}` }).press('Space');
  await page.getByText('Your API key is active.').waitFor();
  expect(await ask({ apikey: second })).toBe(200);
  expect(await ask({ authorization: `Bearer ${token}` })).toBe(401);

  await button(`Actions for ${hostile}`).click();
  await page.getByRole('menuitem', { name: 'Delete client…' }).click();
  await button('Delete client').click();
  await page.getByText('No API clients yet').waitFor();
  // The notice that offered to undo the change disappeared together with the client.
  await expect.poll(() => page.getByText(`“${hostile}” is disabled.`).count()).toBe(0);
});

test('a user who signed in long ago confirms who they are to see the key and to rotate a token', async () => {
  const seen = await stage.open('seller', '/apps/api');
  const { page } = seen;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const confirm = page.getByRole('dialog', { name: "Confirm that it's you" });
  const confirmIdentity = async () => {
    await confirm.getByRole('textbox', { name: 'Password' }).fill('correct horse battery staple');
    await confirm.getByRole('button', { name: 'Confirm', exact: true }).click();
  };
  const age = () =>
    stage
      .hark()
      .query(
        `update sessions set created_at = now() - interval '1 hour', confirmed_at = now() - interval '1 hour'`,
      );
  await button('Regenerate').click();
  const key = await shownKey(seen, 'New key (not active yet)');
  await button('Update').click();
  await button('Add API client').click();
  await page.getByLabel('Name').fill('Agent');
  await page.getByRole('dialog').getByRole('radio', { name: 'mcp' }).click();
  await button('Create client').click();
  await button("I've copied it").click();
  await page.reload();

  // Only the end of the key is shown, so the example has a placeholder.
  await button('Show key').waitFor();
  expect(await shownKey(seen, 'Your API key')).toBe(`••••••••${key.slice(-4)}`);
  await page.getByText("-H 'apikey: YOUR_API_KEY'").waitFor();
  await stage.look(seen, 'api-settings-hidden-key');
  await age();
  await button('Show key').click();
  await confirm.getByRole('button', { name: 'Cancel' }).click();
  expect(await shownKey(seen, 'Your API key')).toBe(`••••••••${key.slice(-4)}`);
  await button('Show key').click();
  await stage.look(seen, 'api-settings-confirm');
  await confirmIdentity();
  await expect.poll(() => shownKey(seen, 'Your API key')).toBe(key);
  await button('Hide key').click();
  await button('Show key').waitFor();

  await age();
  await button('Actions for Agent').click();
  await page.getByRole('menuitem', { name: 'Rotate token…' }).click();
  await button('Rotate token').click();
  await confirmIdentity();
  await page.getByText(/^hark_client_/).waitFor();
});
