// Journey (d): a failed run is found, understood, and retried after its workflow is fixed.
import { beforeAll, describe, expect, test } from 'vitest';
import { looks } from '../harness/console/chromium.ts';
import { applyMore, people, useConsole } from '../harness/console/console-stage.ts';
import { eventually } from '../harness/eventually.ts';
import { deliver } from '../harness/whole-hark.ts';

const hostile = '<img src=x onerror=alert(1)>';
const owner = people.builder.email;
const count = { name: 'Count', owner, steps: [{ name: 'done', type: 'set', values: { n: '1' } }] };
const tell = {
  name: 'tell',
  type: 'workflow.start',
  workflow: 'Count',
  data: { from: '{{ __data.first }}' },
};
// This step fails, because the request contains no email address, and an empty match never means "any lead".
const broken = {
  name: 'check',
  type: 'lead.upsert',
  match: { email: '{{ __data.email }}' },
  fields: { first_name: '{{ __data.first }}' },
};
const fixed = { name: 'check', type: 'set', values: { greeting: 'Hello {{ __data.first }}' } };
const signUps = (last: object, first: object = tell) => ({
  name: 'Sign-ups',
  owner,
  listener: {},
  steps: [first, last],
});
const sleepy = {
  name: `Sleepy ${hostile}`,
  owner,
  listener: {},
  steps: [{ name: 'later', type: 'wait', for: '1 hour' }],
};

const stage = useConsole('runs', { workflows: [count, signUps(broken), sleepy] });
const runs: { failed: string; waiting: string } = { failed: '', waiting: '' };

const addressOf = (name: string) =>
  stage.applied().workspaces[0]?.workflows?.find((workflow) => workflow.name === name)?.listener.url ?? '';
const statusOf = async (id: string) =>
  (await stage.hark().query<{ status: string }>('select status from runs where id = $1', [id]))[0]?.status;

/** Sends a request to the broken workflow. @returns the run, once it has failed */
async function fail(): Promise<string> {
  await applyMore(stage.hark(), { workflows: [signUps(broken)] });
  const run = (await deliver(addressOf('Sign-ups'), { first: hostile })).run ?? '';
  await eventually(async () => expect(await statusOf(run)).toBe('failed'), 30_000);
  return run;
}

beforeAll(async () => {
  runs.failed = (await deliver(addressOf('Sign-ups'), { first: hostile })).run ?? '';
  runs.waiting = (await deliver(addressOf(sleepy.name), { first: 'x'.repeat(300) })).run ?? '';
  await eventually(async () => expect(await statusOf(runs.failed)).toBe('failed'), 30_000);
  await eventually(async () => expect(await statusOf(runs.waiting)).toBe('waiting'), 30_000);
}, 120_000);

describe.each(looks)('$name', (as) => {
  test('the list, a failed run and a waiting run pass the accessibility and layout checks', async () => {
    const seen = await stage.open('administrator', '/runs', as);
    const { page } = seen;
    await page.getByText('match.email').first().waitFor();
    await stage.look(seen, 'runs', as);
    await page.goto(`${stage.hark().url}/runs/${runs.failed}`);
    await page.getByText('Error', { exact: true }).first().waitFor();
    await stage.look(seen, 'run-failed', as);
    await page.goto(`${stage.hark().url}/runs/${runs.waiting}?compare=${runs.failed}`);
    await page.getByText('values differ').waitFor();
    await stage.look(seen, 'run-compared', as);
    await page.context().close();
  }, 90_000);
});

test('a user finds a failed run, sees why it failed, fixes the workflow and retries the run, and the dialog asks about requests already sent', async () => {
  const seen = await stage.open('builder', '/runs');
  const { page } = seen;
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Failed');
  await page.waitForURL('**/runs?status=failed');
  await page.getByRole('link', { name: `Sign-ups, run ${runs.failed}` }).click();
  // The failed step is open and explains the failure; the step before it shows its output.
  await page.getByRole('button', { name: /check/ }).waitFor();
  expect(await page.getByText('match.email').count()).toBeGreaterThan(1);
  await page.getByRole('button', { name: /tell/ }).click();
  await page.getByRole('group', { name: 'tell: Output' }).waitFor();
  // The started run names the run that started it, and the two runs link to each other.
  await page.getByRole('link', { name: 'View started run' }).click();
  await page.getByText('Started by run').waitFor();
  await stage.look(seen, 'run-started');
  await page.getByRole('link', { name: runs.failed }).click();
  await page.waitForURL(`**/runs/${runs.failed}`);

  await applyMore(stage.hark(), { workflows: [signUps(fixed)] });
  await page.getByRole('button', { name: 'Retry', exact: true }).click();
  await page.getByLabel('The first step').check();
  await page.getByRole('dialog').getByRole('button', { name: 'Retry' }).click();
  await page.getByText('Already done').waitFor();
  await stage.look(seen, 'run-retry-guard');
  await page.getByLabel('Do this again').check();
  await page.getByRole('dialog').getByRole('button', { name: 'Retry' }).click();
  await page.waitForURL((url) => /\/runs\//.test(url.pathname) && !url.pathname.endsWith(runs.failed));
  // The page updates live, without a reload.
  await page.getByText('Succeeded').first().waitFor({ timeout: 30_000 });
  await page.getByText('Retry of').waitFor();
  expect(seen.mistakes).toEqual([]);
  await page.context().close();
}, 120_000);

test('a retry from the failed step names both versions, and explains why it keeps the old one', async () => {
  const failed = await fail();
  const seen = await stage.open('builder', `/runs/${failed}`);
  const { page } = seen;
  const retry = page.getByRole('button', { name: 'Retry', exact: true });
  const dialog = page.getByRole('dialog');
  await applyMore(stage.hark(), { workflows: [signUps(fixed, { ...tell, data: {} })] });
  await retry.click();
  await dialog
    .getByText(
      /Uses version \d+, like this run, instead of the published version \d+\. .* changes step "tell"/,
    )
    .waitFor();
  await stage.look(seen, 'run-retry-own-version');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await applyMore(stage.hark(), { workflows: [signUps(fixed)] });
  await retry.click();
  await dialog.getByText(/Uses the published version \d+; this run used version \d+\./).waitFor();
  await stage.look(seen, 'run-retry-published-version');
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await page.waitForURL((url) => /\/runs\//.test(url.pathname) && !url.pathname.endsWith(failed));
  await page.getByText('Succeeded').first().waitFor({ timeout: 30_000 });
  expect(seen.mistakes).toEqual([]);
  await page.context().close();
}, 120_000);

test('a waiting run can be canceled', async () => {
  const { page } = await stage.open('builder', `/runs/${runs.waiting}`);
  await page.getByRole('button', { name: 'Cancel run' }).click();
  await page.getByRole('button', { name: 'Yes, cancel run' }).click();
  await page.getByText('Cancelled').first().waitFor();
  expect(await statusOf(runs.waiting)).toBe('cancelled');
  await page.context().close();
}, 60_000);

test('users who see no workflows see no runs', async () => {
  const { page } = await stage.open('seller', '/');
  const answers = await page.evaluate(async (id) => {
    const paths = ['/console/runs', `/console/runs/${id}`, '/console/runs-chart'];
    return Promise.all(paths.map(async (path) => (await fetch(path)).status));
  }, runs.failed);
  expect(answers).toEqual([403, 403, 403]);
  await page.context().close();
});
