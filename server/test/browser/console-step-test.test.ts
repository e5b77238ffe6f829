// Tests a single step in the builder, the warnings before publishing, and the way from a failed run to its step.
import { expect, test } from 'vitest';
import { applyMore, people, useConsole } from '../harness/console/console-stage.ts';
import { eventually } from '../harness/eventually.ts';
import { deliver } from '../harness/whole-hark.ts';

const owner = people.builder.email;
const call = { name: 'call', type: 'http.request', url: 'https://partner.example/score' };
const grade = { name: 'grade', type: 'set', values: { score: '{{ steps.call.output.body.score }}' } };
const wrong = { name: 'check', type: 'lead.create', fields: { email: '{{ __data.missing }}x' } };
const right = { name: 'check', type: 'set', values: { ok: true } };
const first = (value: number) => ({ name: 'first', type: 'set', values: { value } });
const failing = (value: number, last: object) => ({
  name: 'Failing',
  owner,
  listener: {},
  steps: [first(value), last],
});

const stage = useConsole('step-test', {
  workflows: [
    { name: 'Scores', owner, listener: {}, steps: [call, grade] },
    {
      name: 'Replies',
      owner,
      listener: {},
      steps: [
        { name: 'reply', type: 'respond', body: { ok: true } },
        { ...first(1), disabled: true },
      ],
    },
    failing(1, wrong),
  ],
});

const idOf = async (name: string) =>
  (await stage.hark().query<{ id: number }>('select id from workflows where name = $1', [name]))[0]?.id;
const listenerOf = (name: string) =>
  stage.applied().workspaces[0]?.workflows?.find((workflow) => workflow.name === name)?.listener.url ?? '';

test('a step is tested with a pinned response, which the test of the whole workflow uses too', async () => {
  const id = await idOf('Scores');
  const seen = await stage.open('builder', `/workflows/${id}?step=call`);
  const { page } = seen;
  await page.getByRole('tab', { name: 'Output' }).click();
  await page.getByRole('button', { name: 'Send for real' }).waitFor();
  await page.getByText('Without a pinned response').waitFor();
  await page.getByText('Call has no pinned response.').waitFor();
  await page.getByRole('button', { name: 'Pin a response for Call' }).click();
  await page.getByText('Uses the pinned response').waitFor();
  await page.getByLabel(/Pinned response body for Call/).fill('{"score": 7}');
  await page.getByRole('button', { name: 'Test step' }).click();
  await page.getByRole('group', { name: 'Call: Output' }).getByText('7').waitFor();
  await stage.look(seen, 'step-test');
  await page.goto(`${stage.hark().url}/workflows/${id}/test`);
  await page.getByRole('button', { name: 'Test workflow' }).click();
  await page.getByText('The run would succeed').waitFor();
  await page.getByRole('group', { name: 'Grade: Output' }).getByText('7').waitFor();
  await stage.look(seen, 'test-pinned');
  expect(seen.mistakes).toEqual([]);
  await page.context().close();
}, 120_000);

test('a response that no caller gets is a warning in the test, which also shows the disabled step', async () => {
  const id = await idOf('Replies');
  const seen = await stage.open('builder', `/workflows/${id}/test`);
  const { page } = seen;
  await page.getByRole('button', { name: 'Test workflow' }).click();
  await page.getByText(/The webhook responds immediately/).waitFor();
  await page.getByRole('listitem').filter({ hasText: 'Disabled' }).waitFor();
  await stage.look(seen, 'test-warning');
  expect(seen.mistakes).toEqual([]);
  await page.context().close();
}, 120_000);

test('the Test tab says which data it uses: the request and its date, or custom data', async () => {
  const id = await idOf('Scores');
  const { page } = await stage.open('builder', `/workflows/${id}/test`);
  await page.getByText('Your own data.').waitFor();
  await deliver(listenerOf('Scores'), { first: 'Ann' });
  await page.reload();
  await page.getByText(/^Data of the request from .*20\d\d/).waitFor();
  expect(await page.getByRole('combobox', { name: 'Sample' }).inputValue()).toMatch(
    /^Request from .* · \w+$/,
  );
  await page.context().close();
}, 60_000);

test('a failed step opens in the builder, and a retry defaults to the version that fixes it', async () => {
  const id = await idOf('Failing');
  const run = (await deliver(listenerOf('Failing'), {})).run ?? '';
  const statusOf = async () =>
    (await stage.hark().query<{ status: string }>('select status from runs where id = $1', [run]))[0]?.status;
  await eventually(async () => expect(await statusOf()).toBe('failed'), 30_000);
  const { page } = await stage.open('builder', `/runs/${run}`);
  await page.getByRole('link', { name: 'Open step in builder' }).click();
  await page.waitForURL(
    ({ pathname, searchParams }) =>
      pathname === `/workflows/${id}` &&
      searchParams.get('run') === run &&
      searchParams.get('step') === '"1"',
  );
  await page.getByRole('complementary', { name: 'check' }).waitFor();

  // Version 2 fixes the failed step, but also changes the step before it, so only a new start can use it.
  await applyMore(stage.hark(), { workflows: [failing(2, right)] });
  await page.goto(`${stage.hark().url}/workflows/${id}/versions`);
  // The live version has nothing to restore.
  await page.getByRole('button', { name: 'Restore to draft: Version 1' }).waitFor();
  expect(await page.getByRole('button', { name: /^Restore to draft/ }).count()).toBe(1);
  await page.goto(`${stage.hark().url}/runs/${run}`);
  await page.getByRole('button', { name: 'Retry', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/This run used version 1\. Version 2 has been published since\./).waitFor();
  expect(await dialog.getByLabel('The first step, with version 2').isChecked()).toBe(true);
  await dialog.getByLabel('The failed step, with version 1').waitFor();
  await dialog.getByRole('button', { name: 'Retry with version 2' }).click();
  await page.waitForURL((url) => /\/runs\//.test(url.pathname) && !url.pathname.endsWith(run));
  await page.getByText('Succeeded').first().waitFor({ timeout: 30_000 });
  expect(await page.getByRole('main').locator('[aria-expanded="true"]').count()).toBe(0);
  await page.context().close();
}, 120_000);
