import { median, rounded } from '../document.ts';
import { connections, type Effort } from './effort.ts';
import type { Findings } from './figures.ts';
import { writingCalls } from './growth-calls.ts';
import { Rate } from './rate.ts';
import type { World } from './setup.ts';
import type { Totals } from './totals.ts';

const untilDone = 600;

/**
 * Edits leads across the large workspace. Measures the rate, and how many bytes each edit adds to tables,
 * indexes and the WAL.
 */
export async function measureEdits(
  world: World,
  _totals: Totals,
  { rounds, edits }: Effort,
  progress: (line: string) => void,
): Promise<Findings> {
  const { large, hark } = world;
  const { edit } = writingCalls(world);
  const rate = new Rate();
  const bytes: Record<'log' | 'tables' | 'indexes', number[]> = { log: [], tables: [], indexes: [] };
  for (let round = 0; round < rounds; round++) {
    progress(`edits, round ${round + 1} of ${rounds} …`);
    const calls = Array.from({ length: edits }, () => edit(large));
    const before = await readSizes(world);
    await rate.measure(
      world,
      { pid: hark.process.pid ?? -1, applicationName: 'hark-serve' },
      { calls, connections, seconds: untilDone, repeat: false },
    );
    const after = await readSizes(world);
    for (const what of ['log', 'tables', 'indexes'] as const)
      bytes[what].push((after[what] - before[what]) / edits);
  }
  const middle = (what: keyof typeof bytes) => rounded(median(bytes[what]), 0);
  return {
    figures: {
      edit: rate.figure(),
      // The WAL belongs to the whole server, so other clients' concurrent writes count too. The round with
      // the minimum includes the fewest of those writes.
      bytes_per_edit: { tables: middle('tables'), indexes: middle('indexes'), log: Math.min(...bytes.log) },
    },
    ratios: {},
  };
}

async function readSizes({ client }: World): Promise<Record<'log' | 'tables' | 'indexes', number>> {
  const { rows } = await client.query<{ log: string; tables: string; indexes: string }>(
    `select pg_current_wal_lsn() - '0/0'::pg_lsn as log, sum(pg_table_size(oid)) as tables,
            sum(pg_indexes_size(oid)) as indexes
     from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  const [row] = rows;
  return { log: Number(row?.log), tables: Number(row?.tables), indexes: Number(row?.indexes) };
}
