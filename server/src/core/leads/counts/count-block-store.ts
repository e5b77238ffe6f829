import { Statement, sql } from '../../../db/driver/sql.ts';
import { maxPageSize } from '../../paging/index.ts';

/** Inlines a number into the statement, because the planner needs its value. */
const written = (number: number): Statement => new Statement([String(number)], []);

/** Leads are counted per block of IDs, so a deep page can be located without reading the leads before it. */
const idsPerBlock = 4_096;
const blockSize = written(idsPerBlock);

export const maxPageLimit: Statement = written(maxPageSize);
export const maxPageInBlockLimit: Statement = written(idsPerBlock + maxPageSize);

export const blockOf = (id: Statement): Statement => sql`(${id} / ${blockSize})`;

export const firstIdOf = (block: Statement): Statement => sql`(${block} * ${blockSize})`;

/** Subtracts the leads in `gone` from the counts. */
export const countOut = (gone: Statement): Statement => sql`
  insert into lead_count_deltas (workspace_id, owner_id, block, delta)
  select workspace_id, coalesce(owner_id, 0), ${blockOf(sql`id`)}, -1 from ${gone}`;
