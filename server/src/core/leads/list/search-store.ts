import { type Statement, sql } from '../../../db/driver/sql.ts';
import { textKey } from '../record/lead-keys.ts';
import type { Condition, Filter } from './filter.ts';

/** The columns that `leads_like` searches (migration 0007), by alias. */
const searched: ReadonlyMap<string, string> = new Map([
  ['first_name', 'first_name_key'],
  ['last_name', 'last_name_key'],
  ['company', 'company_key'],
  ['email', 'email_key'],
]);

export const searchedAliases: readonly string[] = [...searched.keys()];

/** With more ids than this, scanning every lead is cheaper. */
const maxCandidates = 10_000;
/** What a trigram index can search for: three letters or digits, or two next to another character. */
const trigram = /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]|[^\p{L}\p{N}][\p{L}\p{N}]{2}/u;
/** Each condition is a separate search; a filter that needs more of them scans the workspace once instead. */
const maxSearches = 8;

/**
 * A superset of the ids that match a filter, as an expression of type bigint[]; null if there are too many.
 * Undefined if no part of the filter is searchable.
 */
export function candidateIds(filter: Filter, budget = { searches: maxSearches }): Statement | undefined {
  if ('any' in filter) {
    const parts = filter.any.map((one) => candidateIds(one, budget));
    return parts.every((part) => part !== undefined) && parts.length > 0 ? parts.reduce(bothOf) : undefined;
  }
  if ('all' in filter) {
    // One part narrows enough: use the first one with few enough ids.
    const parts = filter.all.map((one) => candidateIds(one, budget)).filter((part) => part !== undefined);
    return parts.length > 0 ? parts.reduce((done, part) => sql`coalesce(${done}, ${part})`) : undefined;
  }
  return searchFor(filter, budget);
}

/** The union; skips the second search if the first found too many. `offset 0` runs each only once. */
const bothOf = (first: Statement, second: Statement): Statement => sql`(
  select case when cardinality(a.ids) + cardinality(b.ids) <= ${maxCandidates} then a.ids || b.ids end
  from (select ${first} as ids offset 0) a,
    lateral (select case when a.ids is not null then ${second} end as ids offset 0) b)`;

function searchFor(
  { field, operator, values }: Condition,
  budget: { searches: number },
): Statement | undefined {
  const column = searched.get(field.alias);
  if (column === undefined || (operator !== 'contains' && operator !== 'ends_with')) return undefined;
  const key = textKey(String(values[0]));
  if (!trigram.test(key) || --budget.searches < 0) return undefined;
  const pattern = `%${key.replace(/[\\%_]/g, '\\$&')}${operator === 'contains' ? '%' : ''}`;
  return sql`(
    select case when count(*) <= ${maxCandidates} then coalesce(array_agg(id), '{}') end
    from leads_like(${column}, ${pattern}, ${maxCandidates + 1}) as id)`;
}
