// A workflow's triggers on its page, and starting it by hand (spec/triggers §4.1).
import { expect, test } from 'vitest';
import { people, useConsole } from '../harness/console/console-stage.ts';

const owner = people.builder.email;
const steps = [{ name: 'note', type: 'set', values: { said: '{{ __data.reason }}' } }];

const stage = useConsole('triggers', {
  workflows: [
    {
      name: 'Triggered',
      owner,
      steps,
      triggers: [
        { type: 'schedule', cron: '0 8 * * MON-FRI', timezone: 'Europe/Zurich' },
        { type: 'lead.updated', fields: ['city'] },
        {
          type: 'manual',
          inputs: [
            { name: 'reason', label: 'Reason', required: true },
            { name: 'day', type: 'date' },
          ],
        },
      ],
    },
    { name: 'Plain', owner, steps },
  ],
});

const idOf = async (name: string) =>
  (await stage.hark().query<{ id: number }>('select id from workflows where name = $1', [name]))[0]?.id;

test('the Triggers tab lists all triggers, and Run asks for the inputs and opens the run', async () => {
  const seen = await stage.open('builder', `/workflows/${await idOf('Triggered')}/triggers`);
  const { page } = seen;
  const list = page.getByRole('region', { name: 'Other triggers' });
  await list.getByText('0 8 * * MON-FRI (Europe/Zurich)').waitFor();
  expect(await list.getByRole('time').count()).toBe(5);
  await list.getByText('Only if one of these fields changes: city').waitFor();
  await list.getByText('Asks for: Reason, day').waitFor();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Run Triggered' });
  await dialog.getByLabel('Reason').fill('Customer called');
  await stage.look(seen, 'run-workflow');
  await dialog.getByRole('button', { name: 'Start run' }).click();
  await page.waitForURL(({ pathname }) => pathname.startsWith('/runs/'));
  await page.getByText('Customer called').first().waitFor({ timeout: 30_000 });
  expect(seen.mistakes).toEqual([]);
  await page.context().close();
}, 120_000);

test('a workflow without a manual trigger takes any data', async () => {
  const seen = await stage.open('builder', `/workflows/${await idOf('Plain')}/triggers`);
  const { page } = seen;
  await page.getByText('This workflow has no other triggers.').waitFor();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Run Plain' });
  await dialog.getByLabel('Data').fill('nonsense');
  await dialog.getByText('Enter a JSON object').waitFor();
  await dialog.getByLabel('Data').fill('{"reason": "Any data"}');
  await dialog.getByRole('button', { name: 'Start run' }).click();
  await page.waitForURL(({ pathname }) => pathname.startsWith('/runs/'));
  await page.getByText('Any data').first().waitFor({ timeout: 30_000 });
  expect(seen.mistakes).toEqual([]);
  await page.context().close();
}, 120_000);
