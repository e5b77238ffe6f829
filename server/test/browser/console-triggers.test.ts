// A workflow's triggers on its page, and starting it by hand (spec/triggers §4.1).
import { expect, test } from 'vitest';
import { people, useConsole } from '../harness/console/console-stage.ts';

const owner = people.builder.email;
const steps = [{ name: 'note', type: 'set', values: { said: '{{ __data.reason }}' } }];

const stage = useConsole('triggers', {
  leads: [
    { email: 'bea@x.test', first_name: 'Bea', last_name: 'Second', owner },
    { email: 'ada@x.test', first_name: 'Ada', last_name: 'First', city: 'Zurich', owner },
  ],
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
            { name: 'city', label: 'City' },
          ],
        },
      ],
    },
    { name: 'Plain', owner, steps },
    { name: 'Edited', owner, steps },
  ],
});

const idOf = async (name: string) =>
  (await stage.hark().query<{ id: number }>('select id from workflows where name = $1', [name]))[0]?.id;

test('the Triggers tab lists all triggers, and Run asks for the inputs and opens the run', async () => {
  const seen = await stage.open('builder', `/workflows/${await idOf('Triggered')}/triggers`);
  const { page } = seen;
  const list = page.getByRole('region', { name: 'Triggers' });
  await list.getByText('0 8 * * MON-FRI (Europe/Zurich)').waitFor();
  // When the schedule starts the workflow next.
  expect(await list.getByRole('time').count()).toBe(1);
  await list.getByText(/Only if one of these fields changes: city/).waitFor();
  await list.getByText(/asks for: Reason, day, City/).waitFor();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Run Triggered' });
  await dialog.getByLabel('Reason').fill('Customer called');
  await stage.look(seen, 'run-workflow');
  await dialog.getByRole('button', { name: 'Start run' }).click();
  await page.waitForURL(({ pathname }) => pathname.startsWith('/runs/'));
  await page.getByText('Customer called').first().waitFor();
});

test('a builder adds, edits and deletes triggers, and errors appear at their field', async () => {
  const seen = await stage.open('builder', `/workflows/${await idOf('Edited')}/triggers`);
  const { page } = seen;
  const list = page.getByRole('region', { name: 'Triggers' });
  const dialog = page.getByRole('dialog');
  const add = async (type: string) => {
    await list.getByRole('button', { name: 'Add trigger' }).click();
    await dialog.getByLabel('Starts the workflow').selectOption(type);
  };
  const save = () => dialog.getByRole('button', { name: /^(Add trigger|Save)$/ }).click();

  await add('On a schedule');
  await dialog.getByRole('textbox', { name: 'Schedule' }).fill('0 25 * * *');
  await save();
  await dialog
    .getByRole('textbox', { name: 'Schedule', description: /hour/ })
    .and(page.locator('[aria-invalid=true]'))
    .waitFor();
  await stage.look(seen, 'trigger-error');
  await dialog.getByRole('textbox', { name: 'Schedule' }).fill('0 6 * * *');
  await dialog.getByLabel('Time zone').selectOption('Europe/Zurich');
  await save();
  await list.getByText('0 6 * * * (Europe/Zurich)').waitFor();

  await add('When a lead changes');
  await dialog.getByRole('checkbox', { name: 'City' }).check();
  await dialog.getByRole('button', { name: 'Add filter' }).click();
  await dialog.getByLabel('Field', { exact: true }).selectOption('Email');
  await dialog.getByLabel('Value').fill('example.test');
  await stage.look(seen, 'trigger-lead');
  await save();
  await list.getByText(/Only if one of these fields changes: city/).waitFor();
  await list.getByText(/Only leads that match its filters/).waitFor();

  await add('By hand, with a form');
  await dialog.getByRole('button', { name: 'Add input' }).click();
  await dialog.getByLabel('Name').fill('1st');
  await save();
  await dialog.getByText(/Must be a letter/).waitFor();
  await dialog.getByLabel('Name').fill('reason');
  await dialog.getByRole('checkbox', { name: 'Required' }).check();
  await stage.look(seen, 'trigger-manual');
  await save();
  await list.getByText(/asks for: reason/).waitFor();

  await list.getByRole('button', { name: 'Edit trigger: Schedule' }).click();
  await dialog.getByLabel('After downtime').selectOption('Start no missed runs');
  await save();
  await dialog.waitFor({ state: 'detached' });
  await list.getByRole('button', { name: 'Delete trigger: Lead changed' }).click();
  await dialog.getByRole('button', { name: 'Delete trigger' }).click();
  await dialog.waitFor({ state: 'detached' });
  const stored = await stage
    .hark()
    .query<{ type: string; settings: { catch_up?: string } }>(
      'select type, settings from workflow_triggers where workflow_id = $1 order by position',
      [await idOf('Edited')],
    );
  expect(stored.map(({ type }) => type)).toEqual(['schedule', 'manual']);
  expect(stored[0]?.settings.catch_up).toBe('none');
});

test('a lead starts a workflow with a manual trigger, with its own values filled in', async () => {
  const { page } = await stage.open('administrator', '/leads?order=last_name');
  await page.getByRole('link', { name: 'Ada First' }).click();
  await page.getByRole('heading', { name: 'Ada First', level: 1 }).waitFor();
  const next = page.getByRole('button', { name: 'Next lead' });
  const previous = page.getByRole('button', { name: 'Previous lead' });
  // The record follows the order of the list that it was opened from.
  await expect.poll(() => next.getAttribute('aria-disabled')).toBe('false');
  expect(await previous.getAttribute('aria-disabled')).toBe('true');
  await next.click();
  await page.getByRole('heading', { name: 'Bea Second', level: 1 }).waitFor();
  await expect.poll(() => previous.getAttribute('aria-disabled')).toBe('false');
  await page.keyboard.press('k');
  await page.getByRole('heading', { name: 'Ada First', level: 1 }).waitFor();
  // Values that Hark maintains are folded, and the owner is in the header.
  expect(await page.getByText('Date added', { exact: true }).isVisible()).toBe(false);
  await page.getByText('System fields').click();
  await page.getByText('Date added', { exact: true }).waitFor();
  expect(await page.getByText('Owner ID').count()).toBe(0);

  await page.getByRole('button', { name: 'Start workflow' }).click();
  const dialog = page.getByRole('dialog', { name: 'Start workflow' });
  // Plain has no manual trigger, so it isn't offered here.
  const workflow = dialog.getByLabel('Workflow');
  expect(await workflow.getByRole('option').allTextContents()).not.toContain('Plain');
  await workflow.selectOption('Triggered');
  expect(await dialog.getByLabel('City').inputValue()).toBe('Zurich');
  await dialog.getByLabel('Reason').fill('From the lead');
  await dialog.getByRole('button', { name: 'Start run' }).click();
  await page.waitForURL(({ pathname }) => pathname.startsWith('/runs/'));
  await page.getByText('Zurich').first().waitFor();
});
