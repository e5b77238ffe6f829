// Tests the workspace settings in the console: limits and retention, erasing a person, secrets, lead fields, and AI agents.
import { expect, test } from 'vitest';
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
  if (found === undefined) throw new Error('apply returned no token');
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

test('a changed setting shows its old value, an invalid value is reported at its field, and a shorter retention needs confirmation', async () => {
  const { page } = await stage.open('administrator', '/settings/general');
  await page.getByLabel('Page size').fill('0');
  await page.getByText(/^Was \d+$/).waitFor();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('alert').waitFor();
  await page.getByLabel('Page size').fill('25');
  await page.getByRole('combobox', { name: 'Time zone' }).selectOption('Europe/Vienna');
  await page.getByText('2 unsaved changes').waitFor();
  await page.keyboard.press('Control+s');
  await page.getByText('Saved', { exact: true }).waitFor();
  await page.getByText('unsaved change').waitFor({ state: 'detached' });
  await page.reload();
  await expect.poll(() => page.getByLabel('Page size').inputValue()).toBe('25');

  await page.getByRole('link', { name: 'Retention', exact: true }).click();
  await page.getByRole('textbox', { name: 'Runs', exact: true }).fill('3');
  // Another page of the settings is another form, so leaving asks first.
  await page.getByRole('link', { name: 'Limits & usage' }).click();
  await page
    .getByRole('dialog', { name: 'Discard changes?' })
    .getByRole('button', { name: 'Keep editing' })
    .click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('button', { name: 'Save and delete older data' }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
});

test('the danger zone shows the commands to delete the workspace only after its name was typed', async () => {
  const { page } = await stage.open('administrator', '/settings/danger');
  const name = page.getByRole('textbox', { name: /^To see the commands, type the workspace's name/ });
  await name.fill('bright lights');
  expect(await page.getByText('hark workspace delete').count()).toBe(0);
  await name.fill('Bright Lights');
  await page.getByText("--yes 'Bright Lights'").waitFor();
});

test('erasing a person shows a preview, asks for confirmation, and erases', async () => {
  const { page } = await stage.open('administrator', '/settings/danger');
  await page.getByLabel("The person's email").fill(erna);
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByText('1 lead, 0 runs').waitFor();
  await page.getByRole('button', { name: 'Erase…' }).click();
  await page.getByLabel('Confirm the email address').fill('other@person.test');
  await page.getByRole('button', { name: 'Erase permanently' }).click();
  await page.getByText('must be the same email address as above').waitFor();
  await page.getByLabel('Confirm the email address').fill(erna);
  await page.getByRole('button', { name: 'Erase permanently' }).click();
  await page.getByText(`This was deleted for ${erna}:`).waitFor();
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByText(`Nothing is stored about ${erna}.`).waitFor();
});

test("secrets in use cannot be deleted, unused ones can, a missing one can be created, and no page contains a secret's value", async () => {
  const { page } = await stage.open('administrator', '/settings/secrets');
  const choose = async (name: string, action: string) => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  await choose('partner', 'Delete…');
  await page.getByText("This secret is used in one place, so you can't delete it.").waitFor();
  expect(await page.getByRole('button', { name: 'Delete secret' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await choose('spare', 'Delete…');
  await page.getByRole('button', { name: 'Delete secret' }).click();
  await page.getByText('The secret spare was deleted.').waitFor();
  await page.getByRole('button', { name: 'Add signing' }).click();
  await page.getByRole('dialog').getByLabel('Value').fill('signing_value_never_shown');
  await page.getByRole('button', { name: 'Save secret' }).click();
  await page.getByText('The secret signing was saved.').waitFor();
  await page.getByText('Missing secrets').waitFor({ state: 'detached' });
  await choose('partner', 'Replace value…');
  await page.getByRole('dialog').getByLabel('New value').fill('replaced_value_never_shown');
  await page.getByRole('button', { name: 'Replace', exact: true }).click();
  await page.getByText('The secret partner was updated.').waitFor();
  const html = await page.content();
  for (const value of [secretValue, 'signing_value_never', 'replaced_value_never']) {
    expect(html).not.toContain(value);
  }
});

test('a lead field can be created and changed', async () => {
  const { page } = await stage.open('administrator', '/settings/lead-fields');
  await page.getByRole('button', { name: 'New field' }).click();
  await page.getByRole('dialog').getByLabel('Label').fill('Size');
  await page.getByRole('dialog').getByLabel('Alias').fill('size');
  await page.getByRole('dialog').getByLabel('Type').selectOption('multiselect');
  await page.getByRole('dialog').getByLabel('Options').fill(`S\n${hostile}`);
  await page.getByRole('button', { name: 'Create field' }).click();
  await page.getByRole('button', { name: 'Edit size' }).click();
  await page.getByRole('dialog').getByLabel('Label').fill('Sizes');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Field size updated').waitFor();
  await page.getByText('Sizes', { exact: true }).waitFor();
});

test('on the agents screen, the connection check reaches the tools, a tool can be disabled, and calls can be filtered', async () => {
  const token = tokenOf();
  await ask(token, 'get_lead', { id: 999_999 });
  await ask(token, 'search_leads', { words: hostile });
  const seen = await stage.open('administrator', '/apps/agents');
  const { page } = seen;
  const command = page.getByText(/^claude mcp add/).first();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await command.locator('..').getByRole('button').click();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(await command.textContent());
  await page.getByLabel('API client token').fill(token);
  await page.getByRole('button', { name: 'Run check' }).click();
  await page.getByText('All checks passed.').waitFor();
  await stage.look(seen, 'agents-doctor');
  await page.getByRole('switch', { name: 'Enable delete_lead' }).click({ force: true });
  await page.getByText('13 of 14 tools are enabled.').waitFor();
  await page.getByLabel('Result').selectOption('badly');
  await expect.poll(() => page.url()).toContain('ended=badly');
  await page.getByText('1 call.').waitFor();
  const use = await stage.open('administrator', '/settings/limits');
  await use.page.getByText(`API client “${hostile}”`).last().waitFor();
});
