// Approvals in the console (spec/runs §2.13): on Home, by a link that asks for sign-in, and in the run.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { people, useConsole } from '../harness/console/console-stage.ts';

const stage = useConsole('approvals', {
  workflows: [
    {
      name: 'Discounts',
      owner: people.administrator.email,
      enabled: true,
      listener: { add_authentication: false, allow_cors: false, cors_domains: '' },
      steps: [
        {
          name: 'ask_sales',
          type: 'approve',
          title: 'Give {{ __data.name }} a discount?',
          text: 'A customer for **ten years**. <script>alert(1)</script> [CRM](javascript:alert(1))',
          by: { role: 'Sales' },
        },
      ],
    },
  ],
});

/** Starts a run that asks about this person. */
async function ask(name: string): Promise<void> {
  const url = stage.applied().workspaces[0]?.workflows?.[0]?.listener.url ?? '';
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  });
  expect(answer.status).toBe(200);
}

const title = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name: `Give ${name} a discount?` });

test('someone without any permission on workflows decides from Home', async () => {
  await ask('Lea');
  const seen = await stage.open('seller', '/');
  const { page } = seen;
  await page.getByRole('link', { name: 'Give Lea a discount?' }).click({ timeout: 30_000 });
  await title(page, 'Lea').waitFor();
  expect(await page.locator('main script, main a[href^="javascript"]').count()).toBe(0);
  await page.getByText('ten years').waitFor();
  await stage.lookInAll(seen, 'approval');
  await page.getByLabel('Comment (optional)').fill('Fine with me');
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByText('Sue Seller approved this.').waitFor();
  await page.getByText('Fine with me').waitFor();
  expect(await page.getByRole('button', { name: 'Reject' }).count()).toBe(0);
  await page.goto(`${stage.hark().url}/approvals?status=all`);
  await page.getByRole('link', { name: 'Give Lea a discount?' }).waitFor();
  await stage.lookInAll(seen, 'approvals');
});

test('the link asks for sign-in, and a decision that came later shows the first one', async () => {
  await ask('Max');
  const first = await stage.open('seller', '/approvals');
  await first.page.getByText('ten years').waitFor();
  await first.page.getByRole('link', { name: 'Give Max a discount?' }).click({ timeout: 30_000 });
  await title(first.page, 'Max').waitFor();
  const path = new URL(first.page.url()).pathname;
  // Opening the link without a session leads to the sign-in page, and from there to the approval.
  const second = await stage.open('administrator', path);
  await title(second.page, 'Max').waitFor();
  // The run says what it waits for, and until when.
  await second.page.getByRole('link', { name: /^[0-9a-f-]{36}$/ }).click();
  const banner = second.page.getByRole('region', { name: 'What the run waits for' });
  await banner.getByText(/^Step “Ask sales” asks for a decision until .+ \(in 7 d\)$/).waitFor();
  await stage.lookInAll(second, 'run-waiting');
  await banner.getByRole('link', { name: 'Open the approval' }).click();
  await second.page.getByRole('button', { name: 'Reject', exact: true }).click();
  await second.page.getByText('Ada Admin rejected this.').waitFor();
  await first.page.getByRole('button', { name: 'Approve', exact: true }).click();
  await first.page.getByText('This approval was rejected by Ada Admin.').waitFor();
  await second.page.getByRole('link', { name: /^[0-9a-f-]{36}$/ }).click();
  await second.page.getByRole('link', { name: 'Open the approval' }).waitFor();
});

test('someone who can neither decide nor view the run finds nothing', async () => {
  const { page } = await stage.open('guest', '/approvals');
  await page.getByRole('heading', { name: 'Nothing to decide' }).waitFor();
});
