// The frame of the console: who sees which places, keys, colours, and what the browser is allowed to do.
import { describe, expect, test } from 'vitest';
import { looks } from '../harness/chromium.ts';
import { useConsole } from '../harness/console-stage.ts';

const stage = useConsole('shell');

describe.each(looks)('$name', (as) => {
  test('the first screen', async () => {
    const seen = await stage.open('administrator', '/', as);
    await stage.look(seen, 'home', as);
    await seen.page.getByRole('button', { name: 'Your account' }).click();
    await seen.page.getByRole('link', { name: 'API Settings' }).waitFor();
    await stage.look(seen, 'user-menu', as);
    await seen.page.context().close();
  }, 60_000);
});

test.each([
  ['administrator', ['Home', 'Leads', 'Workflows', 'Runs', 'Requests', 'Users', 'Audit']],
  ['builder', ['Home', 'Leads', 'Workflows', 'Runs', 'Requests']],
  ['seller', ['Home', 'Leads']],
  ['guest', ['Home']],
] as const)('the %s sees the places that the role opens', async (kind, wanted) => {
  const { page } = await stage.open(kind, '/');
  const places = await page.getByRole('navigation').getByRole('link').allInnerTexts();
  expect(places.filter((place) => wanted.includes(place as never))).toEqual(wanted);
  if (kind !== 'administrator') expect(places).toEqual(wanted);
  await page.context().close();
});

test('keys: Ctrl-K goes anywhere, ? shows the map, g and a letter go to a screen', async () => {
  const { page } = await stage.open('administrator', '/');
  await page.keyboard.press('Control+k');
  await page.getByRole('searchbox', { name: 'Go to' }).or(page.getByLabel('Go to …')).last().fill('Aud');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/settings/audit');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('l');
  await page.waitForURL('**/leads');
  await page.context().close();
});

test('a session that was ended leads to the sign-in page, and back', async () => {
  const { page } = await stage.open('administrator', '/');
  await page.context().clearCookies();
  await page.goto(`${stage.hark().url}/settings/audit`);
  await page.waitForURL('**/sign-in?return_to=%2Fsettings%2Faudit');
  await page.context().close();
});

test('the page allows no script, style or connection but its own', async () => {
  const answer = await fetch(`${stage.hark().url}/`);
  const policy = answer.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self';");
  expect(policy).not.toContain('unsafe');
  expect(policy).not.toMatch(/https?:/);
  const html = await answer.text();
  expect(html).not.toContain('__NONCE__');
  expect(html.match(/<script/g)).toHaveLength(1);
  // A nonce that came twice would be none.
  expect((await fetch(`${stage.hark().url}/`)).headers.get('content-security-policy')).not.toBe(policy);
});
