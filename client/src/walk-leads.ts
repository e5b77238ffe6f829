import type { Filter, Lead, LeadPage, ListParams, SearchParams, Which } from './lead.ts';

/** Options for iterating over leads. */
interface Pages<Custom> {
  list(params: ListParams<Custom>): Promise<LeadPage<Custom>>;
  search(params: SearchParams<Custom>): Promise<LeadPage<Custom>>;
}

const pageSize = 100;
/**
 * How many matches a range of IDs should contain. Kept small, because the server counts all matches in the
 * range for every page.
 */
const wantedMatches = 500;

/**
 * Returns every matching lead once, by ascending ID, one range of IDs after another. IDs never change and are
 * never reused, so leads that are created or deleted in the meantime don't shift the others: a lead that exists
 * the whole time is returned exactly once. The highest ID is looked up first, so the iteration ends no matter
 * how fast leads are added. Paging by `start` or `page` would skip a lead for each one that is deleted before
 * it.
 */
export async function* walkLeads<Custom>(
  pages: Pages<Custom>,
  { filters = [], match = 'all' }: Which<Custom>,
): AsyncGenerator<Lead<Custom>, void, undefined> {
  const newest = (await pages.list({ orderBy: '-id', limit: 1 })).leads[0]?.id ?? 0;
  const wanted: readonly Filter<Custom>[] =
    match === 'any' && filters.length > 0 ? [{ any: filters }] : filters;
  let stretch = 1_000;
  for (let next = 1; next <= newest; ) {
    const last = Math.min(newest, next + stretch - 1);
    const { leads, total } = await pages.search({
      filters: [{ alias: 'id', operator: 'between', value: [next, last] }, ...wanted],
      orderBy: 'id',
      limit: pageSize,
    });
    yield* leads;
    next = (leads.length === pageSize ? (leads.at(-1)?.id ?? last) : last) + 1;
    stretch = Math.ceil(stretch * Math.min(16, Math.max(1 / 16, wantedMatches / Math.max(total, 1))));
  }
}
