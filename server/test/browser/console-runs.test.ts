// Journey (d): a failed run is found, understood, and retried after its workflow is fixed.
import { beforeAll, expect, test } from 'vitest';
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

const choosy = {
  name: 'Choosy',
  owner,
  listener: {},
  steps: [
    {
      name: 'is_large',
      type: 'branch',
      if: '{{ __data.size > 100 }}',
      // biome-ignore lint/suspicious/noThenProperty: the workspace file uses this key.
      then: [{ name: 'refuse', type: 'stop', as: 'failed', message: 'Too large' }],
      else: [{ name: 'accept', type: 'set', values: { n: '1' } }],
    },
    { name: 'finish', type: 'set', values: { n: '1' } },
  ],
};

const stage = useConsole('runs', { workflows: [count, signUps(broken), sleepy, choosy] });
const runs: { failed: string; waiting: string } = { failed: '', waiting: '' };

const addressOf = (name: string) =>
  stage.applied().workspaces[0]?.workflows?.find((workflow) => workflow.name === name)?.listener.url ?? '';
const statusOf = async (id: string) =>
  (await stage.hark().query<{ status: string }>('select status from runs where id = $1', [id]))[0]?.status;

/** Sends a request to the broken workflow. @returns the run, once it has failed */
async function fail(...more: readonly object[]): Promise<string> {
  await applyMore(stage.hark(), { workflows: [{ ...signUps(broken), steps: [tell, broken, ...more] }] });
  const run = (await deliver(addressOf('Sign-ups'), { first: hostile })).run ?? '';
  await eventually(async () => expect(await statusOf(run)).toBe('failed'));
  return run;
}

beforeAll(async () => {
  runs.failed = (await deliver(addressOf('Sign-ups'), { first: hostile })).run ?? '';
  runs.waiting = (await deliver(addressOf(sleepy.name), { first: 'x'.repeat(300) })).run ?? '';
  await eventually(async () => expect(await statusOf(runs.failed)).toBe('failed'));
  await eventually(async () => expect(await statusOf(runs.waiting)).toBe('waiting'));
});

test('a user finds a failed run, sees why it failed, fixes the workflow and retries the run, and the dialog asks about requests already sent', async () => {
  const { page } = await stage.open('builder', '/runs');
  await page.getByRole('group', { name: 'Status' }).getByRole('button', { name: 'Failed' }).click();
  await page.waitForURL('**/runs?status=failed');
  await page.getByRole('link', { name: `Sign-ups v1, run ${runs.failed}` }).click();
  // The failed step is selected and explains the failure; the step before it shows its output.
  await page.getByText('check failed').waitFor();
  await page.getByRole('tab', { name: /Check/, selected: true }).waitFor();
  const request = await page.getByRole('link', { name: 'View request' }).getAttribute('href');
  expect(request).toBe(`/requests?open=${runs.failed}`);
  await page.getByText('match.email').waitFor();
  await page.getByRole('tab', { name: /Tell/ }).click();
  await page.getByRole('group', { name: 'tell: Output' }).waitFor();
  // The started run names the run that started it, and the two runs link to each other.
  await page.getByRole('link', { name: 'View started run' }).click();
  await page.getByText('Started by run').waitFor();
  await page.getByRole('link', { name: runs.failed }).click();
  await page.waitForURL(`**/runs/${runs.failed}`);

  await applyMore(stage.hark(), { workflows: [signUps(fixed)] });
  await page.getByRole('button', { name: 'Retry', exact: true }).click();
  await page.getByLabel('The first step').check();
  await page.getByRole('dialog').getByRole('button', { name: 'Retry' }).click();
  await page.getByText('Already done').waitFor();
  await page.getByLabel('Do this again').check();
  await page.getByRole('dialog').getByRole('button', { name: 'Retry' }).click();
  await page.waitForURL((url) => /\/runs\//.test(url.pathname) && !url.pathname.endsWith(runs.failed));
  // The page updates live, without a reload.
  await page.getByText('Succeeded').first().waitFor();
  await page.getByText('Retry of').waitFor();
});

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
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await page.waitForURL((url) => /\/runs\//.test(url.pathname) && !url.pathname.endsWith(failed));
  await page.getByText('Succeeded').first().waitFor();
});

test('the first J selects the first run, and Enter opens it, also from its checkbox', async () => {
  const { page } = await stage.open('builder', '/runs');
  const first = page.locator('tbody tr').first();
  const path = (await first.locator('[data-row-link]').getAttribute('href')) ?? '';
  const opened = () => page.waitForURL(({ pathname }) => pathname === path);
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await opened();
  await page.goBack();
  await first.getByRole('checkbox').focus();
  await page.keyboard.press('Enter');
  await opened();
});

test('J and K open the next and the previous run of the list, with its filters', async () => {
  const [older, newer] = [await fail(), await fail()];
  const { page } = await stage.open('builder', '/runs?status=failed');
  const ready = (name: string) => page.locator(`[aria-label="${name}"][aria-disabled="false"]`).waitFor();
  await page.getByRole('link', { name: new RegExp(newer) }).click();
  await page.waitForURL(`**/runs/${newer}`);
  await ready('Next run (J)');
  await page.keyboard.press('j');
  await page.waitForURL(`**/runs/${older}`);
  await ready('Previous run (K)');
  await page.keyboard.press('k');
  await page.waitForURL(`**/runs/${newer}`);
});

test('the arrow keys walk through the steps of a run, and steps that were not reached stay visible', async () => {
  const failed = await fail({ ...fixed, name: 'later' });
  const { page } = await stage.open('builder', `/runs/${failed}`);
  const step = (name: string) => page.getByRole('tab', { name: new RegExp(name, 'i') });
  // The timeline starts with the time before the first step.
  await page.getByRole('region', { name: 'Steps' }).getByText('Queued', { exact: true }).waitFor();
  await step('check').focus();
  await page.keyboard.press('ArrowUp');
  await page.getByRole('tabpanel', { name: /Tell/ }).waitFor();
  await page.keyboard.press('End');
  await page.getByRole('tabpanel', { name: /Later.*Not reached/ }).waitFor();
  expect(await page.evaluate('document.activeElement.textContent')).toContain('Later');
  // The builder opens with the failed step and the data of this run.
  await page.getByRole('link', { name: 'Open step in builder' }).click();
  await page.waitForURL(
    ({ searchParams }) => searchParams.get('run') === failed && searchParams.get('step') === '"1"',
  );
});

test('a run that a Stop step failed names the step, and whose permissions it has', async () => {
  const stopped = (await deliver(addressOf('Choosy'), { size: 101 })).run ?? '';
  await eventually(async () => expect(await statusOf(stopped)).toBe('failed'));
  const { page } = await stage.open('builder', `/runs/${stopped}`);
  const cause = page.getByRole('region', { name: 'The run failed' });
  await cause.getByRole('heading', { name: 'Stopped at step “refuse”' }).waitFor();
  await cause.getByText('Too large').waitFor();
  await page.getByText('Runs as').waitFor();
  expect(await page.getByText(people.builder.name, { exact: true }).count()).toBeGreaterThan(0);
});

test('a version opens that version, and the way back to the list keeps its filters', async () => {
  const { page } = await stage.open('builder', `/runs?search=${runs.failed}`);
  await page.getByRole('link', { name: `Sign-ups v1, run ${runs.failed}` }).click();
  await page.getByText('check failed').waitFor();
  await page.getByRole('link', { name: 'v1', exact: true }).click();
  await page.waitForURL((url) => url.pathname.endsWith('/versions') && url.searchParams.get('to') === '"1"');
  await page.goBack();
  await page.getByRole('link', { name: 'Runs', exact: true }).last().click();
  await page.waitForURL(`**/runs?search=${runs.failed}`);
});

test('a run is compared from its header', async () => {
  const { page } = await stage.open('builder', `/runs/${runs.failed}`);
  await page.getByRole('button', { name: 'Compare' }).click();
  const other = page.getByRole('combobox', { name: 'Other run' });
  await other.fill(runs.waiting);
  await page.getByRole('option', { name: runs.waiting }).click();
  await page.waitForURL(`**/runs/${runs.failed}?compare=${runs.waiting}`);
  await page.getByText(/values differ/).waitFor();
  await page.getByRole('button', { name: 'Stop comparing' }).click();
  await page.waitForURL(`**/runs/${runs.failed}`);
  expect(await other.count()).toBe(0);
});

test('on a phone, the way back has no arrow that leads nowhere', async () => {
  const { page } = await stage.open('builder', `/runs/${runs.failed}`, {
    name: 'light-narrow',
    colorScheme: 'light',
    width: 320,
  });
  const trail = page.getByRole('navigation', { name: 'Breadcrumb' });
  await trail.getByRole('link', { name: 'Sign-ups' }).waitFor();
  // One arrow points back, and there is one between the links.
  expect(await trail.locator('svg:visible').count()).toBe(await trail.getByRole('link').count());
});

test('on a phone, the list is above the fold, and the charts open on request', async () => {
  const { page } = await stage.open('builder', '/runs', {
    name: 'light-narrow',
    colorScheme: 'light',
    width: 320,
  });
  const list = page.getByRole('table', { name: 'Runs' });
  await list.waitFor();
  // Two rows of controls: search, filters and charts, then the statuses.
  expect((await list.boundingBox())?.y).toBeLessThan(180);
  const chart = page.getByRole('img', { name: /^Runs accepted/ });
  expect(await chart.count()).toBe(0);
  await page.getByRole('button', { name: 'Charts' }).click();
  await chart.waitFor();
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('dialog').getByLabel('Workflow').waitFor();
  await page.getByText('7 d', { exact: true }).click();
  await page.waitForURL(/span=week/);
});

test('one button retries all failed runs that match the filters', async () => {
  const failed = [await fail(), await fail()];
  const seen = await stage.open('builder', '/runs?search=no-such-value');
  const { page } = seen;
  const retry = page.getByRole('button', { name: 'Retry failed…' });
  await page.getByText('No matching runs').waitFor();
  expect(await retry.count()).toBe(0);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await retry.click();
  const dialog = page.getByRole('dialog', { name: 'Retry failed runs?' });
  await dialog.getByText(/haven't been retried/).waitFor();
  await stage.look(seen, 'runs-retry-failed');
  await dialog.getByRole('button', { name: /^Retry \d+ runs$/ }).click();
  await page.getByText(/^\d+ runs retried$/).waitFor();
  for (const run of failed)
    await eventually(async () =>
      expect(await stage.hark().query('select 1 from runs where retry_of = $1', [run])).toHaveLength(1),
    );
  // A retried run no longer counts as failed, so it doesn't look like it either.
  await page.goto(`${stage.hark().url}/runs?search=${failed[0]}`);
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: new RegExp(`${failed[0]}`) }) });
  await row.getByText('Retried', { exact: true }).filter({ visible: true }).waitFor();
  expect(await row.getByText('Failed', { exact: true }).count()).toBe(0);
});

test('a search and a time range narrow the list and its charts, and can be cleared', async () => {
  const { page } = await stage.open('builder', '/runs');
  const rows = page.locator('tbody tr');
  await rows.filter({ hasText: 'Count' }).first().waitFor();
  await page.getByRole('searchbox', { name: 'Search runs' }).fill('x'.repeat(40));
  await page.waitForURL(/search=x+/);
  await eventually(async () => expect(await rows.count()).toBe(1));
  await page.getByRole('link', { name: new RegExp(`run ${runs.waiting}`) }).waitFor();
  const counts = page.getByRole('group', { name: 'Status' }).locator('b');
  await eventually(async () => expect(await counts.allTextContents()).toEqual(['1']));
  await page.getByRole('searchbox', { name: 'Search runs' }).fill('no such value');
  await page.getByText('No matching runs').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await rows.filter({ hasText: 'Count' }).first().waitFor();
  // A bar of the chart narrows the time range to it, and Esc widens it again.
  const chart = page.getByRole('img', { name: /^Runs accepted/ });
  await chart.focus();
  await chart.press('ArrowLeft');
  await chart.press('Enter');
  await page.waitForURL(/from=.*to=/);
  await rows.first().waitFor();
  await page.keyboard.press('Escape');
  await page.waitForURL((url) => !url.searchParams.has('from'));
});

test('several runs are retried together, and new runs wait until they are asked for', async () => {
  const [one, two] = [await fail(), await fail()];
  const { page } = await stage.open('builder', '/runs?status=failed');
  for (const run of [one, two]) await page.getByRole('checkbox', { name: new RegExp(run) }).check();
  await page.getByRole('button', { name: 'Retry 2 runs' }).click();
  await page.getByText('2 runs retried').waitFor();
  for (const run of [one, two])
    await eventually(async () =>
      expect(await stage.hark().query('select 1 from runs where retry_of = $1', [run])).toHaveLength(1),
    );
  const newest = await fail();
  const link = page.getByRole('link', { name: new RegExp(newest) });
  const pill = page.getByRole('button', { name: /^\d+ new runs?$/ });
  await pill.waitFor();
  expect(await link.count()).toBe(0);
  await pill.click();
  await link.waitFor();
});

test('the count of a status always agrees with the listed runs, even while the charts load', async () => {
  const [one, two] = [await fail(), await fail()];
  const { page } = await stage.open('builder', '/workflows');
  let finishCharts = () => {};
  const charts = new Promise<void>((done) => {
    finishCharts = done;
  });
  await page.route(
    ({ pathname }) => pathname === '/console/runs-chart',
    (route) => charts.then(() => route.continue()),
  );
  await page.goto(`${stage.hark().url}/runs?status=failed`);
  const link = (run: string) => page.getByRole('link', { name: new RegExp(run) });
  // The retries fail too, and wait behind a button.
  const difference = () =>
    page.evaluate<number>(`(() => {
      const textOf = (start) =>
        [...document.querySelectorAll('button')].find(({ textContent }) => start.test(textContent))?.textContent;
      const count = Number(/\\d+/.exec(textOf(/^Failed\\d/)) ?? 0);
      const waiting = Number(/\\d+/.exec(textOf(/^\\d+ new run/) ?? '') ?? 0);
      return count - waiting - document.querySelectorAll('[data-row-link]').length;
    })()`);
  await link(two).waitFor();
  expect(await difference()).toBe(0);
  await page.getByRole('checkbox', { name: new RegExp(one) }).check();
  await page.getByRole('button', { name: 'Retry 1 run' }).click();
  await link(one).waitFor({ state: 'hidden' });
  expect(await difference()).toBe(0);
  // Another user retries a run. It leaves the list together with its count.
  await stage.hark().query('update runs set retried_as = $1 where id = $2', [one, two]);
  await link(two).waitFor({ state: 'hidden' });
  expect(await difference()).toBe(0);
  finishCharts();
  await page.getByRole('region', { name: 'Duration' }).waitFor();
});

test('canceling several runs asks first and names the number', async () => {
  const waiting = (await deliver(addressOf(sleepy.name), {})).run ?? '';
  await eventually(async () => expect(await statusOf(waiting)).toBe('waiting'));
  const seen = await stage.open('builder', '/runs?status=waiting');
  const { page } = seen;
  await page
    .getByText(/^Resumes in/)
    .first()
    .waitFor();
  await page.getByRole('checkbox', { name: new RegExp(waiting) }).check();
  await page.getByRole('button', { name: 'Cancel 1 run' }).click();
  await stage.look(seen, 'runs-cancel');
  await page.getByRole('button', { name: 'Yes, cancel 1 run' }).click();
  await page.getByText('1 run canceled').waitFor();
  expect(await statusOf(waiting)).toBe('cancelled');
});

test('while requests fail, the list says so instead of "Live", and the charts offer a retry', async () => {
  const seen = await stage.open('builder', '/workflows');
  const { page } = seen;
  const isChart = ({ pathname }: URL) => pathname === '/console/runs-chart';
  await page.route(isChart, (route) => route.fulfill({ status: 503, body: '{}' }));
  await page.goto(`${stage.hark().url}/runs`);
  await page.getByText("The server couldn't process the request. Try again in a moment.").waitFor();
  await page.getByText('Reconnecting').waitFor();
  expect(await page.getByText('Live', { exact: true }).count()).toBe(0);
  // The browser logs the failed requests, which are expected.
  for (const mistake of seen.mistakes.splice(0)) expect(mistake).toContain('503');
  await page.unroute(isChart);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('region', { name: 'Duration' }).waitFor();
  await page.getByText('Live', { exact: true }).waitFor();
});
