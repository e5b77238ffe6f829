// Tests workflows in the console: the list, building a workflow by keyboard, errors shown where they occur, publishing,
// differences, and test runs.
import { expect, test } from 'vitest';
import { people, useConsole } from '../harness/console/console-stage.ts';
import { tabOf, triggerPartOf } from '../harness/console/workflow-tabs.ts';
import { eventually } from '../harness/eventually.ts';

const stage = useConsole('workflows', {
  workflows: [
    {
      name: 'Form to lead',
      owner: people.builder.email,
      enabled: true,
      listener: {},
      steps: [
        {
          name: 'has_email',
          type: 'branch',
          if: '{{ __data.email is not empty }}',
          // biome-ignore lint/suspicious/noThenProperty: spec/provisioning §5 defines this key.
          then: [
            {
              name: 'save',
              type: 'lead.find',
              match: { email: '{{ __data.email }}' },
            },
          ],
          else: [{ name: 'refuse', type: 'stop', as: 'failed', message: 'No email was sent.' }],
        },
      ],
    },
    {
      name: 'Emails its owner',
      owner: people.builder.email,
      enabled: true,
      listener: {},
      steps: [
        { name: 'tell', type: 'notify', user: people.builder.email, subject: 'News', text: 'A new lead.' },
      ],
    },
  ],
});

test('a workflow is built from scratch by keyboard, fixed, published, compared and tested', async () => {
  const seen = await stage.open('builder', '/workflows');
  const { page } = seen;
  const key = (...keys: string[]) =>
    keys.reduce((done, one) => done.then(() => page.keyboard.press(one)), Promise.resolve());
  await page.getByRole('button', { name: 'New workflow' }).focus();
  await key('Enter');
  await page.getByRole('dialog').getByRole('textbox').fill('By hand');
  await page.getByRole('radio', { name: 'Blank workflow' }).check();
  await stage.look(seen, 'new');
  await page.getByRole('button', { name: 'Create workflow' }).focus();
  await key('Enter');
  await page.getByRole('heading', { name: 'By hand', level: 1 }).waitFor();
  // There is no published version to compare with, and a new workflow without steps is not an error.
  await page.getByText('Draft saved', { exact: true }).waitFor();

  // The first step is chosen and edited without a mouse.
  await page.getByRole('button', { name: 'Add a step to the workflow' }).focus();
  await key('Enter');
  await expect
    .poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")'))
    .toBe('Find a step');
  await page.keyboard.type('set v');
  await page.getByRole('button', { name: /^Set variables/ }).waitFor();
  await page.getByRole('button', { name: /^Wait/ }).waitFor({ state: 'hidden' });
  await stage.look(seen, 'add-step');
  await key('Enter');
  await page.getByRole('button', { name: 'Add variable' }).focus();
  await key('Enter');
  // The new step has the focus.
  await page.keyboard.type('greeting');
  // The editor loads when it is first needed.
  await page.getByRole('textbox', { name: 'Value of greeting' }).waitFor();
  await key('Tab');
  await page.keyboard.type('Hello {{ __data.first_name|uper');
  // Nothing is wrong before the user leaves the field.
  await page.getByRole('button', { name: '1 issue' }).waitFor();
  expect(await page.locator('.cm-lintRange-error').count()).toBe(0);
  await page.getByRole('button', { name: 'Save draft' }).focus();
  // The error is shown at its position, with the server's message.
  await page.getByText('There is no filter uper. Did you mean upper?').first().waitFor();
  await page.locator('.cm-lintRange-error').first().waitFor();
  expect(await page.locator('.cm-lintRange-error').first().textContent()).toBe('uper');
  expect(await page.getByRole('button', { name: 'Publish' }).isDisabled()).toBe(true);
  await stage.look(seen, 'mistake');
  await page.getByRole('textbox', { name: 'Value of greeting' }).focus();
  await key('Control+a');
  await page.keyboard.type('Hello {{ __data.first_name|upper');
  await page.getByText('"Hello ANN"').waitFor();
  await page.getByText('No errors').waitFor();

  // Adds a second step above the first, moves it with the keyboard, and undoes and redoes the move.
  await page.getByRole('button', { name: 'Add a step to the workflow' }).focus();
  await key('Enter');
  // Arrow keys also move between types.
  const focusedText = () => page.evaluate<string>('document.activeElement.textContent');
  for (let count = 0; count < 30 && !(await focusedText()).startsWith('Stop'); count++)
    await key('ArrowDown');
  await key('Enter');
  const heads = () =>
    page.locator('[data-step]').evaluateAll((all) => all.map((one) => (one.textContent ?? '').split(' ')[0]));
  const stop = page.getByRole('button', { name: /^Stop/ });
  await stop.focus();
  await key('Alt+ArrowUp');
  await eventually(async () => expect(await heads()).toEqual(['Stop', 'Set']));
  await page.getByRole('button', { name: 'Undo' }).click();
  await eventually(async () => expect(await heads()).toEqual(['Set', 'Stop']));
  await page.getByRole('button', { name: 'Redo' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await stop.focus();
  await key('Control+d');
  await eventually(async () => expect(await heads()).toEqual(['Set', 'Stop', 'Stop']));
  await page.getByRole('button', { name: /^Stop 2/ }).focus();
  await key('Delete');
  await eventually(async () => expect(await heads()).toEqual(['Set', 'Stop']));

  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('dialog', { name: 'Publish version 1' }).getByText('Added').first().waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Version 1 is published', { exact: true }).waitFor();

  await tabOf(page, 'Test').click();
  await page.getByRole('button', { name: 'Test workflow' }).click();
  await page.getByText('The run would succeed').waitFor();
  await page.locator('summary').first().click();
  await page.getByText('"greeting": "Hello ANN"').first().waitFor();

  await tabOf(page, 'Build').click();
  await page.getByRole('button', { name: /^Stop/ }).click();
  await page.getByRole('textbox', { name: 'Message' }).focus();
  await page.keyboard.type('Done');
  await page.getByText('No errors').waitFor();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByText('Draft saved, not published').waitFor();
  await tabOf(page, 'Versions').click();
  await page.getByRole('region', { name: 'Changed: Stop' }).getByText('Done').waitFor();
});

test('without SMTP_URL, the builder and the publish dialog show a warning for an email step', async () => {
  const failure = "Email isn't set up on this installation (SMTP_URL).";
  const seen = await stage.open('builder', '/workflows');
  const { page } = seen;
  await page.getByRole('link', { name: 'Emails its owner' }).click();
  const step = page.getByRole('button', { name: /^Tell Email a user/ });
  await step.getByText('1 warning').waitFor();
  await step.click();
  await page.getByText(`${failure} This step will fail.`).waitFor();
  await page.getByRole('textbox', { name: 'Subject' }).focus();
  await page.keyboard.type('New lead');
  await page.getByText('1 warning · No errors').waitFor();
  await stage.look(seen, 'email-warning');
  await page.getByRole('button', { name: 'Publish' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish version 2' });
  await dialog.getByText(`tell: ${failure} This step will fail.`).waitFor();
  await stage.lookInAll(seen, 'email-publish');
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Version 2 is published', { exact: true }).waitFor();
});

test('a workflow is one page: each tab has its own URL, and the former webhook URL opens the Triggers tab', async () => {
  const path = await firstWorkflow();
  const { page } = await stage.open('builder', `${path}/listener?tab=settings`);
  await page.waitForURL(`**${path}/triggers?tab=settings`);
  await page.getByRole('heading', { level: 1, name: 'Form to lead' }).waitFor();
  expect(await tabOf(page, 'Triggers').getAttribute('aria-current')).toBe('page');
  expect(await triggerPartOf(page, 'Options').getAttribute('aria-current')).toBe('page');
  // The tabs work with the keyboard alone.
  await tabOf(page, 'Versions').focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**${path}/versions`);
  await page.goBack();
  await page.waitForURL(`**${path}/triggers?tab=settings`);
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Workflows' }).click();
  await page.waitForURL('**/workflows');
});

test("another user's change is not overwritten", async () => {
  const path = await firstWorkflow();
  const [mine, theirs] = [await stage.open('builder', path), await stage.open('administrator', path)];
  const change = async ({ page }: typeof mine, text: string) => {
    await page.getByRole('button', { name: /^Refuse/ }).click();
    await page.getByRole('textbox', { name: 'Message' }).focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.type(text);
    await page.getByRole('button', { name: 'Save draft' }).click();
  };
  await theirs.page.getByText("Runs with Ben Builder's permissions.").waitFor();
  await change(theirs, 'Ada was here');
  await theirs.page.getByText('Draft saved, not published').waitFor();
  await change(mine, 'Ben was here');
  const dialog = mine.page.getByRole('dialog', { name: 'Someone else changed this draft' });
  await dialog.getByText('Ada Admin saved the draft after you opened it.').waitFor();
  await dialog.getByText('Ada was here').waitFor();
  await stage.look(mine, 'conflict');
  await dialog.getByRole('button', { name: 'Discard my changes and load theirs' }).click();
  await mine.page.getByText('Ada was here').first().waitFor();
});

test('a message does not cover the panel of the open step', async () => {
  const { page } = await stage.open('builder', await firstWorkflow());
  await page.getByRole('button', { name: /^Refuse/ }).click();
  const test = page.getByRole('button', { name: 'Test step' });
  await test.waitFor();
  const enabled = page.getByRole('switch', { name: 'Enabled' });
  await enabled.click({ force: true });
  await page.getByRole('dialog').getByRole('button').last().click();
  const message = page.locator('.mantine-Notification-root');
  await message.waitFor();
  const distance = async () => {
    const [left, right] = [await message.boundingBox(), await test.boundingBox()];
    return left && right ? right.x - left.x - left.width : 0;
  };
  // The message slides into its place.
  await expect.poll(distance).toBeGreaterThan(0);
  await enabled.click({ force: true });
  await page.getByRole('switch', { name: 'Enabled', checked: true }).waitFor();
});

test('versions that could not be loaded show why, and a retry loads them', async () => {
  const seen = await stage.open('builder', await firstWorkflow());
  const { page } = seen;
  const areVersions = ({ pathname }: URL) => /^\/console\/workflows\/\d+\/versions$/.test(pathname);
  await page.route(areVersions, (route) => route.fulfill({ status: 503, body: '{}' }));
  await tabOf(page, 'Versions').click();
  await page.getByText("The server couldn't process the request. Try again in a moment.").waitFor();
  // The browser logs the failed requests, which are expected.
  for (const mistake of seen.mistakes.splice(0)) expect(mistake).toContain('503');
  await page.unroute(areVersions);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('table', { name: 'Published versions' }).waitFor();
});

/** Returns the path of the workflow that the `builder` user owns. */
async function firstWorkflow(): Promise<string> {
  const { page } = await stage.open('builder', '/workflows');
  const path = await page.getByRole('link', { name: 'Form to lead', exact: true }).getAttribute('href');
  return path ?? '';
}
