// Tests the console's lead screens (list, lead page, form, import and export) for each role and with hostile values.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { looks } from '../harness/console/chromium.ts';
import { people, useConsole } from '../harness/console/console-stage.ts';
import { untilFocusStays } from '../harness/console/hands.ts';

const image = '<img src=x onerror=alert(1)>';
const hostile = [image, '"><script>alert(1)</script>', '{{constructor}}', 'W'.repeat(300), 'مرحبا بالعالم'];
const emails = Object.fromEntries(Object.entries(people).map(([kind, { email }]) => [kind, email]));

const stage = useConsole('leads', {
  lead_fields: [
    { alias: 'plan', label: 'Plan', type: 'select', options: ['free', 'paid'] },
    { alias: 'wants', label: 'Wants', type: 'multiselect', options: ['news', 'calls'] },
    { alias: 'notes', label: 'Notes', type: 'long_text' },
    { alias: 'met', label: image, type: 'datetime' },
    { alias: 'born', label: 'Born', type: 'date' },
    { alias: 'vip', label: 'VIP', type: 'boolean' },
  ],
  leads: [
    ...hostile.map((text, index) => ({
      first_name: text,
      last_name: text,
      company: text,
      tags: [text],
      notes: text,
      email: `hostile${index}@x.test`,
      website: 'javascript:alert(1)',
      owner: emails.seller,
    })),
    ...Array.from({ length: 140 }, (_, index) => ({
      first_name: ['Ada', 'Grace', 'Edsger', 'Barbara'][index % 4],
      last_name: `Person ${index}`,
      email: `p${index}@company${index % 7}.test`,
      company: `Company ${index % 7}`,
      status: index % 3 === 0 ? 'customer' : 'open',
      score: index,
      owner: index % 2 === 0 ? emails.seller : emails.administrator,
    })),
  ],
});

describe.each(looks)('$name', (as) => {
  test('shows the list, a lead, the new lead form and an import', async () => {
    const seen = await stage.open('administrator', '/leads', as);
    await seen.page.getByRole('grid', { name: 'Leads' }).waitFor();
    await seen.page.getByText('Person 139').first().waitFor();
    await stage.look(seen, 'leads', as);
    await seen.page.getByRole('button', { name: 'Filters' }).click();
    await seen.page.getByRole('button', { name: 'Add filter' }).click();
    await stage.look(seen, 'leads-filters', as);
    await seen.page.goto(`${stage.hark().url}/leads?search=hostile0`);
    await seen.page.getByText('1 matching lead').waitFor();
    await seen.page.getByRole('link', { name: image }).first().click();
    await seen.page.getByRole('heading', { name: 'Today' }).waitFor();
    await stage.look(seen, 'lead', as);
    await seen.page.getByRole('button', { name: 'Edit Phone' }).click();
    await stage.look(seen, 'lead-edit', as);
    await seen.page.goto(`${stage.hark().url}/leads/new`);
    await seen.page.getByRole('heading', { name: 'New lead' }).waitFor();
    await stage.look(seen, 'lead-new', as);
    await seen.page.goto(`${stage.hark().url}/leads/import`);
    await chooseFile(
      seen.page,
      csvFile(`First name;E-mail;Plan;${image}\nZoe;zoe-${as.name}@x.test;paid;x\n`),
    );
    await stage.look(seen, 'import-file', as);
    await seen.page.getByRole('button', { name: 'Upload' }).click();
    await seen.page.getByRole('heading', { name: 'Match columns' }).waitFor();
    await stage.look(seen, 'import-mapping', as);
    await seen.page.getByRole('button', { name: 'Check the file' }).click();
    await seen.page.getByText('No row can be imported. Change the mapping below, or fix the file.').waitFor();
    await stage.look(seen, 'import-checked', as);
    await seen.page.goto(`${stage.hark().url}/leads/jobs`);
    await seen.page.getByRole('link', { name: 'people.csv' }).first().waitFor();
    await stage.look(seen, 'jobs', as);
  });
});

const folder = mkdtempSync(join(tmpdir(), 'hark-csv-'));
function csvFile(text: string): string {
  const path = join(folder, 'people.csv');
  writeFileSync(path, text);
  return path;
}

/** Chooses a file like a user. The page discards a file that is set before its first effects have run. */
async function chooseFile(page: Page, path: string): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'CSV file' }).click(),
  ]);
  await chooser.setFiles(path);
}

test('supports keyboard shortcuts, inline editing, bulk edit, delete with undo, and “Copy as”', async () => {
  const { page } = await stage.open('administrator', '/leads?search=Person%2013');
  await page.getByText('Person 139').waitFor();
  await page.keyboard.press('/');
  await expect.poll(() => page.evaluate('document.activeElement.type')).toBe('search');
  await page.keyboard.press('Escape');
  for (const key of ['j', 'j', 'k', 'x', 'e']) await page.keyboard.press(key);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Renamed');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Renamed' }).waitFor();
  // A name has two parts. Tab moves to the second one.
  for (const key of ['e', 'Tab']) await page.keyboard.press(key);
  const lastName = page.getByRole('textbox', { name: 'Last name' });
  await expect
    .poll(() => lastName.evaluate((input) => input === input.ownerDocument.activeElement))
    .toBe(true);
  await lastName.fill('Person 1399');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Renamed Person 1399' }).waitFor();
  // Enter returns the focus to the table. Clicking elsewhere saves the cell too, and keeps the focus there.
  for (const key of ['e', 'Control+a']) await page.keyboard.press(key);
  await page.keyboard.type('Renamed again');
  await page.getByRole('searchbox').click();
  await page.getByRole('link', { name: 'Renamed again' }).waitFor();
  await expect.poll(() => page.evaluate('document.activeElement.type')).toBe('search');
  const bar = page.getByRole('region', { name: '1 lead selected' });
  await bar.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit 1 lead' });
  await dialog.locator('input').last().fill('lost');
  await dialog.getByRole('button', { name: 'Update 1 lead' }).click();
  await page.getByText('1 lead updated').waitFor();
  await page.getByRole('gridcell', { name: 'lost' }).waitFor();
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await page.getByRole('gridcell', { name: 'lost' }).waitFor({ state: 'hidden' });
  const before = (await page.getByText(/matching leads$/).textContent()) ?? '';
  for (const row of [0, 1])
    await page
      .getByRole('checkbox', { name: /^Select (?!all)/ })
      .nth(row)
      .check();
  await page
    .getByRole('region', { name: '2 leads selected' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('2 leads deleted').waitFor();
  await page.getByText(before).waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await page.getByText(before).waitFor();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Copy as API call' }).click();
  await page.getByText('/api/leads/search').first().waitFor();
});

/** Returns the contrast between an element's text and what is behind it, as WCAG 2 defines it. */
const contrastOf = (page: Page, selector: string) =>
  page.evaluate<number>(`(() => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d');
    const paint = (color, opacity = 1) => {
      canvas.globalAlpha = opacity;
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      const [red, green, blue] = [...canvas.getImageData(0, 0, 1, 1).data]
        .map((part) => part / 255)
        .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const layers = [];
    for (let one = document.querySelector('${selector}'); one; one = one.parentElement) layers.unshift(getComputedStyle(one));
    const behind = layers.map(({ backgroundColor }) => paint(backgroundColor)).at(-1);
    const { color, opacity } = layers.at(-1);
    const front = paint(color, Number(opacity));
    return (Math.max(front, behind) + 0.05) / (Math.min(front, behind) + 0.05);
  })()`);

test('the email address of the selected result in the search is readable', async () => {
  const { page } = await stage.open('administrator', '/leads');
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByLabel('Search…').fill('Person 100');
  const address = '[data-action][data-selected] .mantine-Spotlight-actionDescription';
  await page.locator(address).getByText('p100@company2.test').waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect.poll(() => contrastOf(page, address)).toBeGreaterThan(4.5);
  }
});

test('the table ends at its last row', async () => {
  const { page } = await stage.open('administrator', '/leads?search=Person%20100');
  await page.getByText('Person 100').waitFor();
  const grid = await page.getByRole('grid', { name: 'Leads' }).boundingBox();
  expect(grid?.height).toBeLessThan(120);
});

test('supports bulk edit, delete and undo with the keyboard alone, and explains why a field is read-only', async () => {
  const { page } = await stage.open('seller', '/leads?search=Person%2012&order=last_name');
  const focused = () => page.evaluate<string>('document.activeElement.id');
  await page.getByText('Person 128').first().waitFor();
  const total = (await page.getByText(/matching leads$/).textContent()) ?? '';
  await page.keyboard.press('j');
  expect(await focused()).toBe('lead-table');
  await page.keyboard.press('Space');
  await page.getByRole('region', { name: '1 lead selected' }).waitFor();
  // The list is a single tab stop: Tab moves from its headings to the actions for the selected leads.
  await page.getByRole('button', { name: 'Resize Date added' }).focus();
  await page.keyboard.press('Tab');
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Edit');
  await page.locator('#lead-table').focus();

  await page.keyboard.press('Shift+E');
  const dialog = page.getByRole('dialog', { name: 'Edit 1 lead' });
  await dialog.getByText('Leave blank to clear the field.').waitFor();
  await untilFocusStays(page, 'SELECT', 'tagName');
  await page.keyboard.press('Tab');
  await page.keyboard.type('by keys');
  await page.keyboard.press('Enter');
  await page.getByRole('gridcell', { name: 'by keys' }).waitFor();
  await expect.poll(focused).toBe('lead-table');

  await page.keyboard.press('x');
  await page.keyboard.press('Delete');
  await untilFocusStays(page, 'Cancel');
  await page.keyboard.press('Tab');
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Delete');
  await page.keyboard.press('Enter');
  await page.getByText('1 lead deleted').waitFor();
  await page.getByText(total).waitFor({ state: 'hidden' });
  await expect.poll(focused).toBe('lead-table');
  await page.keyboard.press('Control+z');
  await page.getByText(total).waitFor();

  for (let column = 0; column < 5; column += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('e');
  await page.getByText('Date added is read-only.').waitFor();
});

test('applies filters and saved views, and restores a deleted lead with its history', async () => {
  const { page } = await stage.open('administrator', '/leads');
  await page.getByRole('button', { name: 'Filters' }).click();
  const filters = page.getByRole('dialog', { name: 'Filters' });
  // Fields with known values offer them.
  const statuses = filters.getByRole('group', { name: 'Value' });
  await statuses.getByRole('checkbox', { name: 'customer' }).check();
  await statuses.getByRole('checkbox', { name: 'open' }).check();
  await filters.getByLabel('Field').selectOption('owner_id');
  await statuses.getByRole('checkbox', { name: people.seller.name }).check();
  await filters.getByLabel('Field').selectOption('score');
  await filters.getByLabel('Condition').selectOption('between');
  await filters.getByLabel('From').fill('10');
  await filters.getByLabel('To').fill('19');
  await filters.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('10 matching leads').waitFor();
  const sorted = page.locator('[aria-sort="ascending"], [aria-sort="descending"]');
  expect(await sorted.textContent()).toBe('Date added');
  await page.getByTitle('Sort by Name').click();
  await page.waitForURL('**order=first_name**');
  await expect.poll(() => sorted.textContent()).toBe('Name');
  const views = page.getByRole('navigation', { name: 'Views' });
  await views.getByRole('button', { name: 'New view' }).click();
  const saving = page.getByRole('dialog', { name: 'New view' });
  await saving.getByLabel('Name').fill('Tens');
  await saving.getByRole('button', { name: 'Save view' }).click();
  await page.getByText('View Tens saved').waitFor();
  await views.getByRole('link', { name: 'All leads' }).click();
  await page.getByText('10 matching leads').waitFor({ state: 'hidden' });
  await views.getByRole('link', { name: 'Tens' }).click();
  await page.getByText('10 matching leads').waitFor();
  expect(await views.getByRole('link', { name: 'Tens' }).getAttribute('aria-current')).toBe('page');
  // The active filters are chips that can be removed one by one.
  const chips = page.getByRole('list', { name: 'Active filters' });
  await chips.getByText('10 – 19').waitFor();
  await chips.getByRole('button', { name: 'Remove filter score' }).click();
  await page.getByText('10 matching leads').waitFor({ state: 'hidden' });
  await page.goBack();
  await page.getByText('10 matching leads').waitFor();
  await page.getByRole('link', { name: 'Edsger' }).first().click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete lead' }).click();
  // This toast belongs to the page that the deletion opened, so it is shown there.
  await page.waitForURL('**/leads');
  await page.getByText(/ deleted$/).waitFor();
  await page.goBack();
  await page.getByText('This lead was deleted').waitFor();
  await page.getByRole('button', { name: 'Restore lead' }).click();
  await page.getByText('restored this lead').waitFor();
});

test('edits a lead in place: Tab goes to the next value, Escape discards, and each change can be undone', async () => {
  const { page } = await stage.open('administrator', '/leads?search=p7%40company0');
  await page.getByRole('link', { name: 'Barbara' }).click();
  const value = (label: string) => page.getByRole('button', { name: `Edit ${label}` });
  await value('Phone').click();
  await page.keyboard.type('12345');
  await page.keyboard.press('Escape');
  await expect.poll(() => value('Phone').textContent()).toContain('Add a value');
  await expect.poll(() => page.evaluate('document.activeElement.dataset.field')).toBe('phone');
  // Enter on a value edits it, too.
  await page.keyboard.press('Enter');
  await page.keyboard.type('+31 20 555 01 23');
  await page.keyboard.press('Tab');
  await page.getByText('Phone set to +31 20 555 01 23').waitFor();
  // Tab saved the phone number and opened the next value.
  await expect.poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Company');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByRole('button', { name: 'Edit Phone', exact: false }).getByText('Add a value').waitFor();

  // The status offers the values in use and accepts any other.
  await value('Status').click();
  await page.getByRole('option', { name: 'customer' }).click();
  await page.getByText('Status set to customer').waitFor();
  await value('Status').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Negotiation');
  await page.keyboard.press('Enter');
  await value('Status').getByText('Negotiation').waitFor();
  await page.getByText('Status set to Negotiation').waitFor();
  await page.keyboard.press('Control+z');
  await value('Status').getByText('customer').waitFor();
  await value('Owner').click();
  await page.getByRole('option', { name: 'Sue Seller' }).click();
  await value('Owner').getByText('Sue Seller').waitFor();

  // An error is shown at the value, and nothing is lost.
  await value('Email').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('nobody');
  await page.keyboard.press('Enter');
  await page.getByRole('definition').getByText('must be an email address.').waitFor();
  expect(await page.getByRole('textbox', { name: 'Email' }).inputValue()).toBe('nobody');
  await page.keyboard.press('Escape');
});

test('groups the history by day, names the source of each change, and puts an old value back', async () => {
  const { page } = await stage.open('administrator', '/leads?search=p11%40company4');
  await page.getByRole('link', { name: 'Barbara' }).click();
  const entries = page.getByRole('listitem');
  await page.getByRole('heading', { name: 'Today' }).waitFor();
  await entries
    .getByText('created this lead via hark apply')
    .or(entries.getByText('System created this lead'))
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Edit Company' }).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Elsewhere');
  await page.keyboard.press('Enter');
  const change = entries.filter({ hasText: 'Ada Admin changed Company' });
  await change.getByText('Elsewhere').waitFor();
  await change.getByRole('button', { name: 'Undo changes…' }).click();
  await page.getByRole('menuitem', { name: 'Restore the old value of Company' }).click();
  await page.getByText('Company set to Company 4').waitFor();
  await page.getByRole('button', { name: 'Edit Company' }).getByText('Company 4').waitFor();
  expect(await entries.filter({ hasText: 'Ada Admin changed Company' }).count()).toBe(2);
});

test('the board shows a column for each status; a card is moved by mouse or by keyboard, and moved back', async () => {
  const { page } = await stage.open('administrator', '/leads?search=p100%40company');
  await page.getByText('1 matching lead').waitFor();
  await page.getByText('Board', { exact: true }).click();
  await page.waitForURL('**layout=board**');
  const column = (status: string) => page.getByRole('region', { name: `Status: ${status}` });
  const cardIn = (status: string) => column(status).getByRole('listitem').filter({ hasText: 'Person 100' });
  await cardIn('open').waitFor();
  // All leads have a status, so there is no column for those without.
  expect(await column('No status').count()).toBe(0);
  await cardIn('open').dragTo(column('customer'));
  await cardIn('customer').waitFor();
  await page.getByText('Status set to customer').waitFor();
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await cardIn('open').waitFor();
  // The menu of a card does the same without a mouse, and the focus stays on the card.
  await cardIn('open').getByRole('button', { name: 'Move Ada Person 100 to another status' }).press('Enter');
  await page.getByRole('menuitem', { name: 'customer' }).press('Enter');
  await cardIn('customer').waitFor();
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Ada Person 100');
});

test('the board loads more cards on demand and fits on every screen', async () => {
  const seen = await stage.open('administrator', '/leads?layout=board');
  const { page } = seen;
  const column = page.getByRole('region', { name: 'Status: open' });
  const cards = column.getByRole('listitem');
  await expect.poll(() => cards.count()).toBe(20);
  await column.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => cards.count()).toBe(40);
  const tab = page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'All leads' });
  expect(await tab.getAttribute('aria-current')).toBe('page');
  await stage.lookInAll(seen, 'leads-board');
  // On a wide screen, the columns stay wide enough for the short times, and the board scrolls sideways.
  const time = cards.first().locator('time');
  expect(await time.textContent()).toMatch(/^(just now|\d+ (min|h|d))$/);
  expect((await column.boundingBox())?.width).toBeGreaterThanOrEqual(200);
});

test('an import starts triggers only if the user asks for it', async () => {
  const { page } = await stage.open('administrator', '/leads/import');
  await chooseFile(page, csvFile('E-mail,Last name\nquiet@trigger.test,Quiet\n'));
  await page.getByRole('button', { name: 'Upload' }).click();
  const choice = page.getByRole('checkbox', { name: 'Start triggers' });
  await choice.waitFor();
  expect(await choice.isChecked()).toBe(false);
  await choice.check();
  const sent = page.waitForRequest((request) => /\/leads\/imports\/\d+\/start$/.test(request.url()));
  await page.getByRole('button', { name: 'Skip the check' }).click();
  await page.getByRole('button', { name: 'Import now' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ start_triggers: true });
});

test('an import warns about values that are no phone numbers', async () => {
  const { page } = await stage.open('administrator', '/leads/import');
  await chooseFile(page, csvFile('E-mail,Phone\na@x.test,+49 30 555 01\nb@x.test,call me maybe\n'));
  await page.getByRole('button', { name: 'Upload' }).click();
  await page.getByText('“call me maybe” has no digits').waitFor();
  await page.getByLabel('Field: Phone').selectOption('');
  await page.getByText('“call me maybe” has no digits').waitFor({ state: 'hidden' });
});

test('imports 500 leads, explains two rejected rows, and exports the leads again', async () => {
  const { page } = await stage.open('seller', '/leads/import');
  const rows = Array.from({ length: 500 }, (_, row) =>
    row === 77 ? 'wrong,Bad' : row === 400 ? 'file77@file.test,"Twice"' : `file${row}@file.test,Row ${row}`,
  );
  rows[78] = 'file77@file.test,First';
  await chooseFile(page, csvFile(`E-mail,Last name\r\n${rows.join('\r\n')}\r\n`));
  await page.getByRole('button', { name: 'Upload' }).click();
  await page.getByLabel('What to do with each row').selectOption('create');
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.getByText('Checked · 500 rows').waitFor();
  // The import has the settings of the check.
  expect(await page.getByLabel('What to do with each row').inputValue()).toBe('create');
  await page.getByRole('button', { name: 'Import now' }).click();
  await page.getByText('Done · 500 rows').waitFor();
  // Rejected rows are listed on the page and in a file that users can fix.
  const refused = page.getByRole('table', { name: 'Rejected rows' });
  await refused.getByRole('row', { name: '79 email: must be an email address.' }).waitFor();
  await refused.getByRole('row', { name: '402 email: is already taken by another lead.' }).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download rejected rows' }).click(),
  ]);
  const text = await streamText(await download.createReadStream());
  expect(text).toContain('79,email: must be an email address.,wrong,Bad');
  expect(text).toContain('402,email: is already taken by another lead.,file77@file.test,Twice');
  expect(text.trim().split('\r\n')).toHaveLength(3);
  await page.goto(`${stage.hark().url}/leads?search=file.test`);
  await page.getByText('498 matching leads').waitFor();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Export leads' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click();
  const [exported] = await Promise.all([
    page.waitForEvent('download', { timeout: 60_000 }),
    page.getByRole('link', { name: 'Download' }).click({ timeout: 60_000 }),
  ]);
  const lines = (await streamText(await exported.createReadStream())).trim().split('\r\n');
  expect(lines).toHaveLength(499);
});

async function streamText(stream: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

test.each([
  ['seller', /leads$/, true],
  ['builder', /leads$/, false],
] as const)('the %s sees the leads and actions that the role allows', async (kind, count, mayCreate) => {
  const seen = await stage.open(kind, '/leads');
  await seen.page.getByText(count).first().waitFor();
  expect(await seen.page.getByRole('link', { name: 'New lead' }).count()).toBe(mayCreate ? 1 : 0);
});

test('explains to a guest that the role has no access to leads, and who can grant it', async () => {
  const seen = await stage.open('guest', '/leads');
  await seen.page.getByRole('heading', { name: "You don't have access to Leads" }).waitFor();
  await seen.page.getByText(/ Ask .+ for access\.$/).waitFor();
});
