// A user undoes everything that someone changed, from the history of a lead, and then undoes the undo.
import { test } from 'vitest';
import { useConsole } from '../harness/console/console-stage.ts';

const leads = [{ email: 'lea@example.test', first_name: 'Lea', city: 'Bern' }];
const stage = useConsole('undo', { leads });

test('the dialog shows what would happen, and the job shows what did', async () => {
  const seen = await stage.open('administrator', '/leads');
  const { page } = seen;
  await page.getByRole('link', { name: 'Lea', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Lea', exact: true }).waitFor();
  const lead = page.url();
  const city = page.getByRole('button', { name: 'Edit City' });
  await city.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Basel');
  await page.keyboard.press('Enter');
  await page.getByText('City set to Basel').waitFor();
  await page.getByRole('button', { name: 'Undo changes…' }).first().click();
  await page.getByRole('menuitem', { name: 'Undo all changes by Ada Admin since then…' }).click();
  const dialog = page.getByRole('dialog', { name: /^Undo changes by / });
  await dialog.getByText('In 1 lead', { exact: false }).waitFor();
  await stage.lookInAll(seen, 'undo-dialog');
  await dialog.getByRole('button', { name: 'Undo changes' }).click();
  await page.getByText('Done · In 1 lead').waitFor();
  await stage.lookInAll(seen, 'undo-job');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page
    .getByRole('dialog', { name: /^Undo “Undo: / })
    .getByRole('button', { name: 'Undo changes' })
    .click();
  await page.getByRole('heading', { name: /^Undo: Undo: / }).waitFor();
  await page.getByText('Done · In 1 lead').waitFor();
  await page.goto(lead);
  await city.getByText('Basel').waitFor();
});
