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

/** If a search finds more IDs than this, scanning every lead is cheaper. */
const maxCandidates = 10_000;
/**
 * Matches strings that a trigram index can search for: three letters or digits, or two of them next to
 * another character.
 */
const trigram = /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]|[^\p{L}\p{N}][\p{L}\p{N}]{2}/u;
/**
 * Each condition is a separate search. A filter that needs more searches than this scans the workspace once
 * instead.
 */
const maxSearches = 8;

/**
 * Returns a superset of the IDs that match a filter, as an expression of type bigint[], which is null if
 * there are too many. Returns undefined if no part of the filter is searchable.
 */
export function candidateIds(filter: Filter, budget = { searches: maxSearches }): Statement | undefined {
  if ('any' in filter) {
    const parts = filter.any.map((one) => candidateIds(one, budget));
    return parts.every((part) => part !== undefined) && parts.length > 0 ? parts.reduce(bothOf) : undefined;
  }
  if ('all' in filter) {
    // One part narrows the result enough, so use the first one with few enough IDs.
    const parts = filter.all.map((one) => candidateIds(one, budget)).filter((part) => part !== undefined);
    return parts.length > 0 ? parts.reduce((done, part) => sql`coalesce(${done}, ${part})`) : undefined;
  }
  return searchFor(filter, budget);
}

/**
 * Returns the union of two searches. Skips the second search if the first found too many IDs. `offset 0`
 * makes each run only once.
 */
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
