// Scrolls through long lists of leads in a real browser. In every sort order, scrolling to the end shows each lead
// once, in order, even while leads are added and deleted. Also tests opening a list at its end or at a value, bulk
// changes to all matching leads with undo, and search with Ctrl+K.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { useConsole } from '../harness/console/console-stage.ts';

/** The scroll bar covers up to 20,000 leads. A longer list grows while the user scrolls. */
const short = 1_500;
const long = 21_000;

const stage = useConsole('long', {
  leads: [
    { first_name: 'FST', last_name: 'LST', email: 'one@x.test', score: -1, city: 'CTY', company: 'Template' },
  ],
});

/** Adds copies of the lead that `apply` created, many of them with equal or empty values. */
const add = (from: number, to: number, city: string) =>
  stage.hark().query<{ id: string }>(
    `with t as (select * from leads order by id limit 1),
     made as (
       insert into leads (workspace_id, date_added, date_modified, field_set, first_name_key, last_name_key, city_key, company_key, score, wire)
       select t.workspace_id, t.date_added + n * interval '1 second', t.date_modified, t.field_set, 'first ' || n, v.last, lower($3), 'copy', v.score,
         replace(replace(replace(replace(replace(t.wire, '"one@x.test"', 'null'), '"LST"', coalesce('"' || v.last || '"', 'null')), '"FST"', '"First ' || n || '"'),
           '"CTY"', '"' || $3 || '"'), '"score":-1', '"score":' || coalesce(v.score::text, 'null'))
       from t, generate_series($1::int, $2::int) n,
         lateral (select case when n % 6 = 0 then null else 'name ' || lpad((n * 7919 % 900)::text, 3, '0') end as last,
                         case when n % 4 = 0 then null else n % 17 end as score) v
       returning workspace_id, id),
     counted as (
       insert into lead_count_deltas (workspace_id, owner_id, block, delta)
       select workspace_id, 0, id / 4096, count(*) from made group by 1, 2, 3)
     select id from made`,
    [from, to, city],
  );

const remove = (id: string) =>
  stage.hark().query(
    `with gone as (delete from leads where id = $1 returning workspace_id, id)
     insert into lead_count_deltas (workspace_id, owner_id, block, delta) select workspace_id, 0, id / 4096, -1 from gone`,
    [id],
  );

const idsBy = async (order: string, condition = 'true') =>
  (await stage.hark().query<{ id: string }>(`select id from leads where ${condition} order by ${order}`)).map(
    ({ id }) => id,
  );

beforeAll(async () => {
  await add(1, short, 'Shortville');
  await stage.hark().query('analyze leads');
});

const grid = '#lead-table';
/** An expression for the page that returns the rendered rows, from top to bottom. */
const rows = `[...document.querySelectorAll('${grid} [role=row][id^=lead-]')]
  .map((row) => ({ id: row.id.slice(5), ...row.getBoundingClientRect().toJSON() })).sort((a, b) => a.top - b.top)`;
/** Returns the visible leads. Returns undefined while rows are loading, or while rows added above aren't rendered yet. */
const drawn = async (page: Page): Promise<string[] | undefined> => {
  const shown: string[] = await page.evaluate(`(() => {
    const box = document.querySelector('${grid}').getBoundingClientRect();
    if (document.querySelector('${grid} .mantine-Skeleton-root')) return [];
    return ${rows}.filter(({ top, bottom }) => bottom > box.top && top < box.bottom).map(({ id }) => id);
  })()`);
  return shown.length > 0 ? shown : undefined;
};
/** Returns the first row below the header. */
const topRow = (page: Page): Promise<string | undefined> =>
  page.evaluate(
    `${rows}.find(({ bottom }) => bottom > document.querySelector('${grid}').getBoundingClientRect().top + 45)?.id`,
  );
/** Scrolls and waits until the new rows are rendered. @returns the distance in pixels */
const scroll = (page: Page, share: number): Promise<number> =>
  page.evaluate(`(async () => {
    const box = document.querySelector('${grid}');
    const before = box.scrollTop;
    box.scrollTop += box.clientHeight * ${share};
    const moved = Math.abs(box.scrollTop - before);
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn))));
    return moved;
  })()`);

async function settled(page: Page): Promise<string[]> {
  await expect.poll(() => drawn(page), { timeout: 20_000, interval: 30 }).toBeDefined();
  return (await drawn(page)) ?? settled(page);
}

/** Scrolls until the list stops moving. @returns every lead that was visible, in the order of first appearance */
async function scrollOn(
  page: Page,
  by: number,
  betweenScrolls = async (_seen: number) => {},
  most = 10_000,
): Promise<string[]> {
  const seen = new Map<string, true>();
  for (let still = 0; still < 3 && seen.size < most; ) {
    const shown = await settled(page);
    const size = seen.size;
    for (const id of by > 0 ? shown : shown.toReversed()) seen.set(id, true);
    await betweenScrolls(seen.size);
    const moved = await scroll(page, by);
    still = moved < 1 && seen.size === size ? still + 1 : 0;
  }
  return [...seen.keys()];
}

const ready = (page: Page) => page.getByRole('grid', { name: 'Leads' }).waitFor();

describe('a list of a few thousand leads', () => {
  test.each([
    ['', 'date_added desc, id desc', 'true'],
    [
      `?order=last_name&filters=${encodeURIComponent('[{"alias":"score","operator":"gte","value":3}]')}`,
      'last_name_key nulls last, id',
      'score >= 3',
    ],
  ])(
    '%s shows every lead once, in order, when scrolled to the end',
    async (address, order, condition) => {
      const { page } = await stage.open('administrator', `/leads${address}`);
      await ready(page);
      const wanted = await idsBy(order, condition);
      expect(await scrollOn(page, 0.8)).toEqual(wanted);
      await page.focus(grid);
      await page.keyboard.press('Home');
      await expect.poll(async () => (await drawn(page))?.[0]).toBe(wanted[0]);
      await page.keyboard.press('End');
      await expect.poll(async () => (await drawn(page))?.at(-1)).toBe(wanted.at(-1));
    },
    180_000,
  );

  test.each([['?order=last_name', 'last_name_key nulls last, id']])(
    '%s shows every remaining lead once while others are added and deleted',
    async (address, order) => {
      const { page } = await stage.open('administrator', `/leads${address}`);
      await ready(page);
      const before = await idsBy(order);
      const gone = new Set<string>();
      let at = 0;
      const seen = await scrollOn(page, 0.8, async (size) => {
        if (size - at < 150) return;
        at = size;
        await add(5_000 + size, 5_003 + size, 'Elsewhere');
        const victim = before[(size * 31) % before.length] ?? '';
        gone.add(victim);
        await remove(victim);
      });
      expect(gone.size).toBeGreaterThan(3);
      const known = new Set(before);
      const stayed = before.filter((id) => !gone.has(id));
      expect(seen.filter((id) => known.has(id) && !gone.has(id))).toEqual(stayed);
    },
    180_000,
  );
});

test('changes all matching leads in a background job, and can undo the change', async () => {
  await add(9_001, 9_260, 'Bulkville');
  const filter = encodeURIComponent('[{"alias":"city","operator":"eq","value":"Bulkville"}]');
  const { page } = await stage.open('administrator', `/leads?filters=${filter}`);
  await page.getByText('260 matching leads').waitFor();
  await page.getByRole('checkbox', { name: 'Select all matching leads' }).check();
  const bar = page.getByRole('region', { name: 'All 260 matching leads selected' });
  await bar.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit all matching leads' });
  await dialog.locator('input').last().fill('bulk-done');
  await dialog.getByRole('button', { name: 'Update all' }).click();
  await page.getByText('Done · 260 rows').waitFor();
  const withStatus = (status: string) => idsBy('id', `status_key = '${status}'`);
  expect(await withStatus('bulk-done')).toHaveLength(260);
  const undo = async (what: string) => {
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: `Undo “${what}”` });
    await dialog.getByText('Leads restored').waitFor();
    await dialog.getByRole('button', { name: 'Undo changes' }).click();
    await page.getByRole('heading', { name: `Undo: ${what}` }).waitFor();
  };
  await undo('Change status');
  await page.getByText('Done · In 260 leads').waitFor();
  expect(await withStatus('bulk-done')).toEqual([]);
  await page.goto(`${stage.hark().url}/leads?filters=${filter}`);
  await page.getByRole('checkbox', { name: 'Select all matching leads' }).check();
  await page
    .getByRole('checkbox', { name: /^Select First/ })
    .first()
    .click();
  await page
    .getByRole('region', { name: 'All 259 matching leads selected' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete all' }).click();
  await page.getByText('Done · 259 rows').waitFor();
  expect(await idsBy('id', `city_key = 'bulkville'`)).toHaveLength(1);
  await undo('Delete leads');
  await expect.poll(() => idsBy('id', `city_key = 'bulkville'`), { timeout: 60_000 }).toHaveLength(260);
});

test('finds and opens leads with Ctrl+K, and shows the shortcuts of the list with ?', async () => {
  const { page } = await stage.open('administrator', '/');
  await page.keyboard.press('Control+k');
  await page.getByLabel('Search…').fill('first 1234');
  await page.getByRole('dialog').getByText('First 1234').first().waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: /First 1234/ }).waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard' }).getByText('In the list of leads').waitFor();
  const guest = await stage.open('guest', '/');
  await guest.page.keyboard.press('Control+k');
  await guest.page.getByLabel('Search…').fill('first 1234');
  await guest.page.getByText('No results').waitFor();
});

describe('a list too long for the scroll bar to cover', () => {
  beforeAll(async () => {
    await add(30_001, 30_000 + long, 'Longville');
    await stage.hark().query('analyze leads');
  });

  test('grows while it is scrolled, and can be opened at its end or at a value and scrolled up from there', async () => {
    const { page } = await stage.open('administrator', '/leads?order=last_name');
    await ready(page);
    const wanted = await idsBy('last_name_key nulls last, id');
    expect((await scrollOn(page, 0.8, undefined, 700)).slice(0, 600)).toEqual(wanted.slice(0, 600));
    await page.focus(grid);
    await page.keyboard.press('End');
    await page.waitForURL('**end=true**');
    await expect.poll(async () => (await drawn(page))?.at(-1)).toBe(wanted.at(-1));
    expect((await scrollOn(page, -0.8, undefined, 700)).slice(0, 600)).toEqual(
      wanted.toReversed().slice(0, 600),
    );
    const at = await idsBy(
      'last_name_key nulls last, id',
      `last_name_key >= 'name 45' or last_name_key is null`,
    );
    const place = wanted.indexOf(at[0] ?? '');
    await page.getByLabel('Go to Last name…').fill('name 45');
    await page.keyboard.press('Enter');
    await page.waitForURL('**at=name**');
    await expect.poll(() => topRow(page), { timeout: 20_000 }).toBe(at[0]);
    const up = await scrollOn(page, -0.8, undefined, 500);
    const first = wanted.indexOf(up[0] ?? '');
    expect(first).toBeGreaterThan(place);
    expect(up.slice(0, 400)).toEqual(wanted.slice(first - 399, first + 1).reverse());
  });

  test('shows a lower bound for the number of leads, and counts all of them on request', async () => {
    const filter = encodeURIComponent('[{"alias":"city","operator":"not_contains","value":"zzz"}]');
    const { page } = await stage.open('administrator', `/leads?filters=${filter}`);
    await page.getByText(/^At least 5,000 matching leads/).waitFor();
    await page.getByRole('button', { name: 'Count all' }).click();
    const total = (await idsBy('id')).length;
    await page.getByText(`${total.toLocaleString('en-US')} matching leads`).waitFor();
  });
});
