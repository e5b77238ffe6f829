// Uses the listener screen and the request inspector: journey (a), the tools, permissions, and four combinations of
// screen size and color scheme.
import { describe, expect, test } from 'vitest';
import { looks } from '../harness/console/chromium.ts';
import { useConsole } from '../harness/console/console-stage.ts';

const hostile = '"><script>alert(1)</script><img src=x onerror=alert(1)> {{constructor}} \u202eabc';
const stage = useConsole('listeners', {
  workflows: [
    {
      name: 'Website form',
      owner: 'ben@console.test',
      listener: { add_authentication: true },
      steps: [{ name: 'end', type: 'stop', as: 'succeeded' }],
    },
    {
      name: 'Busy',
      owner: 'ben@console.test',
      listener: {},
      steps: [{ name: 'end', type: 'stop', as: 'succeeded' }],
    },
    {
      name: hostile,
      owner: 'ada@console.test',
      listener: { add_authentication: true, allow_cors: true, cors_domains: 'https://shop.example' },
      steps: [{ name: 'end', type: 'stop', as: 'succeeded' }],
    },
  ],
});
const idOf = (name: string) => {
  const found = stage.applied().workspaces[0]?.workflows?.find((workflow) => workflow.name === name);
  return (found as unknown as { id: number }).id;
};
const at = (name: string, tab = '') => `/workflows/${idOf(name)}/listener${tab === '' ? '' : `?tab=${tab}`}`;

test('journey: a user finds the URL, sends a first request from the screen, and opens its run and the request in the inspector', async () => {
  const seen = await stage.open('builder', at('Website form'));
  const { page } = seen;
  await page.getByText('expires in 1 hour').waitFor();
  expect((await page.getByText(/^curl -X POST/).textContent()) ?? '').toMatch(/Bearer eyJ/);
  await page
    .getByRole('textbox', { name: 'JSON body' })
    .fill(JSON.stringify({ email: 'lea@example.test', note: hostile }));
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('Accepted. A run was started.').waitFor();
  await stage.look(seen, 'listener-call');
  const run = (await page.getByRole('link', { name: 'View run' }).getAttribute('href')) ?? '';
  expect(run).toMatch(/^\/runs\/[0-9a-f-]{36}$/);

  await page.getByRole('link', { name: 'Requests', exact: true }).last().click();
  await page.getByRole('table', { name: 'Requests' }).getByRole('link').first().click();
  const drawer = page.getByRole('dialog', { name: 'Request' });
  await drawer.getByText('lea@example.test').waitFor();
  expect(await drawer.getByText('onerror=alert(1)').count()).toBe(1);
  // Bidirectional control characters are shown escaped instead of applied.
  expect(await drawer.getByText('\\u202eabc').count()).toBe(1);
  expect((await drawer.textContent()) ?? '').not.toContain('authorization');
  await stage.look(seen, 'request-accepted');
  await drawer.getByRole('button', { name: 'Replay…' }).click();
  await page
    .getByRole('dialog', { name: 'Replay this request?' })
    .getByRole('button', { name: 'Replay' })
    .click();
  await page.waitForURL(/\/runs\/[0-9a-f-]{36}$/);
  await page.context().close();
}, 60_000);

test('a rejected request appears without a reload, with its reason and no credential', async () => {
  const { page } = await stage.open('administrator', '/requests?kind=refused');
  const url = stage.applied().workspaces[0]?.workflows?.[2]?.listener.url ?? '';
  const token = 'eyJhbGciOiJIUzI1NiJ9.e30.c2VjcmV0LWxvb2tpbmc';
  await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${token}`, 'x-evil': 'v' } });
  await page.getByRole('link', { name: 'Invalid or expired token' }).click({ timeout: 20_000 });
  const drawer = page.getByRole('dialog', { name: 'Request' });
  await drawer.getByText('x-evil').waitFor();
  expect(await page.content()).not.toContain('c2VjcmV0LWxvb2tpbmc');
  await page.context().close();
}, 60_000);

describe.each(looks)('$name', (as) => {
  test('every part of the listener screen passes the accessibility and layout checks, with both checks on and hostile names', async () => {
    const seen = await stage.open('administrator', at(hostile, 'settings'), as);
    const { page } = seen;
    await page.getByText("Browsers can't call this webhook").waitFor();
    await page.getByRole('button', { name: 'Show key and secret' }).click();
    await page.getByText('https://shop.example').first().waitFor();
    await stage.look(seen, 'listener-settings', as);

    await page.getByRole('tab', { name: 'Tokens' }).click();
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByText('Signed claims').waitFor();
    await page.getByRole('textbox', { name: /^Token or full/ }).fill('Bearer eyJhbGciOiJub25lIn0.e30.e30');
    await page.getByRole('button', { name: 'Check token' }).click();
    await page.getByText('alg must be exactly').waitFor();
    await stage.look(seen, 'listener-tokens', as);
    const made = (await page.getByText(/^eyJ/).first().textContent()) ?? '';
    await page.getByRole('textbox', { name: /^Token or full/ }).fill(made);
    await page.getByRole('button', { name: 'Check token' }).click();
    await page.getByText('This token is valid.').waitFor();

    await page.getByRole('tab', { name: 'CORS' }).click();
    await page.getByRole('textbox', { name: /^Origin/ }).fill('https://shop.example');
    await page.getByRole('button', { name: 'Run check' }).click();
    await page.getByText('The browser never sends the request.').waitFor();
    await stage.look(seen, 'listener-browsers', as);

    await page.goto(`${stage.hark().url}/requests`);
    await page.getByRole('table', { name: 'Requests' }).getByRole('link').first().waitFor();
    await stage.look(seen, 'requests', as);
    await page.getByRole('link', { name: 'Invalid or expired token' }).first().click();
    await page.getByText('Header names').waitFor();
    await stage.look(seen, 'request-refused', as);
    await page.context().close();
  }, 60_000);
});

test('disabling a webhook asks for confirmation and shows its recent traffic; the notification offers to undo it', async () => {
  const url =
    stage.applied().workspaces[0]?.workflows?.find(({ name }) => name === 'Busy')?.listener.url ?? '';
  const send = async () => (await fetch(url, { method: 'POST' })).status;
  expect([await send(), await send()]).toEqual([200, 200]);
  const seen = await stage.open('builder', at('Busy'));
  const { page } = seen;
  const enabled = page.getByRole('switch', { name: 'Enabled' });
  await enabled.click();
  const dialog = page.getByRole('dialog', { name: 'Disable this webhook?' });
  await dialog.getByText('This webhook received 2 requests in the last hour.').waitFor();
  await dialog.getByText('Callers will get 404').waitFor();
  await stage.lookInAll(seen, 'disable-webhook');
  // The webhook is still enabled.
  expect(await send()).toBe(200);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await enabled.isChecked()).toBe(true);

  await enabled.click();
  await dialog.getByRole('button', { name: 'Disable' }).click();
  await page.getByText('Disabled. Callers get 404 from now on.').waitFor();
  await expect.poll(send).toBe(404);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(send).toBe(200);
  await expect.poll(() => enabled.isChecked()).toBe(true);
  await page.context().close();
}, 180_000);

test('a template error is shown next to the field, and the saved value stays', async () => {
  const { page } = await stage.open('builder', at('Website form', 'settings'));
  await page.getByRole('switch', { name: 'Allow requests from other websites (CORS)' }).click();
  const editor = page.getByRole('textbox', { name: 'Allowed origins' });
  await editor.click();
  await page.keyboard.type('{{ __data.origin ');
  await page
    .getByText(/__data/)
    .nth(1)
    .waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('https://a.example/');
  await page.getByText('The list contains https://a.example/ with a trailing slash.').waitFor();
  await page.keyboard.press('Backspace');
  await expect.poll(() => page.getByText('with a trailing slash').count()).toBe(0);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Takes effect with the next request.').waitFor();
  await page.getByText('both checks are enabled').waitFor();
  await page.context().close();
}, 60_000);

test('users without access to a workflow see an explanation', async () => {
  const { page } = await stage.open('builder', '/requests');
  expect(await page.getByText('alert(1)').count()).toBe(0);
  await page.context().close();
}, 60_000);
