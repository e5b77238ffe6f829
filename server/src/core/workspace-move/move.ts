import { z } from 'zod';
import type { RowKey } from '../../db/keyed-rows.ts';
import type { TableName } from '../../db/workspace-rows.ts';
import { workspaceTables } from '../workspace-transfer/index.ts';

/**
 * How far a move is (spec/cells §4.1). `arriving` is the state in the installation that receives the workspace, the others
 * are in the one that it leaves.
 */
export const moveStates = ['copying', 'draining', 'switching', 'moved', 'arriving'] as const;
export type MoveState = (typeof moveStates)[number];

/** How far the copy is. */
export interface Progress {
  /** The table that is being copied, as its place in `copiedTables`. */
  readonly table: number;
  /** The key of the last row that was copied. */
  readonly after: RowKey | null;
  /** The key of the last row that existed when the copy of the table began. Later rows are noted as changes. */
  readonly until: RowKey | null;
}

/**
 * Upkeep changes these tables for all workspaces, and would change them in the new installation before the workspace is
 * there. They are small, so they are copied at the switch.
 */
const lastTables: ReadonlySet<string> = new Set([
  'lead_counts',
  'lead_blocks',
  'lead_count_deltas',
  'lead_upkeep',
]);

const moved = workspaceTables.map(({ table }) => table).filter((table) => table !== 'moving_rows');

/** The tables that are copied while the workspace is in use, each after the tables it references. */
export const copiedTables: readonly TableName[] = moved.filter((table) => !lastTables.has(table));
/** The tables that are copied at the switch. */
export const switchedTables: readonly TableName[] = moved.filter((table) => lastTables.has(table));

const isTable = (name: string): name is TableName => (moved as readonly string[]).includes(name);

/** Changes of one table, as one installation sends them to the other. */
export const partSchema = z.strictObject({
  table: z.string().refine(isTable),
  /** Rows to insert or update, as JSON. */
  rows: z.array(z.string()),
  /** The keys of rows to delete, as JSON. */
  gone: z.array(z.string()),
  /** Set if the rows replace all rows of the table. */
  replaces: z.boolean(),
});
export type Part = Omit<z.infer<typeof partSchema>, 'table'> & { readonly table: TableName };

/**
 * Names the move, and counts the calls of the command: a message of an earlier call may arrive late, and must not replace
 * newer rows.
 */
const sender = { move: z.uuid(), call: z.int() };

/** What the installations tell each other. */
export const messages = {
  begin: z.strictObject({
    ...sender,
    schema: z.int(),
    name: z.string(),
    base_url: z.string(),
    host: z.string(),
    listener_host: z.string().nullable(),
  }),
  rows: z.strictObject({ ...sender, parts: z.array(partSchema) }),
  /** The IDs that new rows must not use. */
  room: z.strictObject({ ...sender, last_ids: z.record(z.string().refine(isTable), z.int()) }),
  arrive: z.strictObject(sender),
} as const;
export type Sender = Messages['arrive'];
export type Messages = { readonly [Name in keyof typeof messages]: z.infer<(typeof messages)[Name]> };
