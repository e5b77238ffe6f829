// Tests a single step in the builder.
import { test } from 'vitest';
import { people, useConsole } from '../harness/console/console-stage.ts';

const owner = people.builder.email;
const call = { name: 'call', type: 'http.request', url: 'https://partner.example/score' };
const grade = { name: 'grade', type: 'set', values: { score: '{{ steps.call.output.body.score }}' } };
const stage = useConsole('step-test', {
  workflows: [{ name: 'Scores', owner, listener: {}, steps: [call, grade] }],
});

const idOf = async (name: string) =>
  (await stage.hark().query<{ id: number }>('select id from workflows where name = $1', [name]))[0]?.id;
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
});
