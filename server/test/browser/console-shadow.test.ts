// Tests trying a draft on past requests, before it is published (spec/shadow §1.1).
import { expect, test } from 'vitest';
import { people, useConsole } from '../harness/console/console-stage.ts';
import { deliver } from '../harness/whole-hark.ts';

const stage = useConsole('shadow', {
  workflows: [
    {
      name: 'Quote',
      owner: people.administrator.email,
      enabled: true,
      listener: {},
      steps: [
        { name: 'price', type: 'set', values: { total: '{{ __data.hours * 95 }}' } },
        {
          name: 'save',
          type: 'lead.create',
          fields: { email: '{{ __data.email }}', position: 'Quote: {{ __data.total }} EUR' },
        },
        { name: 'reply', type: 'respond', status: 201, body: { total: '{{ __data.total }}' } },
      ],
    },
  ],
});

test('a draft is tried on past requests by keyboard, and shows what would change, field by field', async () => {
  const url = stage.applied().workspaces[0]?.workflows?.[0]?.listener.url ?? '';
  const runs: string[] = [];
  for (const [index, hours] of [8, 12.5, 40, 4, 16].entries())
    runs.push((await deliver(url, { email: `lea-${index}@acme.test`, hours })).run ?? '');
  const seen = await stage.open('administrator', '/workflows');
  const { page } = seen;
  for (const run of runs) {
    await page.goto(`${stage.hark().url}/runs/${run}`);
    await page.getByText('Succeeded').first().waitFor();
  }
  await page.goto(`${stage.hark().url}/workflows`);
  await page.getByRole('link', { name: 'Quote', exact: true }).click();
  await page.getByRole('button', { name: /^Price/ }).click();
  await page.getByRole('textbox', { name: 'Value of total' }).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('{{ (__data.hours|round) * 95');
  await page.getByText('No errors').waitFor();
  // On a phone, the open step would cover the dialog.
  await page.getByRole('button', { name: 'Close (Esc)' }).click();
  await page.getByRole('button', { name: 'Publish' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish version 2' });
  const past = dialog.getByRole('region', { name: 'Past requests' });
  await past.getByRole('combobox', { name: 'How many past requests' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await past.getByText('4 the same, 1 different').waitFor();
  const different = past.getByRole('region', { name: `Run ${runs[1]?.slice(0, 13)}` });
  await different.getByText('respond.body.total').waitFor();
  await different.getByText('leads.new-lead-1.position').waitFor();
  expect(await different.getByRole('link').getAttribute('href')).toBe(`/runs/${runs[1]}`);
  await different.scrollIntoViewIfNeeded();
  await stage.lookInAll(seen, 'shadow');
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Published version 2.').first().waitFor();
});
