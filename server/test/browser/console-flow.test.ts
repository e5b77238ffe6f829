// The builder's flow: dragging and copying steps, large workflows, the outline, the panel on a phone, inserting values,
// and the figures on the cards.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { isTooWide, looks } from '../harness/console/chromium.ts';
import { people, useConsole } from '../harness/console/console-stage.ts';
import { eventually } from '../harness/eventually.ts';
import { deliver } from '../harness/whole-hark.ts';

type Step = Record<string, unknown>;

/** Returns a branch whose sides contain further branches, and in total `2 ** depth` columns. */
function nested(depth: number, name: string): Step {
  const side = (key: string): Step[] => [
    { name: `${name}_${key}_set`, type: 'set', values: { seen: '{{ __data.email }}' } },
    ...(depth > 1 ? [nested(depth - 1, `${name}_${key}`)] : []),
    { name: `${name}_${key}_wait`, type: 'wait', for: '2 days' },
  ];
  // biome-ignore lint/suspicious/noThenProperty: spec/provisioning §5 defines this key.
  return { name, type: 'branch', if: '{{ __data.score >= 70 }}', then: side('y'), else: side('n') };
}

const owner = people.builder.email;
const stage = useConsole('flow', {
  workflows: [
    {
      name: 'Small',
      owner,
      listener: { add_authentication: true },
      steps: [
        {
          name: 'check',
          type: 'branch',
          if: '{{ __data.email is not empty }}',
          // biome-ignore lint/suspicious/noThenProperty: spec/provisioning §5 defines this key.
          then: [{ name: 'find', type: 'lead.find', match: { email: '{{ __data.email }}' } }],
        },
        { name: 'greet', type: 'set', values: { greeting: 'Hello' } },
        { name: 'call', type: 'http.request', method: 'GET', url: 'https://example.com/' },
        { name: 'end', type: 'stop', as: 'succeeded' },
      ],
    },
    {
      name: 'Other',
      owner,
      listener: {},
      steps: [{ name: 'end', type: 'stop', as: 'succeeded' }],
    },
    {
      name: 'Counted',
      owner,
      listener: {},
      steps: [
        { name: 'greet', type: 'set', values: { greeting: 'Hello' } },
        {
          name: 'check',
          type: 'branch',
          if: '{{ __data.email is not empty }}',
          // biome-ignore lint/suspicious/noThenProperty: spec/provisioning §5 defines this key.
          then: [{ name: 'skipped', type: 'stop', as: 'succeeded' }],
        },
        // The request contains no email address, so the step fails.
        { name: 'find', type: 'lead.find', match: { email: '{{ __data.email }}' } },
      ],
    },
    {
      name: 'Large',
      owner,
      listener: {},
      steps: [nested(4, 'b'), { name: 'last', type: 'stop', as: 'succeeded' }],
    },
  ],
});

const openWorkflow = async (name: string, as = looks[1]) => {
  const seen = await stage.open('builder', '/workflows', as);
  await seen.page.getByRole('link', { name, exact: true }).click();
  await seen.page.locator('[data-step="0"]').waitFor();
  return seen;
};

const tree = (page: Page) =>
  page
    .locator('[data-step]')
    .evaluateAll((cards) =>
      cards.map((card) => `${card.getAttribute('data-step')} ${(card.textContent ?? '').split(' ')[0]}`),
    );

const centerOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).boundingBox();
  if (!box) throw new Error(`${selector} is not visible.`);
  return [box.x + box.width / 2, box.y + box.height / 2] as const;
};

test('dragging a card to a plus sign moves its step, and Escape cancels the drag', async () => {
  const { page } = await openWorkflow('Small');
  const drag = async (from: string, to: string) => {
    await page.mouse.move(...(await centerOf(page, from)));
    await page.mouse.down();
    await page.mouse.move(...(await centerOf(page, to)), { steps: 8 });
  };
  const before = ['0 Check', '0.then.0 Find', '1 Greet', '2 Call', '3 End'];
  expect(await tree(page)).toEqual(before);
  await drag('[data-step="1"]', '[data-place="0.else.0"]');
  await page.keyboard.press('Escape');
  await page.mouse.up();
  expect(await tree(page)).toEqual(before);
  await drag('[data-step="1"]', '[data-place="0.else.0"]');
  await page.mouse.up();
  await eventually(async () =>
    expect(await tree(page)).toEqual(['0 Check', '0.then.0 Find', '0.else.0 Greet', '1 Call', '2 End']),
  );
  // Dropping doesn't open the step's panel.
  expect(await page.getByRole('complementary').count()).toBe(0);
});

test('a copied step can be pasted into another workflow, and other text is rejected', async () => {
  const { page } = await openWorkflow('Small');
  await page.locator('[data-step="0"]').focus();
  await page.keyboard.press('Control+c');
  await page.getByRole('link', { name: 'Workflows' }).first().click();
  await page.getByRole('link', { name: 'Other', exact: true }).click();
  await page.locator('[data-step="0"]').focus();
  await page.keyboard.press('Control+v');
  await eventually(async () => expect(await tree(page)).toEqual(['0 End', '1 Check', '1.then.0 Find']));
  await page.keyboard.press('Control+v');
  await eventually(async () => expect((await tree(page)).at(-1)).toBe('2.then.0 Find'));
  await page.evaluate(`document.querySelector('[data-step="0"]').dispatchEvent(
    new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: new DataTransfer() }))`);
  await page.getByText("The clipboard doesn't contain a step.").waitFor();
});

test('a workflow with 60 steps and nested branches needs no horizontal scrolling at 1,280 pixels, and fits when zoomed out', async () => {
  const { page } = await openWorkflow('Large');
  expect((await tree(page)).length).toBeGreaterThanOrEqual(60);
  const canvas = page.locator('[data-canvas]');
  const isCanvasTooWide = () => canvas.evaluate((one) => one.scrollWidth > one.clientWidth);
  const narrowest = () =>
    page.locator('[data-step]').evaluateAll((cards) => Math.min(...cards.map((card) => card.clientWidth)));
  expect([await isTooWide(page), await isCanvasTooWide()]).toEqual([false, false]);
  expect(await narrowest()).toBeGreaterThan(150);
  await page.locator('[data-step="1"]').click();
  await page.getByRole('complementary', { name: 'last' }).waitFor();
  expect([await isTooWide(page), await isCanvasTooWide()]).toEqual([false, false]);
  await page.keyboard.press('Escape');
  // There is no room for 16 columns, so all branches have their sides below each other.
  expect(await canvas.locator('[data-stacked]').count()).toBe(1);
  // At the end of the flow, there is room for the zoom buttons below the last card.
  await canvas.evaluate((one) => one.scrollTo(0, one.scrollHeight));
  const [last, zoom] = [
    await page.locator('[data-step="1"]').boundingBox(),
    await page.getByRole('group', { name: 'Zoom' }).boundingBox(),
  ];
  expect(zoom?.y).toBeGreaterThanOrEqual((last?.y ?? 0) + (last?.height ?? 0));
  await page.getByRole('button', { name: 'Fit to screen' }).click();
  await eventually(async () => expect(await page.getByText(/^\d+%$/).textContent()).not.toBe('100%'));
  expect(await isCanvasTooWide()).toBe(false);
});

test.each(looks)(
  'the flow, the panel and the outline pass the accessibility and layout checks, $name',
  async (as) => {
    const seen = await openWorkflow('Small', as);
    const { page } = seen;
    await page.getByRole('region', { name: 'Webhook' }).getByText('Signed token').waitFor();
    // The branch has no step in its second side.
    await page.getByText('No steps', { exact: true }).waitFor();
    await stage.look(seen, 'flow', as);
    await page.locator('[data-step="2"]').click();
    // On a phone, the panel is a dialog that covers the screen.
    const panel = page.getByRole(as.width < 768 ? 'dialog' : 'complementary', { name: 'call' });
    await panel.getByRole('textbox', { name: 'URL' }).waitFor();
    await stage.look(seen, 'flow-panel', as);
    await panel.getByRole('tab', { name: 'Input' }).click();
    await panel.getByText("Check hasn't run in this sample.").waitFor();
    await stage.look(seen, 'flow-input', as);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
    await eventually(async () =>
      expect(await page.evaluate('document.activeElement.getAttribute("data-step")')).toBe('2'),
    );
    await page.getByText('Outline', { exact: true }).click();
    await page.getByRole('list', { name: 'check › Then' }).waitFor();
    await page.getByRole('region', { name: 'Webhook' }).getByText('Signed token').waitFor();
    await stage.look(seen, 'flow-outline', as);
  },
);

test('a list of methods offers all of them, and Escape closes only the list', async () => {
  const { page } = await openWorkflow('Small');
  await page.locator('[data-step="2"]').click();
  const method = page.getByRole('complementary', { name: 'call' }).getByLabel('Method').first();
  await method.click();
  const option = page.getByRole('option', { name: 'PATCH' });
  await option.waitFor();
  await page.keyboard.press('Escape');
  await option.waitFor({ state: 'hidden' });
  await method.click();
  await option.click();
  expect(await method.inputValue()).toBe('PATCH');
});

test('a value is inserted from the list by its name, and a result that needs a step is unknown until the step has run', async () => {
  const seen = await openWorkflow('Small');
  const { page } = seen;
  await page.locator('[data-step="1"]').click();
  const panel = page.getByRole('complementary', { name: 'greet' });
  const field = panel.getByRole('textbox', { name: 'Value of greeting' });
  await field.waitFor();
  await panel.getByRole('button', { name: 'Insert a value: Value of greeting' }).click();
  const values = page.getByRole('dialog', { name: 'Insert a value' });
  await stage.look(seen, 'flow-values');
  await values.getByRole('textbox', { name: 'Search data' }).fill('first');
  await page.keyboard.press('Enter');
  await eventually(async () => expect(await field.textContent()).toBe('HelloRequest body › first_name'));
  await panel.getByText('"HelloAnn"').waitFor();
  await page.keyboard.press('Control+a');
  // Completion offers the same values by the same names, before the functions. Names and paths can be typed.
  await page.keyboard.type('{{ ');
  const offered = page.getByRole('listbox', { name: 'Completions' }).getByRole('option');
  await offered.first().getByText('Request body › email').waitFor();
  await offered.first().getByText('ann@example.com').waitFor();
  await page.keyboard.type('first');
  await offered.getByText('Request body › first_name').waitFor();
  await eventually(async () => expect(await offered.count()).toBe(1));
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('{{ __data.first');
  await eventually(async () => expect(await offered.count()).toBe(1));
  // The list ignores a click while it is being updated.
  await eventually(async () => {
    if ((await offered.count()) > 0) await offered.first().click({ timeout: 1_000 });
    expect(await panel.getByText('"Ann"').count()).toBe(1);
  });
  await page.keyboard.press('Control+a');
  await page.keyboard.type('{{ steps.find.output.id');
  await panel.getByText('Unknown until Find has run').waitFor();
});

test('steps that handle a failure are added below the step, and removing the last one lets the run continue', async () => {
  const seen = await openWorkflow('Small');
  const { page } = seen;
  await page.locator('[data-step="1"]').click();
  const panel = page.getByRole('complementary', { name: 'greet' });
  await panel.getByRole('combobox', { name: 'If this step fails' }).click();
  await page.getByRole('option', { name: 'Run other steps, then continue' }).click();
  await page.getByRole('button', { name: 'Add a step to greet › If it fails' }).click();
  await page.getByRole('textbox', { name: 'Find a step' }).fill('set v');
  await page.keyboard.press('Enter');
  await eventually(async () => expect(await tree(page)).toContain('1.on_error.0 Set'));
  const handler = page.getByRole('complementary', { name: 'set' });
  await handler.getByRole('button', { name: 'Add variable' }).click();
  await page.keyboard.type('why');
  const field = handler.getByRole('textbox', { name: 'Value of why' });
  await field.focus();
  await page.keyboard.type('{{ error.message');
  await page.getByText('No errors').waitFor();
  await stage.lookInAll(seen, 'flow-handler');
  await page.locator('[data-step="1.on_error.0"]').focus();
  await page.keyboard.press('Delete');
  await page.getByText('Continues if it fails').waitFor();
});

test('the cards show how often each step ran and failed, in the last 24 hours or for the sample request', async () => {
  const workflow = stage.applied().workspaces[0]?.workflows?.find(({ name }) => name === 'Counted');
  const { run } = await deliver(workflow?.listener.url ?? '', { first_name: 'Ann' });
  const statusOfRun = () =>
    stage.hark().query<{ status: string }>('select status from runs where id = $1', [run]);
  await eventually(async () => expect((await statusOfRun())[0]?.status).toBe('failed'));
  const seen = await openWorkflow('Counted');
  const { page } = seen;
  const card = (name: string) => page.getByRole('button', { name: new RegExp(`^${name} `, 'i') });
  const figures = page.getByRole('combobox', { name: 'Run data' });
  const expectFigures = async () => {
    await card('greet').getByText('ran once').waitFor();
    await card('skipped').getByText('Not reached').waitFor();
    await card('find').getByText('1 failed').waitFor();
    expect(await card('greet').getByText('failed').count()).toBe(0);
  };
  // A workflow that had runs shows their figures without being asked.
  await expectFigures();
  expect(await figures.inputValue()).toBe('day');
  await page.getByText('1 run', { exact: true }).waitFor();
  await stage.lookInAll(seen, 'flow-figures');

  await deliver(workflow?.listener.url ?? '', { first_name: 'Bea' });
  // The figures update without a reload.
  await card('find').getByText('2 failed').waitFor();
  await card('greet').getByText('ran 2 times').waitFor();
  await figures.selectOption('Sample request');
  await expectFigures();
  await figures.selectOption('Off');
  await page.getByText('ran once').first().waitFor({ state: 'hidden' });
});
