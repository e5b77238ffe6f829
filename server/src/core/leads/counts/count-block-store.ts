import { Statement, sql } from '../../../db/driver/sql.ts';
import { maxPageSize } from '../list/page.ts';

/** A number as part of the text of a statement, because the planner must know it. */
const written = (number: number): Statement => new Statement([String(number)], []);

/** Leads are counted in blocks of this many ids, so that a page far down is found without reading what comes before it. */
const idsPerBlock = 4_096;
const blockSize = written(idsPerBlock);

/** The largest page, for an inner limit. */
export const largestPage: Statement = written(maxPageSize);
/** The largest page and the block that it starts in, for an inner limit. */
export const largestPageInBlock: Statement = written(idsPerBlock + maxPageSize);

/** The block of an id. */
export const blockOf = (id: Statement): Statement => sql`(${id} / ${blockSize})`;

/** The first id of a block. */
export const firstIdOf = (block: Statement): Statement => sql`(${block} * ${blockSize})`;

/** Counts out the leads in `gone`. */
export const countOut = (gone: Statement): Statement => sql`
  insert into lead_count_deltas (workspace_id, owner_id, block, delta)
  select workspace_id, coalesce(owner_id, 0), ${blockOf(sql`id`)}, -1 from ${gone}`;
