// Copies the code samples from the listener screen and runs them unchanged, with every combination of the token check
// and the CORS check.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { people, useConsole } from '../harness/console/console-stage.ts';
import { triggerPartOf } from '../harness/console/workflow-tabs.ts';
import { eventually } from '../harness/eventually.ts';

const run = promisify(execFile);
const owner = people.builder.email;
const steps = [{ name: 'end', type: 'stop', as: 'succeeded' }];
const cors = { allow_cors: true, cors_domains: 'https://shop.example' };
const combinations: Record<string, { add_authentication?: boolean; allow_cors?: boolean }> = {
  'No checks': {},
  'Token check': { add_authentication: true },
  'CORS check': cors,
  'Both checks': { add_authentication: true, ...cors },
};
const stage = useConsole('snippets', {
  workflows: Object.entries(combinations).map(([name, listener]) => ({ name, owner, listener, steps })),
});

/** The commands with which users run the copied code. */
const languages = {
  curl: ['bash', '-c'],
  JavaScript: [process.execPath, '--input-type=module', '-e'],
  Python: ['python3', '-c'],
} as const;

const idOf = (name: string) => {
  const found = stage.applied().workspaces[0]?.workflows?.find((workflow) => workflow.name === name);
  return (found as unknown as { id: number }).id;
};

/** Copies the code with the button, because the screen doesn't show the token. */
async function copyFrom(page: Page, place: Locator): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await place.getByRole('button').click();
  return page.evaluate<string>('navigator.clipboard.readText()');
}

const copyCode = (page: Page) => copyFrom(page, page.getByRole('region', { name: 'Code examples' }));

/** Runs the code and returns its output. */
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
  '%s: the curl, JavaScript and Python samples run unchanged, and each starts a run',
  async (name, { add_authentication = false }) => {
    const { page } = await stage.open('builder', `/workflows/${idOf(name)}/triggers`);
    if (add_authentication) await page.getByText('expires in 1 hour').waitFor();
    for (const [index, language] of (Object.keys(languages) as (keyof typeof languages)[]).entries()) {
      await page.getByRole('radiogroup', { name: 'Language' }).getByText(language, { exact: true }).click();
      const output = await execute(language, await copyCode(page));
      expect(output, language).toMatch(/"run_id":"[0-9a-f-]{36}"/);
      if (language !== 'curl') expect(output).toMatch(/^200 /);
      await eventually(async () => expect(await countRuns(name)).toBe(index + 1));
    }
    await page.context().close();
  },
  60_000,
);

test('the commands that the token tool and the request inspector offer also run unchanged', async () => {
  const name = 'Both checks';
  const before = await countRuns(name);
  const { page } = await stage.open('builder', `/workflows/${idOf(name)}/triggers?tab=tokens`);
  await page.getByRole('button', { name: 'Create token' }).click();
  const block = page.locator('div:has(> pre)').filter({ hasText: /^curl -X POST/ });
  expect(await block.textContent()).toContain('Bearer ••••');
  expect(await execute('curl', await copyFrom(page, block))).toContain('run_id');
  await page.goto(`${stage.hark().url}/requests?workflow=${idOf('No checks')}`);
  await page.getByRole('button', { name: 'Copy as curl' }).click();
  const copied = await page.evaluate<string>('navigator.clipboard.readText()');
  expect(await execute('curl', copied)).toContain('run_id');
  expect(await countRuns(name)).toBe(before + 1);
  await page.context().close();
}, 60_000);

test('a sample whose token was signed with an old secret is rejected, so the samples are really checked', async () => {
  const { page } = await stage.open('builder', `/workflows/${idOf('Token check')}/triggers`);
  await page.getByText('expires in 1 hour').waitFor();
  const code = await copyCode(page);
  await triggerPartOf(page, 'Options').click();
  await page.getByRole('button', { name: 'Rotate secret…' }).click();
  await page.getByRole('button', { name: 'Rotate secret', exact: true }).click();
  await page.getByText('Share the new value with your callers.').waitFor();
  expect(await execute('curl', code)).toContain('Not authorized. Invalid or expired token.');
  await triggerPartOf(page, 'Endpoint').click();
  await page.getByText('expires in 1 hour').waitFor();
  const fresh = await copyCode(page);
  expect(fresh).not.toBe(code);
  expect(await execute('curl', fresh)).toContain('run_id');
  await page.context().close();
}, 60_000);
