// The screen of a listener and the request inspector, as people use them: journey (a), the tools, rights, four looks.
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

test('journey: the address, a first request from the screen, and its run; then it is in the inspector', async () => {
  const seen = await stage.open('builder', at('Website form'));
  const { page } = seen;
  await page.getByText('holds for one hour').waitFor();
  expect((await page.getByText(/^curl -X POST/).textContent()) ?? '').toMatch(/Bearer eyJ/);
  await page
    .getByRole('textbox', { name: 'Body, as JSON' })
    .fill(JSON.stringify({ email: 'lea@example.test', note: hostile }));
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('Accepted: a run was started.').waitFor();
  await stage.look(seen, 'listener-call');
  const run = (await page.getByRole('link', { name: 'See the run' }).getAttribute('href')) ?? '';
  expect(run).toMatch(/^\/runs\/[0-9a-f-]{36}$/);

  await page.getByRole('link', { name: 'Requests', exact: true }).last().click();
  await page.getByRole('table', { name: 'Requests' }).getByRole('link').first().click();
  const drawer = page.getByRole('dialog', { name: 'Request' });
  await drawer.getByText('lea@example.test').waitFor();
  expect(await drawer.getByText('onerror=alert(1)').count()).toBe(1);
  // What would turn the direction of the text is shown, not followed.
  expect(await drawer.getByText('\\u202eabc').count()).toBe(1);
  expect((await drawer.textContent()) ?? '').not.toContain('authorization');
  await stage.look(seen, 'request-accepted');
  await drawer.getByRole('button', { name: 'Replay …' }).click();
  await page
    .getByRole('dialog', { name: 'Run this request again?' })
    .getByRole('button', { name: 'Replay' })
    .click();
  await page.waitForURL(/\/runs\/[0-9a-f-]{36}$/);
  await page.context().close();
}, 60_000);

test('a refused request appears by itself, with its reason and no credential', async () => {
  const { page } = await stage.open('administrator', '/requests?kind=refused');
  const url = stage.applied().workspaces[0]?.workflows?.[2]?.listener.url ?? '';
  const token = 'eyJhbGciOiJIUzI1NiJ9.e30.c2VjcmV0LWxvb2tpbmc';
  await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${token}`, 'x-evil': 'v' } });
  await page.getByRole('link', { name: 'Token invalid or expired' }).click({ timeout: 20_000 });
  const drawer = page.getByRole('dialog', { name: 'Request' });
  await drawer.getByText('x-evil').waitFor();
  expect(await page.content()).not.toContain('c2VjcmV0LWxvb2tpbmc');
  await page.context().close();
}, 60_000);

describe.each(looks)('$name', (as) => {
  test('every part of the screen, both protections on, hostile names', async () => {
    const seen = await stage.open('administrator', at(hostile, 'settings'), as);
    const { page } = seen;
    await page.getByText('Browsers cannot call this listener').waitFor();
    await page.getByRole('button', { name: 'Show key and secret' }).click();
    await page.getByText('https://shop.example').first().waitFor();
    await stage.look(seen, 'listener-settings', as);

    await page.getByRole('tab', { name: 'Tokens' }).click();
    await page.getByRole('button', { name: 'Make the token' }).click();
    await page.getByText('Signed claims').waitFor();
    await page
      .getByRole('textbox', { name: /^Token, or the whole/ })
      .fill('Bearer eyJhbGciOiJub25lIn0.e30.e30');
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('Its alg is none of').waitFor();
    await stage.look(seen, 'listener-tokens', as);
    const made = (await page.getByText(/^eyJ/).first().textContent()) ?? '';
    await page.getByRole('textbox', { name: /^Token, or the whole/ }).fill(made);
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('This token passes.').waitFor();

    await page.getByRole('tab', { name: 'Browsers' }).click();
    await page.getByRole('textbox', { name: /^Origin/ }).fill('https://shop.example');
    await page.getByRole('button', { name: 'Find out' }).click();
    await page.getByText('The request is never sent.').waitFor();
    await stage.look(seen, 'listener-browsers', as);

    await page.goto(`${stage.hark().url}/requests`);
    await page.getByRole('table', { name: 'Requests' }).getByRole('link').first().waitFor();
    await stage.look(seen, 'requests', as);
    await page.getByRole('link', { name: 'Token invalid or expired' }).first().click();
    await page.getByText('Names of its headers').waitFor();
    await stage.look(seen, 'request-refused', as);
    await page.context().close();
  }, 60_000);
});

test('disabling a webhook asks first and names its recent traffic; the notification can undo it', async () => {
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
  // Nothing has changed yet.
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

test('a mistake in a template is told beside it, and what is saved holds', async () => {
  const { page } = await stage.open('builder', at('Website form', 'settings'));
  await page.getByRole('switch', { name: 'Pages of other origins may call' }).click();
  const editor = page.getByRole('textbox', { name: 'Allowed origins' });
  await editor.click();
  await page.keyboard.type('{{ __data.origin ');
  await page
    .getByText(/__data/)
    .nth(1)
    .waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('https://a.example/');
  await page.getByText('The list has https://a.example/ with a slash at the end.').waitFor();
  await page.keyboard.press('Backspace');
  await expect.poll(() => page.getByText('with a slash at the end').count()).toBe(0);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('It holds from the next request on.').waitFor();
  await page.getByText('both protections are on').waitFor();
  await page.context().close();
}, 60_000);

test('who has no part in a workflow is told so', async () => {
  const { page } = await stage.open('builder', '/requests');
  expect(await page.getByText('alert(1)').count()).toBe(0);
  await page.context().close();
}, 60_000);
