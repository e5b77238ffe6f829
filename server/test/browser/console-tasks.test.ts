// Seven everyday tasks, each within a limited number of clicks. console-first-start.test.ts counts the first one, from the
// setup link to the first lead.
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, onTestFailed, test } from 'vitest';
import { people, useConsole } from '../harness/console/console-stage.ts';
import { Hands } from '../harness/console/hands.ts';
import { tabOf, triggerPartOf } from '../harness/console/workflow-tabs.ts';
import { eventually } from '../harness/eventually.ts';
import { deliver } from '../harness/whole-hark.ts';

const owner = people.builder.email;
// Requests contain `mail` instead of `email`, so the step fails.
const save = { name: 'save', type: 'lead.find', match: { email: '{{ __data.email }}' } };
const stop = { name: 'end', type: 'stop', as: 'succeeded' };
const stage = useConsole(
  'tasks',
  {
    workflows: [
      { name: 'Sign-ups', owner, listener: {}, steps: [save] },
      { name: 'Orders', owner, listener: {}, steps: [stop] },
    ],
  },
  { SMTP_URL: 'smtp://127.0.0.1:9' },
);
const listenerOf = (name: string) =>
  stage.applied().workspaces[0]?.workflows?.find((workflow) => workflow.name === name)?.listener.url ?? '';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

/** Returns a counter whose steps are printed if the test fails. */
function newHands(): Hands {
  const hands = new Hands();
  onTestFailed(() => console.log(hands.steps.join('\n')));
  return hands;
}

test('a user finds out why a run failed with 3 clicks, and retries it with a fixed step with 12', async () => {
  const run = (await deliver(listenerOf('Sign-ups'), { mail: 'lea@example.test' })).run ?? '';
  const statusOf = async () =>
    (await stage.hark().query<{ status: string }>('select status from runs where id = $1', [run]))[0]?.status;
  await eventually(async () => expect(await statusOf()).toBe('failed'));
  const { page } = await stage.open('builder', '/');
  const hands = newHands();
  await hands.click(page.getByRole('navigation').getByRole('link', { name: /^Runs/ }).first());
  await hands.click(page.getByRole('group', { name: 'Status' }).getByRole('button', { name: 'Failed' }));
  await hands.click(page.getByRole('link', { name: new RegExp(`run ${run}`) }));
  await page.getByRole('region', { name: 'The run failed' }).getByText('match.email').waitFor();
  expect(hands.clicks).toBeLessThanOrEqual(3);

  await hands.click(link(page, 'Open step in builder'));
  await hands.typeTemplate(page.getByRole('textbox', { name: 'Value of email' }), '{{ __data.mail }}');
  await hands.click(button(page, 'Publish'));
  const dialog = page.getByRole('dialog');
  await hands.click(dialog.getByRole('button', { name: 'Publish' }));
  await dialog.waitFor({ state: 'hidden' });
  await hands.act('go back in the browser', () => page.goBack());
  await hands.click(button(page, 'Retry'));
  await hands.click(dialog.getByRole('button', { name: 'Retry with version 2' }));
  await page.waitForURL((url) => /\/runs\//.test(url.pathname) && !url.pathname.endsWith(run));
  await page.getByText('Succeeded').first().waitFor();
  console.log(`retry with a fixed step: ${hands.clicks} clicks`);
  expect(hands.clicks).toBeLessThanOrEqual(12);
});

test('a user builds, tests and publishes a workflow of four steps with 20 clicks', async () => {
  const { page } = await stage.open('builder', '/workflows');
  const hands = newHands();
  const add = async (list: string, words: string) => {
    await hands.click(button(page, `Add a step to ${list}`));
    await hands.typeHere(page.getByRole('textbox', { name: 'Find a step' }), words);
  };
  const fill = (field: string, text: string) =>
    hands.typeTemplate(page.getByRole('textbox', { name: field, exact: true }), text);
  await hands.click(button(page, 'New workflow'));
  await hands.type(page.getByRole('dialog').getByRole('textbox', { name: 'Name' }), 'Score');
  await hands.click(page.getByRole('radio', { name: 'Blank workflow' }));
  await hands.click(button(page, 'Create workflow'));
  await add('the workflow', 'http');
  await fill('URL', 'https://partner.example/score');
  await add('the workflow', 'if');
  await fill('Condition', '{{ steps.call.output.body.score > 70 }}');
  await add('Check › Then', 'wait');
  await fill('Duration', '2 days');
  await add('Check › Then', 'notify');
  await fill('User (email)', owner);
  await fill('Subject', 'A good lead');
  await fill('Text', 'Call {{ __data.email }}.');

  await hands.click(tabOf(page, 'Test'));
  await hands.click(button(page, 'Pin a response for Call'));
  await hands.type(page.getByLabel(/^Pinned response body for Call/), '{"score": 90}');
  await hands.click(button(page, 'Test workflow'));
  await page.getByText('The run would succeed').waitFor();
  await page.getByText('A good lead').first().waitFor();
  await hands.click(button(page, 'Publish'));
  const dialog = page.getByRole('dialog', { name: 'Publish version 1' });
  await hands.click(dialog.getByRole('button', { name: 'Publish' }));
  await page.getByText('Your workflow is live').waitFor();
  console.log(`build, test and publish: ${hands.clicks} clicks, ${hands.fields} fields`);
  expect(hands.clicks).toBeLessThanOrEqual(20);
});

test('a user requires tokens and creates one with 6 clicks, and finds out why a token is rejected with 7', async () => {
  const { page } = await stage.open('builder', '/workflows');
  await link(page, 'Orders').click();
  const hands = newHands();
  await hands.click(tabOf(page, 'Triggers'));
  await hands.click(triggerPartOf(page, 'Options'));
  await hands.click(page.getByRole('switch', { name: 'Require a signed token (JWT)' }));
  await hands.click(button(page, 'Save'));
  await page.getByText('Takes effect with the next request.').waitFor();
  await hands.click(triggerPartOf(page, 'Tokens'));
  await hands.click(button(page, 'Create token'));
  const token = (await page.getByText(/^eyJ/).first().textContent()) ?? '';
  console.log(`require and create a token: ${hands.clicks} clicks`);
  expect(hands.clicks).toBeLessThanOrEqual(6);

  const wrong = token.replace(/[^.]+$/, 'c2lnbmF0dXJl');
  const headers = { authorization: `Bearer ${wrong}` };
  await expect
    .poll(async () => (await fetch(listenerOf('Orders'), { method: 'POST', headers })).status)
    .toBe(401);
  const debug = newHands();
  // A workflow doesn't show what failed its token check, and leads to the page that does.
  await debug.click(tabOf(page, 'Requests'));
  await debug.click(link(page, 'Open Requests'));
  await debug.click(page.getByRole('option', { name: 'Signature is invalid' }).first());
  await debug.click(link(page, 'Debug token'));
  await debug.type(page.getByRole('textbox', { name: /^Token or full/ }), wrong);
  await debug.click(button(page, 'Check token'));
  await page.getByText('401').first().waitFor();
  console.log(`debug a rejected token: ${debug.clicks} clicks`);
  expect(debug.clicks).toBeLessThanOrEqual(7);
});

test('an administrator imports 200 leads and downloads the two rejected rows with 6 clicks', async () => {
  const rows = Array.from({ length: 200 }, (_, row) =>
    row === 40 || row === 90 ? `wrong,Row ${row}` : `lead${row}@import.test,Row ${row}`,
  );
  const file = join(mkdtempSync(join(tmpdir(), 'hark-tasks-')), 'people.csv');
  writeFileSync(file, `E-mail,Last name\r\n${rows.join('\r\n')}\r\n`);
  const { page } = await stage.open('administrator', '/leads');
  const hands = newHands();
  await hands.click(link(page, 'Import'));
  await hands.act('choose the file', () => page.setInputFiles('input[type=file]', file));
  await hands.click(button(page, 'Upload'));
  await hands.click(button(page, 'Check the file'));
  await hands.click(button(page, 'Import now'));
  await page.getByText('Done · 200 rows').waitFor();
  await page
    .getByRole('table', { name: 'Rejected rows' })
    .getByText('must be an email address')
    .first()
    .waitFor();
  const download = page.waitForEvent('download');
  await hands.click(page.getByRole('link', { name: 'Download rejected rows' }));
  await download;
  console.log(`import leads: ${hands.clicks} clicks`);
  expect(hands.clicks).toBeLessThanOrEqual(6);
});

test('an administrator creates an OAuth app with 2 clicks, and a user approves it with 1', async () => {
  const redirect = 'https://app.example.test/callback';
  const { page } = await stage.open('administrator', '/apps/oauth');
  const hands = newHands();
  await hands.click(button(page, 'New OAuth app').first());
  await hands.type(page.getByLabel('Name'), 'Dashboard');
  await hands.type(page.getByLabel('Redirect URIs'), redirect);
  await hands.click(button(page, 'Create app'));
  const client = (await page.getByText(/^hark-[0-9a-f]{32}$/).textContent()) ?? '';
  expect(hands.clicks).toBeLessThanOrEqual(2);

  const params = new URLSearchParams({
    response_type: 'code',
    client_id: client,
    redirect_uri: redirect,
    scope: 'api',
    state: 'here',
    code_challenge: createHash('sha256').update(randomBytes(32).toString('base64url')).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const { page: consent } = await stage.open('builder', `/oauth2/authorize?${params}`);
  const approval = newHands();
  const back = consent.waitForRequest((request) => request.url().startsWith(redirect));
  await approval.click(consent.locator('button[value=approve]'));
  expect(new URL((await back).url()).searchParams.get('code')).not.toBeNull();
  console.log(`create an OAuth app: ${hands.clicks} clicks; approve it: ${approval.clicks}`);
  expect(approval.clicks).toBeLessThanOrEqual(1);
});

test('a user gets the command that connects an agent with 1 click, and checks the connection with 1 more', async () => {
  const { page } = await stage.open('administrator', '/apps/agents');
  const command = page.getByText(/^claude mcp add/).first();
  await command.waitFor();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const hands = newHands();
  await hands.click(command.locator('..').getByRole('button'));
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(await command.textContent());
  expect(hands.clicks).toBeLessThanOrEqual(1);
  await hands.click(button(page, 'Run check'));
  await page.getByText('All checks that need no token passed.').waitFor();
  console.log(`connect an agent and check the connection: ${hands.clicks} clicks`);
  expect(hands.clicks).toBeLessThanOrEqual(2);
});
