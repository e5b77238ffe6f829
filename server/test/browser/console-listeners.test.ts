// Uses the listener screen and the request inspector: journey (a), and the tools.
import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { useConsole } from '../harness/console/console-stage.ts';
import { tabOf, triggerPartOf } from '../harness/console/workflow-tabs.ts';

const hostile = '"><script>alert(1)</script><img src=x onerror=alert(1)> {{constructor}} \u202eabc';
const slackSecret = 'a signing secret of the browser test';
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
      name: 'Partner',
      owner: 'ben@console.test',
      listener: {},
      steps: [{ name: 'end', type: 'stop', as: 'succeeded' }],
    },
    {
      name: 'Signed',
      owner: 'ada@console.test',
      listener: { signature: { scheme: 'slack', secret: slackSecret } },
      steps: [{ name: 'end', type: 'stop', as: 'succeeded' }],
    },
    {
      name: 'Own sender',
      owner: 'ada@console.test',
      listener: {
        add_authentication: true,
        signature: {
          scheme: 'hmac',
          secret: slackSecret,
          header: 'X-Signature',
          prefix: 'sha256=',
          timestamp_header: 'X-Timestamp',
          signed_content: '{timestamp}.{body}',
        },
      },
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
const urlOf = (name: string) =>
  stage.applied().workspaces[0]?.workflows?.find((workflow) => workflow.name === name)?.listener.url ?? '';
const at = (name: string, tab = '') => `/workflows/${idOf(name)}/triggers${tab === '' ? '' : `?tab=${tab}`}`;

test('journey: a user finds the URL, sends a first request from the screen, and opens its run and the request in the inspector', async () => {
  const seen = await stage.open('builder', at('Website form'));
  const { page } = seen;
  await page.getByText('expires in 1 hour').waitFor();
  expect((await page.getByText(/^curl -X POST/).textContent()) ?? '').toMatch(/Bearer ••••/);
  await page
    .getByRole('textbox', { name: 'JSON body' })
    .fill(JSON.stringify({ email: 'lea@example.test', note: hostile }));
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('Accepted. A run was started.').waitFor();
  await stage.look(seen, 'listener-call');
  const run = (await page.getByRole('link', { name: 'View run' }).getAttribute('href')) ?? '';
  expect(run).toMatch(/^\/runs\/[0-9a-f-]{36}$/);

  await tabOf(page, 'Requests').click();
  const detail = page.getByRole('region', { name: 'Request details' });
  await detail.getByText('lea@example.test').waitFor();
  expect(await detail.getByText('onerror=alert(1)').count()).toBe(1);
  // Bidirectional control characters are shown escaped instead of applied.
  expect(await detail.getByText('\\u202eabc').count()).toBe(1);
  expect((await detail.textContent()) ?? '').not.toContain('authorization');
  await stage.look(seen, 'request-accepted');
  await detail.getByRole('button', { name: 'Replay…' }).click();
  await page
    .getByRole('dialog', { name: 'Replay this request?' })
    .getByRole('button', { name: 'Replay' })
    .click();
  await page.waitForURL(/\/runs\/[0-9a-f-]{36}$/);
});

test('a rejected request appears without a reload, with its reason and no credential', async () => {
  const { page } = await stage.open('administrator', '/requests?kind=refused');
  const url = urlOf(hostile);
  const token = 'eyJhbGciOiJIUzI1NiJ9.e30.c2VjcmV0LWxvb2tpbmc';
  await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${token}`, 'x-evil': 'v' } });
  await page.getByRole('option', { name: 'Signature is invalid' }).click({ timeout: 20_000 });
  const detail = page.getByRole('region', { name: 'Request details' });
  await detail.getByText('x-evil').waitFor();
  expect(await page.content()).not.toContain('c2VjcmV0LWxvb2tpbmc');
});

/** Signs as Slack does. */
const slackHeaders = (body: string, seconds = Math.floor(Date.now() / 1_000), secret = slackSecret) => ({
  'x-slack-request-timestamp': String(seconds),
  'x-slack-signature': `v0=${createHmac('sha256', secret).update(`v0:${seconds}:${body}`).digest('hex')}`,
});
const linesOf = (headers: Record<string, string>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

test('the signature debugger explains a rejected request, and never shows the secret', async () => {
  const body = '{"type":"event_callback","event_id":"Ev1"}';
  const forged = slackHeaders(body, undefined, 'another secret');
  const headers = { 'content-type': 'application/json', ...forged };
  expect((await fetch(urlOf('Signed'), { method: 'POST', headers, body })).status).toBe(401);
  // New requests wait behind a button, so this one has to be there first.
  const stored = () => stage.hark().query("select from refused_requests where reason = 'wrong_signature'");
  await expect.poll(stored).toHaveLength(1);
  const seen = await stage.open('administrator', '/requests?kind=refused');
  const { page } = seen;
  await page.getByRole('option', { name: 'Wrong signature' }).click({ timeout: 20_000 });
  const detail = page.getByRole('region', { name: 'Request details' });
  await detail.getByText('Signature matches the body').waitFor();
  await detail.getByRole('link', { name: 'Debug signature' }).click();
  await page.getByText('was rejected: “Wrong signature”').waitFor();

  const check = async (pasted: Record<string, string>, text: string) => {
    await page.getByRole('textbox', { name: 'Headers' }).fill(linesOf(pasted));
    await page.getByRole('textbox', { name: 'Body' }).fill(text);
    await page.getByRole('button', { name: 'Check signature' }).click();
  };
  await check(forged, body);
  await page.getByText('Rejected with 401: Not authorized. Invalid signature.').waitFor();
  await page.getByText('The sender used another secret').waitFor();
  await page.getByText(`v0:${forged['x-slack-request-timestamp']}:${body}`, { exact: true }).waitFor();
  await stage.lookInAll(seen, 'signature-wrong');

  await check(slackHeaders(body), `${body}\n`);
  await page.getByText('valid without the line break at the end').waitFor();
  await check(slackHeaders(body, 1_700_000_000), body);
  await page.getByText('The webhook accepts 300 seconds.').waitFor();
  await check({ 'x-slack-signature': 'v0=00' }, body);
  await page.getByText('The request has no x-slack-request-timestamp header.').waitFor();
  await check(slackHeaders(body), body);
  await page.getByText('The signature is valid.').waitFor();
  await stage.lookInAll(seen, 'signature-valid');
  await page.getByRole('textbox', { name: 'Headers' }).fill('nonsense');
  await page.getByRole('button', { name: 'Check signature' }).click();
  await page.getByText("Line 1 isn't a header").waitFor();
  expect(await page.content()).not.toContain(slackSecret);
});

test('the code examples of a signed webhook say how to sign, or that only the sender can', async () => {
  const seen = await stage.open('administrator', at('Own sender'));
  const { page } = seen;
  const code = page.getByText(/^curl -X POST/);
  await code.waitFor();
  expect(await code.textContent()).toContain("-H 'X-Signature: sha256=YOUR_SIGNATURE'");
  expect(await code.textContent()).toContain("-H 'X-Timestamp: YOUR_TIMESTAMP'");
  await page.getByText('{timestamp}.{body}', { exact: true }).waitFor();
  await page.getByText("this page can't sign them").waitFor();
  await stage.lookInAll(seen, 'signed-example');
  await page.goto(new URL(at('Signed'), page.url()).href);
  await page.getByText('This webhook accepts only requests that its sender signs: Slack.').waitFor();
  expect(await code.count()).toBe(0);
  await stage.lookInAll(seen, 'signed-by-sender');
  await page.getByRole('link', { name: 'Debug a signature' }).click();
  await page.getByRole('button', { name: 'Check signature' }).waitFor();
});

test('the signature settings choose a sender, describe another one, and rotate the secret', async () => {
  const seen = await stage.open('builder', at('Partner', 'settings'));
  const { page } = seen;
  const body = '{"a":1}';
  const send = async (secret: string) => {
    const signature = createHmac('sha256', secret).update(body).digest('hex');
    const headers = { 'content-type': 'application/json', 'x-signature': `sha256=${signature}` };
    return (await fetch(urlOf('Partner'), { method: 'POST', headers, body })).status;
  };
  const save = async () => {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved. Takes effect with the next request.').last().waitFor();
  };
  const sender = page.getByRole('combobox', { name: 'Sender' });
  await sender.selectOption('stripe');
  await page.getByText("the endpoint's signing secret, starting with whsec_").waitFor();
  await page.getByRole('textbox', { name: 'Tolerance' }).waitFor();
  await sender.selectOption('hmac');
  await page.getByRole('textbox', { name: 'Signature header' }).fill('X-Signature');
  await page.getByRole('textbox', { name: 'Prefix in the header' }).fill('sha256=');
  await page
    .getByLabel('Secret', { exact: false })
    .and(page.locator('input[type=password]'))
    .last()
    .fill('the first secret');
  await stage.lookInAll(seen, 'signature-settings');
  await save();
  await expect.poll(() => send('the first secret')).toBe(200);
  expect(await send('the second secret')).toBe(401);

  await page.getByLabel('New secret').fill('the second secret');
  await page.getByRole('checkbox', { name: 'Also accept the present secret' }).check();
  await save();
  await expect.poll(() => send('the second secret')).toBe(200);
  expect(await send('the first secret')).toBe(200);

  await sender.selectOption('shared-secret');
  await page.getByRole('textbox', { name: 'Secret header' }).fill('X-Gitlab-Token');
  await page
    .getByLabel('Secret', { exact: false })
    .and(page.locator('input[type=password]'))
    .last()
    .fill('the token');
  await stage.lookInAll(seen, 'shared-secret-settings');
  await save();
  const sendToken = async (token: string) =>
    (await fetch(urlOf('Partner'), { method: 'POST', headers: { 'x-gitlab-token': token } })).status;
  await expect.poll(() => sendToken('the token')).toBe(200);
  expect(await sendToken('another token')).toBe(401);

  await sender.selectOption('none');
  await save();
  await expect.poll(() => send('anything')).toBe(200);
});

test('disabling a webhook asks for confirmation and shows its recent traffic; the notification offers to undo it', async () => {
  const url = urlOf('Busy');
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
});

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
});

test('a user requires tokens and creates one, and finds out why a token is rejected', async () => {
  const { page } = await stage.open('builder', at('Partner', 'settings'));
  await page.getByRole('switch', { name: 'Require a signed token (JWT)' }).click({ force: true });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Takes effect with the next request.').waitFor();
  await triggerPartOf(page, 'Tokens').click();
  await page.getByRole('button', { name: 'Create token' }).click();
  const token = (await page.getByText(/^eyJ/).first().textContent()) ?? '';
  const wrong = token.replace(/[^.]+$/, 'c2lnbmF0dXJl');
  const headers = { authorization: `Bearer ${wrong}` };
  const statusOf = async () => (await fetch(urlOf('Partner'), { method: 'POST', headers })).status;
  await expect.poll(statusOf).toBe(401);
  await page.goto(`${stage.hark().url}/requests?reason=invalid_or_expired`);
  await page.getByRole('option', { name: 'Signature is invalid' }).first().click();
  await page.getByRole('link', { name: 'Debug token' }).click();
  await page.getByRole('textbox', { name: /^Token or full/ }).fill(wrong);
  await page.getByRole('button', { name: 'Check token' }).click();
  await page.getByText('401').first().waitFor();
});
