// Settings of a workspace in the console: limits and retention, erasing a person, secrets, lead fields, AI agents.
import { describe, expect, test } from 'vitest';
import { looks } from '../harness/console/chromium.ts';
import { people, useConsole } from '../harness/console/console-stage.ts';

const hostile = '<img src=x onerror=alert(1)>';
const secretValue = 'sk_live_that_nobody_sees_again';
const erna = 'erna@person.test';
const stage = useConsole('settings', {
  lead_fields: [
    { alias: 'plan', label: hostile, type: 'select', options: ['"><script>', '{{constructor}}', 'مرحبا'] },
    { alias: `l${'o'.repeat(40)}ng`, label: 'W'.repeat(120), type: 'text', unique: true },
  ],
  leads: [{ email: erna, first_name: 'Erna' }],
  secrets: { partner: secretValue, spare: 'another_value' },
  api_clients: [{ user: people.administrator.email, name: hostile, scope: 'mcp' }],
  workflows: [
    {
      name: `${hostile} {{constructor}}`,
      owner: people.administrator.email,
      listener: { add_authentication: true, endpoint_secret: '{{ secrets.signing }}' },
      steps: [{ name: 'say', type: 'http.request', url: 'https://a.test/{{ secrets.partner }}' }],
    },
  ],
});

const tokenOf = (): string => {
  const [found] = /hark_client_[\w-]+/.exec(JSON.stringify(stage.applied())) ?? [];
  if (found === undefined) throw new Error('apply told no token');
  return found;
};

const ask = (token: string, name: string, given: object) =>
  fetch(`${stage.hark().url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } }),
  }).then((answer) => answer.text());

test('settings are changed, less retention is asked for, a wrong value is told at its place', async () => {
  const seen = await stage.open('administrator', '/settings/workspace');
  const { page } = seen;
  await page.getByLabel('Page size').fill('0');
  await page.getByRole('button', { name: 'Save the changes' }).click();
  await page.getByRole('alert').waitFor();
  await page.getByLabel('Page size').fill('25');
  await page.getByRole('textbox', { name: 'Runs', exact: true }).fill('3');
  await page.getByText('2 changes are not saved.').waitFor();
  await page.getByRole('button', { name: 'Save the changes' }).click();
  await page.getByRole('button', { name: 'Save and delete older' }).click();
  await page.getByText('Saved.').waitFor();
  await page.reload();
  await page.getByLabel('Page size').waitFor();
  await expect.poll(() => page.getByLabel('Page size').inputValue()).toBe('25');
  await page.context().close();
}, 60_000);

test('a person is shown, asked for again, and erased', async () => {
  const seen = await stage.open('administrator', '/settings/workspace');
  const { page } = seen;
  await page.getByLabel('Email of the person').fill(erna);
  await page.getByRole('button', { name: 'Show what would go' }).click();
  await page.getByText('1 lead, 0 runs').waitFor();
  await page.getByRole('button', { name: 'Erase…' }).click();
  await page.getByLabel('Type the address again').fill('other@person.test');
  await page.getByRole('button', { name: 'Erase for good' }).click();
  await page.getByText('must be the same address as above').waitFor();
  await page.getByLabel('Type the address again').fill(erna);
  await page.getByRole('button', { name: 'Erase for good' }).click();
  await page.getByText(`This was removed of ${erna}:`).waitFor();
  await page.getByRole('button', { name: 'Show what would go' }).click();
  await page.getByText(`Nothing is kept of ${erna}.`).waitFor();
  await page.context().close();
}, 60_000);

test('secrets: one that is read stays, another goes, a missing one is made, and no page holds a value', async () => {
  const seen = await stage.open('administrator', '/settings/secrets');
  const { page } = seen;
  await page.getByRole('button', { name: 'Delete partner' }).click();
  await page.getByText('It is read in one place and cannot be deleted.').waitFor();
  expect(await page.getByRole('button', { name: 'Delete the secret' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Delete spare' }).click();
  await page.getByRole('button', { name: 'Delete the secret' }).click();
  await page.getByText('spare is deleted.').waitFor();
  await page.getByRole('button', { name: 'Add signing' }).click();
  await page.getByRole('dialog').getByLabel('Value').fill('signing_value_never_shown');
  await page.getByRole('button', { name: 'Save the secret' }).click();
  await page.getByText('The secret signing is saved.').waitFor();
  await page.getByText('These are read, but are not there').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Replace the value of partner' }).click();
  await page.getByRole('dialog').getByLabel('New value').fill('replaced_value_never_shown');
  await page.getByRole('button', { name: 'Replace', exact: true }).last().click();
  await page.getByText('partner has its new value.').waitFor();
  const html = await page.content();
  for (const value of [secretValue, 'signing_value_never', 'replaced_value_never']) {
    expect(html).not.toContain(value);
  }
  expect(seen.mistakes).toEqual([]);
  await page.context().close();
}, 60_000);

test('a field is made and changed', async () => {
  const { page } = await stage.open('administrator', '/settings/lead-fields');
  await page.getByRole('button', { name: 'Add a field' }).click();
  await page.getByRole('dialog').getByLabel('Label').fill('Size');
  await page.getByRole('dialog').getByLabel('Alias').fill('size');
  await page.getByRole('dialog').getByLabel('Type').selectOption('multiselect');
  await page.getByRole('dialog').getByLabel('Options').fill(`S\n${hostile}`);
  await page.getByRole('button', { name: 'Make the field' }).click();
  await page.getByRole('button', { name: 'Change size' }).click();
  await page.getByRole('dialog').getByLabel('Label').fill('Sizes');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The field size is changed.').waitFor();
  await page.getByText('Sizes', { exact: true }).waitFor();
  await page.context().close();
}, 60_000);

test('agents: the doctor walks to the tools, a tool is switched off, calls are filtered', async () => {
  const token = tokenOf();
  await ask(token, 'get_lead', { id: 999_999 });
  await ask(token, 'search_leads', { words: hostile });
  const seen = await stage.open('administrator', '/settings/agents');
  const { page } = seen;
  await page.getByLabel('Token of an API client').fill(token);
  await page.getByRole('button', { name: 'Examine the connection' }).click();
  await page.getByText('Every step went well.').waitFor();
  await stage.look(seen, 'agents-doctor');
  await page.getByRole('switch', { name: 'delete_lead is on' }).click({ force: true });
  await page.getByText('12 of 13 are on.').waitFor();
  await page.getByLabel('Result').selectOption('badly');
  await expect.poll(() => page.url()).toContain('ended=badly');
  await page.getByText('1 call.').waitFor();
  await page.context().close();
  const use = await stage.open('administrator', '/settings/workspace');
  await use.page.getByText(`API client “${hostile}”`).last().waitFor();
  await use.page.context().close();
}, 60_000);

describe.each(looks)('$name', (as) => {
  test('every screen is calm and clear', async () => {
    const seen = await stage.open('administrator', '/settings/workspace', as);
    const { page } = seen;
    const go = async (path: string, heading: string) => {
      await page.goto(`${stage.hark().url}${path}`);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    };
    await stage.look(seen, 'workspace', as);
    await go('/settings/secrets', 'Secrets');
    await stage.look(seen, 'secrets', as);
    await page.getByRole('button', { name: 'Add a secret' }).click();
    await page.getByRole('dialog').getByLabel('Value').waitFor();
    await stage.look(seen, 'secrets-add', as);
    await go('/settings/lead-fields', 'Lead fields');
    await stage.look(seen, 'lead-fields', as);
    await page.getByRole('button', { name: 'Add a field' }).click();
    await page.getByRole('dialog').getByLabel('Alias').waitFor();
    await stage.look(seen, 'lead-fields-add', as);
    await go('/settings/agents', 'AI agents');
    await stage.look(seen, 'agents', as);
    await page.context().close();
  }, 90_000);
});
