import type { Filter, Lead, LeadPage, ListWish, SearchWish, Which } from './lead.ts';

/** What a walk asks for. */
interface Pages<Custom> {
  list(wish: ListWish<Custom>): Promise<LeadPage<Custom>>;
  search(wish: SearchWish<Custom>): Promise<LeadPage<Custom>>;
}

const pageSize = 100;
/** Of so many matches a stretch of ids is to consist: the server counts them for every page. */
const wantedMatches = 500;

/**
 * Every matching lead once, by rising id, stretch by stretch. Ids never change and are never given twice, so what is created or deleted
 * meanwhile moves nothing: whatever is there from the beginning to the end is met exactly once. The highest id is looked up first, so the walk
 * ends, however fast leads are added. Skipping by `start` or `page` instead would lose one lead for each one deleted before it.
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
