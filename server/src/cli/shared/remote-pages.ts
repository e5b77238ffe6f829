import type { Remote } from './remote.ts';

const maxPage = 100;

/** Reads a list by cursor, until it ends or has `most` records. `path` ends with a query. */
export async function readPages<Item>(
  remote: Remote,
  path: string,
  key: string,
  most: number,
): Promise<{ total: number; records: Item[] }> {
  const records: Item[] = [];
  for (let after = '', total = 0; ; ) {
    const limit = Math.min(maxPage, most - records.length);
    const page = (await remote.call('GET', `${path}&limit=${limit}&after=${after}`)) as {
      total: string;
      next: string | null;
    } & Record<string, Item[]>;
    total = Number(page.total);
    records.push(...(page[key] ?? []));
    if (page.next === null || records.length >= most) return { total, records };
    after = page.next;
  }
}
