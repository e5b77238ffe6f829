// The builder by keyboard alone: everything is reached by Tab and arrows, seen where it is, and said to who does not see it.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { people, useConsole } from '../harness/console/console-stage.ts';
import { eventually } from '../harness/eventually.ts';

const stage = useConsole('builder_keys', {
  workflows: [
    {
      name: 'Three steps',
      owner: people.builder.email,
      listener: {},
      steps: [
        {
          name: 'check',
          type: 'branch',
          if: '{{ __data.email is not empty }}',
          // biome-ignore lint/suspicious/noThenProperty: the key that spec/provisioning §5 fixes.
          then: [{ name: 'find', type: 'lead.find', match: { email: '{{ __data.email }}' } }],
        },
        { name: 'greet', type: 'set', values: { greeting: 'Hello' } },
        { name: 'end', type: 'stop', as: 'succeeded' },
      ],
    },
  ],
});

const mostTabs = 80;

/** What has the focus, as a screen reader names it. */
const focused = (page: Page) =>
  page.evaluate<string>(
    `document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? ''`,
  );

/** The option of an open list that Enter would take. */
const chosen = (page: Page) =>
  page.evaluate<string>(
    `document.getElementById(document.activeElement?.getAttribute('aria-activedescendant') ?? '')?.textContent ?? ''`,
  );

/** Goes on by Tab until the focus is on what is called so. */
async function tabTo(page: Page, name: RegExp) {
  for (let count = 0; count < mostTabs; count++) {
    if (name.test(await focused(page))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${name} is not reached by Tab; the focus is on ${await focused(page)}.`);
}

/** The names of the steps in their order, and how deep each stands. */
const tree = (page: Page) =>
  page
    .locator('[data-step]')
    .evaluateAll((heads) =>
      heads.map((head) => `${head.getAttribute('data-step')} ${(head.textContent ?? '').split(' ')[0]}`),
    );

const isFocusSeen = (page: Page) =>
  page.evaluate<boolean>(`(() => {
    const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
    return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1;
  })()`);

test('steps are added, moved in and out, duplicated and deleted without a mouse; what happened is said', async () => {
  const seen = await stage.open('builder', '/workflows');
  const { page } = seen;
  const press = async (...keys: string[]) => {
    for (const key of keys) {
      await page.keyboard.press(key);
      // The focus follows once the step is drawn where it stands now.
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    }
  };
  const said = (text: string) =>
    page.getByRole('status').filter({ hasText: text }).first().waitFor({ state: 'attached' });
  await tabTo(page, /^Three steps/);
  await press('Enter');
  await page.locator('[data-step="0"]').waitFor();
  await tabTo(page, /^check/);
  expect(await isFocusSeen(page)).toBe(true);

  // Arrows walk from head to head, into the branch too.
  await press('ArrowDown');
  await eventually(async () => expect(await focused(page)).toMatch(/^find/));
  await press('ArrowDown', 'ArrowDown');
  await eventually(async () => expect(await focused(page)).toMatch(/^end/));
  await press('Alt+ArrowUp');
  await eventually(async () =>
    expect(await tree(page)).toEqual(['0 check', '0.then.0 find', '1 end', '2 greet']),
  );
  await said('end is at place 2 now.');
  expect(await focused(page)).toMatch(/^end/);

  // Out of the branch, by moving it down beyond the end of its list.
  await press('ArrowUp');
  await eventually(async () => expect(await focused(page)).toMatch(/^find/));
  await press('Alt+ArrowDown');
  await eventually(async () => expect(await tree(page)).toEqual(['0 check', '1 find', '2 end', '3 greet']));
  await press('Delete');
  await said('find is deleted.');
  await eventually(async () => expect(await tree(page)).toEqual(['0 check', '1 end', '2 greet']));
  await eventually(async () => expect(await focused(page)).toMatch(/^check/));

  // A step below the open one, chosen from the list of types.
  await press('Enter');
  await tabTo(page, /^Add below check$/);
  await press('Enter');
  await tabTo(page, /^Wait/);
  expect(await isFocusSeen(page)).toBe(true);
  await press('Enter');
  await eventually(async () => expect(await tree(page)).toEqual(['0 check', '1 wait', '2 end', '3 greet']));
  await said('wait is added.');
  await eventually(async () => expect(await focused(page)).toMatch(/^wait/));

  // Into the branch, by the list of places.
  await tabTo(page, /^Move to: wait$/);
  for (let count = 0; count < 5 && (await chosen(page)) !== 'check › then'; count++) await press('ArrowDown');
  await press('Enter');
  await eventually(async () => expect((await tree(page))[1]).toBe('0.then.0 wait'));
  await press('Control+d');
  await eventually(async () => expect(await tree(page)).toContain('0.then.1 wait_2'));

  // The last step taken away, the focus is where one can go on.
  await page.locator('[data-step="0"]').focus();
  for (const left of [2, 1, 0]) {
    await press('Delete');
    await eventually(async () =>
      expect((await tree(page)).filter((one) => /^\d /.test(one))).toHaveLength(left),
    );
  }
  await eventually(async () => expect(await focused(page)).toBe('Add a step to the workflow'));
  await press('Control+z');
  await eventually(async () => expect(await tree(page)).toHaveLength(1));
  expect(seen.mistakes).toEqual([]);
  await page.context().close();
}, 120_000);

test('a step is found by its name or by an everyday word, and Enter adds the best match', async () => {
  const expected = {
    wait: 'Wait',
    delay: 'Wait',
    sleep: 'Wait',
    if: 'Branch',
    condition: 'Branch',
    email: 'Mail a user',
    notify: 'Mail a user',
    loop: 'For each',
    'for each': 'For each',
    webhook: 'Call an address',
    'HTTP request': 'Call an address',
    api: 'Call an address',
    response: 'Answer the caller',
    lead: 'Create or change a lead',
    'lead.find': 'Find a lead',
    'Delete a lead': 'Delete a lead',
    'ends the run': 'Stop',
  };
  const { page } = await stage.open('builder', '/workflows');
  await page.getByRole('link', { name: 'Three steps' }).click();
  const heads = page.locator('[data-step]');
  await heads.first().waitFor();
  const before = await heads.count();
  const added: Record<string, string | undefined> = {};
  for (const word of Object.keys(expected)) {
    await page.getByRole('button', { name: 'Add a step to the workflow' }).click();
    await page.getByRole('textbox', { name: 'Find a step' }).fill(word);
    if ((await page.getByText(/^No matching steps|^No step is called/).count()) > 0) {
      await page.keyboard.press('Escape');
      continue;
    }
    await page.keyboard.press('Enter');
    await eventually(async () => expect(await heads.count()).toBe(before + 1));
    // The name of the step, then the name of its type, then perhaps the number of its mistakes.
    added[word] = (await heads.last().textContent())?.replace(/^\S+ /, '').replace(/\d+ mistakes?$/, '');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await eventually(async () => expect(await heads.count()).toBe(before));
  }
  expect(added).toEqual(expected);
  await page.context().close();
}, 120_000);
