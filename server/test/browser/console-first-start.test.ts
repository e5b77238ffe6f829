// Journey (a): from an empty installation to the first lead, in one walk; and what a new workspace offers.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Look, looks, useChromium, usualLook } from '../harness/console/chromium.ts';
import { look, type Seen, watch } from '../harness/console/console-stage.ts';
import { eventually } from '../harness/eventually.ts';
import { startWholeHark, type WholeHark } from '../harness/whole-hark.ts';

const run = promisify(execFile);
const password = 'correct horse battery staple';
const email = 'ada@first.test';
const chromium = useChromium();
let hark: WholeHark;
let setUpLink = '';

beforeAll(async () => {
  hark = await startWholeHark(`hark_first_start_${process.pid}`);
  await eventually(async () => {
    setUpLink = /http:\S+\/set-up\?secret=\S+/.exec(hark.output())?.[0] ?? '';
    return setUpLink !== '';
  });
}, 120_000);
afterAll(() => hark?.remove(), 60_000);

/**
 * A person's hands: counts what they do. Times of the keystroke-level model (Card, Moran and Newell): 0.28 s for a key, 1.3 s to point and
 * click, and 1.35 s to think before each.
 */
class Hands {
  clicks = 0;
  keys = 0;
  fields = 0;

  async click(place: Locator): Promise<void> {
    this.clicks += 1;
    await place.click();
  }

  async type(place: Locator, text: string): Promise<void> {
    this.fields += 1;
    this.keys += text.length + 1;
    await place.fill(text);
  }

  get seconds(): number {
    return this.keys * 0.28 + this.clicks * (1.3 + 1.35) + this.fields * 1.35;
  }
}

describe.each(looks)('the set-up page, $name', (as) => {
  test('needs no script, has looked at its own address, and tells what is wrong with another', async () => {
    const seen = watch(await chromium.open(as));
    await seen.page.goto(setUpLink);
    await seen.page.getByText(`${hark.url} leads here`).waitFor();
    expect(await seen.page.getByText('needs a look').count()).toBe(0);
    expect(await seen.page.evaluate('document.scripts.length')).toBe(0);
    await look(seen, 'set-up', as);
    await seen.page.getByLabel('Name of the workspace').fill('Bright Lights');
    await seen.page.getByLabel('Address', { exact: true }).fill('http://nowhere.invalid');
    await seen.page.getByRole('button', { name: 'Look again' }).click();
    await seen.page.getByText('http://nowhere.invalid does not answer').waitFor();
    expect(await seen.page.getByLabel('Name of the workspace').inputValue()).toBe('Bright Lights');
    await look(seen, 'set-up-faults', as);
    await seen.page.context().close();
  }, 60_000);
});

test('journey: set-up link, workspace, workflow, listener, first request, its run live, its lead', async () => {
  const seen = watch(await chromium.open(usualLook));
  const { page } = seen;
  const hands = new Hands();
  const button = (name: string, within: Page | Locator = page) =>
    within.getByRole('button', { name, exact: true });
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  // What our own looking takes is nobody's waiting.
  let began = performance.now();
  const glance = async (called: string) => {
    const from = performance.now();
    await look(seen, called);
    began += performance.now() - from;
  };

  await page.goto(setUpLink);
  await hands.type(page.getByLabel('Name of the workspace'), 'Bright Lights');
  await hands.type(page.getByLabel('Your name'), 'Ada Admin');
  await hands.type(page.getByLabel('Your e-mail address'), email);
  await hands.type(page.getByLabel('Password', { exact: true }), password);
  await hands.type(page.getByLabel('Password, again'), password);
  await hands.click(button('Set up'));
  await page.getByText('Hark is set up.').waitFor();
  await hands.type(page.getByLabel('E-mail address'), email);
  await hands.type(page.getByLabel('Password'), password);
  await hands.click(button('Sign in'));

  await page.getByText('0 of 5 done').waitFor();
  await glance('first-home');
  await hands.click(link('New workflow'));
  await hands.type(page.getByRole('dialog').getByRole('textbox', { name: 'Name' }), 'Contact form');
  await hands.click(button('Make the draft'));
  await page.getByRole('button', { name: /^save / }).waitFor();
  await hands.click(button('Publish'));
  const dialog = page.getByRole('dialog', { name: 'Publish version 1' });
  await dialog.getByText('Added').first().waitFor();
  await hands.click(button('Publish', dialog));
  await page.getByText('It takes requests now').waitFor();
  await glance('first-published');

  // Somebody looks at the runs meanwhile, and loads nothing again.
  const other = await page.context().newPage();
  const runs = other.getByRole('table').getByRole('row');
  await other.goto(`${hark.url}/runs`);
  await other.getByText('No run yet').waitFor();

  await hands.click(link('To the listener'));
  await hands.click(button('Send'));
  await page.getByText('Accepted: a run was started.').waitFor();
  const acceptedMs = performance.now() - began;
  await glance('first-request');
  await runs.nth(1).getByText('Succeeded').waitFor({ timeout: 15_000 });
  expect(await runs.count()).toBe(2);

  await hands.click(link('Leads'));
  const leads = page.getByRole('grid', { name: 'Leads' });
  await leads.getByText('lea@example.test').waitFor();
  const seenMs = performance.now() - began;
  await leads.getByText('Lea', { exact: true }).waitFor();

  // The curl that the listener's screen shows, as it stands there.
  await page.goBack();
  const curl = (await page.getByText(/^curl -X POST/).textContent()) ?? '';
  const { stdout } = await run('bash', ['-c', `${curl.replace('curl', 'curl --silent --show-error')}`], {
    timeout: 20_000,
  });
  expect(JSON.parse(stdout)).toMatchObject({ ok: true });
  await eventually(async () => expect(await runs.count()).toBe(3), 15_000);

  await link('Home').click();
  await page.getByText('3 of 5 done').waitFor();

  // With the time that the product itself took, a person is through within two minutes.
  console.log(
    `${hands.clicks} clicks, ${hands.keys} keys; the product took ${Math.round(acceptedMs)} ms to the first accepted request, ${Math.round(seenMs)} ms to its lead; with hands ${Math.round(hands.seconds + seenMs / 1_000)} s`,
  );
  expect(hands.clicks).toBeLessThanOrEqual(9);
  expect(hands.seconds + seenMs / 1_000).toBeLessThan(120);
  await page.context().close();
}, 120_000);

/** The first administrator in a browser, on his first screen. */
async function signedIn(as: Look): Promise<Seen> {
  const seen = watch(await chromium.open(as));
  await seen.page.goto(`${hark.url}/sign-in`);
  await seen.page.fill('#email', email);
  await seen.page.fill('#password', password);
  await seen.page.click('button[type=submit]');
  await seen.page.getByRole('heading', { name: 'Hello, Ada Admin' }).waitFor();
  return seen;
}

test('the demonstration: on a button, with progress, once, and away again', async () => {
  const seen = await signedIn(usualLook);
  const { page } = seen;
  const panel = page.getByRole('region', { name: 'Demonstration' });
  await panel.getByRole('button', { name: 'Add the demonstration' }).click();
  await panel.getByRole('progressbar').waitFor();
  await look(seen, 'demo-playing');
  await panel.getByRole('button', { name: 'Take it away' }).waitFor({ timeout: 60_000 });
  const [{ count }] = (await hark.query(
    "select count(*)::int from runs join workflows on workflows.id = workflow_id where name like 'Demo: %'",
  )) as [{ count: number }];
  expect(count).toBe(11);
  // What the demonstration did is not what the person did.
  await page.getByText('3 of 5 done').waitFor();
  const again = await page.evaluate(`(async () => {
    const { form_token } = await (await fetch('/console/session')).json();
    const answer = await fetch('/console/demo', { method: 'POST', headers: { 'x-form-token': form_token } });
    return [answer.status, (await answer.json()).code];
  })()`);
  expect(again).toEqual([409, 'demo_there']);
  for (const as of looks) {
    const looking = await signedIn(as);
    await looking.page.getByText('Three workflows marked').waitFor();
    await look(looking, 'home-with-demo', as);
    await looking.page.context().close();
  }
  await panel.getByRole('button', { name: 'Take it away' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take it away' }).click();
  await panel.getByRole('button', { name: 'Add the demonstration' }).waitFor();
  const left = await hark.query("select 1 from workflows where name like 'Demo: %'");
  const leads = await hark.query("select 1 from leads where email_key like '%demo.example'");
  expect([left.length, leads.length]).toEqual([0, 0]);
  await page.context().close();
}, 120_000);

test('an administrator checks the address later, with the clock of his browser', async () => {
  const seen = await signedIn(looks[0]);
  const { page } = seen;
  await page.goto(`${hark.url}/settings/workspace`);
  const panel = page.getByRole('region', { name: 'Public address' });
  await panel.getByRole('button', { name: 'Check the address' }).click();
  await panel.getByText('Nothing is wrong.').waitFor();
  await look(seen, 'address-checked', looks[0]);
  await page.clock.setSystemTime(Date.now() + 3_600_000);
  await panel.getByRole('button', { name: 'Check the address' }).click();
  await panel.getByText(/ahead of the server’s/).waitFor();
  await page.context().close();
}, 60_000);
