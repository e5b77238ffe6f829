import { Statement, sql } from '../../../db/driver/sql.ts';
import { maxPageSize } from '../list/page.ts';

/** Inlines a number into the statement, because the planner must know it. */
const written = (number: number): Statement => new Statement([String(number)], []);

/** Counts are kept per block of ids, so that a deep page is found without reading the leads before it. */
const idsPerBlock = 4_096;
const blockSize = written(idsPerBlock);

export const largestPage: Statement = written(maxPageSize);
export const largestPageInBlock: Statement = written(idsPerBlock + maxPageSize);

export const blockOf = (id: Statement): Statement => sql`(${id} / ${blockSize})`;

export const firstIdOf = (block: Statement): Statement => sql`(${block} * ${blockSize})`;

/** Subtracts the leads in `gone` from the counts. */
export const countOut = (gone: Statement): Statement => sql`
  insert into lead_count_deltas (workspace_id, owner_id, block, delta)
  select workspace_id, coalesce(owner_id, 0), ${blockOf(sql`id`)}, -1 from ${gone}`;
