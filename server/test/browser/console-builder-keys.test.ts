// The workflow builder works by keyboard alone: every control is reachable with Tab and arrow keys, shows its focus,
// and is announced to screen readers.
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
          // biome-ignore lint/suspicious/noThenProperty: spec/provisioning §5 defines this key.
          then: [{ name: 'find', type: 'lead.find', match: { email: '{{ __data.email }}' } }],
        },
        { name: 'greet', type: 'set', values: { greeting: 'Hello' } },
        { name: 'end', type: 'stop', as: 'succeeded' },
      ],
    },
  ],
});

const maxTabs = 80;

/** Returns the accessible name of the focused element. */
const focused = (page: Page) =>
  page.evaluate<string>(
    `document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? ''`,
  );

/** Presses Tab until an element with this name has the focus. */
async function tabTo(page: Page, name: RegExp) {
  for (let count = 0; count < maxTabs; count++) {
    if (name.test(await focused(page))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${name}; the focus is on ${await focused(page)}.`);
}

/** Returns the step names in order, with their depth. */
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

test('steps are added, moved into and out of a branch, duplicated and deleted without a mouse, and each change is announced', async () => {
  const { page } = await stage.open('builder', '/workflows');
  const press = async (...keys: string[]) => {
    for (const key of keys) {
      await page.keyboard.press(key);
      // The focus follows once the step is rendered in its new position.
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    }
  };
  const said = (text: string) =>
    page.getByRole('status').filter({ hasText: text }).first().waitFor({ state: 'attached' });
  await tabTo(page, /^Three steps/);
  await press('Enter');
  await page.locator('[data-step="0"]').waitFor();
  await tabTo(page, /^Check/);
  expect(await isFocusSeen(page)).toBe(true);

  // Arrow keys move from step header to step header, also into the branch.
  await press('ArrowDown');
  await eventually(async () => expect(await focused(page)).toMatch(/^Find/));
  await press('ArrowDown', 'ArrowDown');
  await eventually(async () => expect(await focused(page)).toMatch(/^End/));
  await press('Alt+ArrowUp');
  await eventually(async () =>
    expect(await tree(page)).toEqual(['0 Check', '0.then.0 Find', '1 End', '2 Greet']),
  );
  await said('Moved End to position 2.');
  expect(await focused(page)).toMatch(/^End/);

  // Moves the step past the end of its list, out of the branch.
  await press('ArrowUp');
  await eventually(async () => expect(await focused(page)).toMatch(/^Find/));
  await press('Alt+ArrowDown');
  await eventually(async () => expect(await tree(page)).toEqual(['0 Check', '1 Find', '2 End', '3 Greet']));
  await press('Delete');
  await said('Deleted Find.');
  await eventually(async () => expect(await tree(page)).toEqual(['0 Check', '1 End', '2 Greet']));
  await eventually(async () => expect(await focused(page)).toMatch(/^Check/));

  // Adds a step between two others by choosing a type from the list. Its panel opens with the first field focused.
  await tabTo(page, /^Add a step before End$/);
  expect(await isFocusSeen(page)).toBe(true);
  await press('Enter');
  await tabTo(page, /^Wait/);
  expect(await isFocusSeen(page)).toBe(true);
  await press('Enter');
  await eventually(async () => expect(await tree(page)).toEqual(['0 Check', '1 Wait', '2 End', '3 Greet']));
  await said('Added Wait.');
  await eventually(async () => expect(await focused(page)).toBe('Duration'));
  // Escape returns to the step's card. Enter opens the panel again, at its title.
  await press('Escape');
  await eventually(async () => expect(await focused(page)).toMatch(/^Wait/));
  expect(await page.getByRole('complementary', { name: 'Wait' }).count()).toBe(0);
  await press('Enter');
  await eventually(async () => expect(await focused(page)).toBe('Wait'));

  // Uses the menu of the step to move it into the branch.
  await tabTo(page, /^More actions: Wait$/);
  await press('Enter');
  for (let count = 0; count < 8 && (await focused(page)) !== 'Check › Then'; count++)
    await press('ArrowDown');
  await press('Enter');
  await eventually(async () => expect((await tree(page))[1]).toBe('0.then.0 Wait'));
  await eventually(async () => expect(await focused(page)).toMatch(/^Wait/));
  await press('Control+d');
  await eventually(async () => expect(await tree(page)).toContain('0.then.1 Wait'));

  // After the last step is deleted, the focus is on a useful element.
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
});
