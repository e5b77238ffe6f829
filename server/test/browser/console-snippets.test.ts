// The code that the screen of a listener offers, taken from the screen and run as it stands, under every combination of the two protections.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { people, useConsole } from '../harness/console/console-stage.ts';
import { eventually } from '../harness/eventually.ts';

const run = promisify(execFile);
const owner = people.builder.email;
const steps = [{ name: 'end', type: 'stop', as: 'succeeded' }];
const cors = { allow_cors: true, cors_domains: 'https://shop.example' };
const combinations: Record<string, { add_authentication?: boolean; allow_cors?: boolean }> = {
  'No protection': {},
  'Token check': { add_authentication: true },
  'Cross-origin check': cors,
  'Both protections': { add_authentication: true, ...cors },
};
const stage = useConsole('snippets', {
  workflows: Object.entries(combinations).map(([name, listener]) => ({ name, owner, listener, steps })),
});

/** How people run what they copied. */
const languages = {
  curl: ['bash', '-c'],
  JavaScript: [process.execPath, '--input-type=module', '-e'],
  Python: ['python3', '-c'],
} as const;

const idOf = (name: string) => {
  const found = stage.applied().workspaces[0]?.workflows?.find((workflow) => workflow.name === name);
  return (found as unknown as { id: number }).id;
};

const codeOf = (page: Page) => page.getByRole('region', { name: 'How to call it' }).locator('pre');

/** What a shell prints. */
async function execute(language: keyof typeof languages, code: string): Promise<string> {
  const [command, ...args] = languages[language];
  const { stdout } = await run(command, [...args, code], { timeout: 30_000 });
  return stdout;
}

const countRuns = async (name: string) => {
  const [row] = await stage
    .hark()
    .query<{ count: string }>('select count(*) from runs where workflow_id = $1', [idOf(name)]);
  return Number(row?.count);
};

test.each(Object.entries(combinations))(
  '%s: curl, JavaScript and Python run as they stand, and each starts a run',
  async (name, { add_authentication = false }) => {
    const { page } = await stage.open('builder', `/workflows/${idOf(name)}/listener`);
    if (add_authentication) await page.getByText('holds for one hour').waitFor();
    for (const [index, language] of (Object.keys(languages) as (keyof typeof languages)[]).entries()) {
      await page.getByRole('radiogroup', { name: 'Language' }).getByText(language, { exact: true }).click();
      const told = await execute(language, (await codeOf(page).textContent()) ?? '');
      expect(told, language).toMatch(/"run_id":"[0-9a-f-]{36}"/);
      if (language !== 'curl') expect(told).toMatch(/^200 /);
      await eventually(async () => expect(await countRuns(name)).toBe(index + 1));
    }
    await page.context().close();
  },
  60_000,
);

test('what the maker of tokens and the inspector offer runs, too', async () => {
  const name = 'Both protections';
  const before = await countRuns(name);
  const { page } = await stage.open('builder', `/workflows/${idOf(name)}/listener?tab=tokens`);
  await page.getByRole('button', { name: 'Make the token' }).click();
  const command = (await page.getByText(/^curl -X POST/).textContent()) ?? '';
  expect(await execute('curl', command)).toContain('run_id');
  await page.goto(`${stage.hark().url}/requests?workflow=${idOf('No protection')}`);
  await page.getByRole('table', { name: 'Requests' }).getByRole('link').first().click();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('dialog').getByRole('button', { name: 'Copy the command' }).click();
  const copied = await page.evaluate<string>('navigator.clipboard.readText()');
  expect(await execute('curl', copied)).toContain('run_id');
  expect(await countRuns(name)).toBe(before + 1);
  await page.context().close();
}, 60_000);

test('code with a token of an old secret is refused, so the ones above could have been', async () => {
  const { page } = await stage.open('builder', `/workflows/${idOf('Token check')}/listener`);
  await page.getByText('holds for one hour').waitFor();
  const code = (await codeOf(page).textContent()) ?? '';
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'New secret …' }).click();
  await page.getByRole('button', { name: 'Make a new secret' }).click();
  await page.getByText('Give it to the callers.').waitFor();
  expect(await execute('curl', code)).toContain('Not authorized. Invalid or expired token.');
  await page.getByRole('tab', { name: 'Call it' }).click();
  await page.getByText('holds for one hour').waitFor();
  const fresh = (await codeOf(page).textContent()) ?? '';
  expect(fresh).not.toBe(code);
  expect(await execute('curl', fresh)).toContain('run_id');
  await page.context().close();
}, 60_000);
