// The table that all lists share, tried on the list of workflows.
import { expect, test } from 'vitest';
import { people, useConsole } from '../harness/console/console-stage.ts';

const owner = people.administrator.email;
const names = ['Billing', 'Newsletter', 'Alerts', 'Surveys'];
const workflows = names.map((name) => ({
  name,
  owner,
  steps: [{ name: 'done', type: 'set', values: { n: '1' } }],
}));
const stage = useConsole('table', { workflows });

test('rows are a single tab stop, and the keyboard moves between them and opens one', async () => {
  const { page } = await stage.open('administrator', '/workflows');
  const links = page.locator('tbody [data-row-link]');
  await links.first().waitFor();
  expect(
    await page.evaluate(
      `[...document.querySelectorAll('tbody [data-row-link]')].map((link) => link.tabIndex)`,
    ),
  ).toEqual([0, -1, -1, -1]);
  const listed = await links.allInnerTexts();
  const focused = () => page.evaluate<string>('document.activeElement.textContent');
  await page.keyboard.press('j');
  expect(await focused()).toBe(listed[0]);
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  expect(await focused()).toBe(listed[2]);
  await page.keyboard.press('k');
  expect(await focused()).toBe(listed[1]);
  await page.keyboard.press('End');
  expect(await focused()).toBe(listed[3]);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: listed[3] ?? '' }).waitFor();
});

test('columns can be sorted both ways and resized with the keyboard, and the width is remembered', async () => {
  const { page } = await stage.open('administrator', '/workflows');
  const listed = () => page.locator('tbody [data-row-link]').allInnerTexts();
  await page.getByRole('button', { name: 'Workflow', exact: true }).click();
  expect(await listed()).toEqual(names.toSorted());
  await page.getByRole('button', { name: 'Workflow', exact: true }).click();
  expect(await listed()).toEqual(names.toSorted().reverse());
  expect(await page.getByRole('columnheader', { name: 'Workflow' }).getAttribute('aria-sort')).toBe(
    'descending',
  );

  const widthOfStatus = async () =>
    (await page.getByRole('columnheader', { name: 'Status' }).boundingBox())?.width ?? 0;
  const before = await widthOfStatus();
  await page.getByRole('button', { name: 'Resize Status' }).press('ArrowRight');
  await page.getByRole('button', { name: 'Resize Status' }).press('ArrowRight');
  expect(await widthOfStatus()).toBe(before + 32);
  await page.reload();
  await page.locator('tbody [data-row-link]').first().waitFor();
  expect(await widthOfStatus()).toBe(before + 32);
});

test('compact rows are lower, a click anywhere on a row opens it, and the head stays in sight', async () => {
  const { page } = await stage.open('administrator', '/workflows');
  const row = page.locator('tbody tr').first();
  await row.waitFor();
  const heightOf = async () => (await row.boundingBox())?.height ?? 0;
  const comfortable = await heightOf();
  await page.getByRole('button', { name: 'Comfortable rows' }).click();
  expect(await heightOf()).toBeLessThan(comfortable);
  await page.setViewportSize({ width: 1280, height: 260 });
  await page.mouse.wheel(0, 2_000);
  const head = page.getByRole('columnheader', { name: 'Workflow' });
  await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(0);
  const bar = await page.getByRole('heading', { level: 1 }).boundingBox();
  expect((await head.boundingBox())?.y ?? 0).toBeGreaterThan(bar?.y ?? 0);
  const last = page.locator('tbody tr').last();
  const box = await last.boundingBox();
  await page.mouse.click((box?.x ?? 0) + 420, (box?.y ?? 0) + (box?.height ?? 0) / 2);
  await page.waitForURL(/\/workflows\/\d+/);
});
