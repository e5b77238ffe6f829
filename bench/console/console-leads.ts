// The console's list of leads: every order and kind of filter, at its beginning, in its middle and at its end, in a workspace of millions and in a small one.
import type { Principal } from '../../server/src/core/access/index.ts';
import type { Context } from '../../server/src/core/context/index.ts';
import { type FieldSet, readFieldSet } from '../../server/src/core/lead-fields/index.ts';
import { readWindow, type WindowParams } from '../../server/src/core/leads/index.ts';
import { openDatabase } from '../../server/src/db/database.ts';
import { databaseAddresses } from '../../server/src/db/tenancy/addresses.ts';
import { systemClock } from '../../server/src/lib/clock.ts';
import type { WorkspaceId } from '../../server/src/lib/ids.ts';
import {
  addressOf,
  asAdministrator,
  dropDatabase,
  silent,
  testKey,
} from '../../server/test/harness/scratch-database.ts';
import { type BenchDocument, judge, machineWith, median, readServerVersion, rounded } from '../document.ts';
import type { BenchOptions } from '../options.ts';
import { readShape } from '../seed/notebook.ts';
import { usualDatabase } from '../seed/run-seed.ts';
import { seed } from '../seed/seed.ts';
import { quickShape } from '../seed/shape.ts';
import { type Depth, depths, type List, lists, wishAt } from './lists.ts';

/** How many leads the workspace has that the large one is compared with. */
const smallLeads = 50_000;
const quickSmallLeads = 2_000;
const smallDatabase = 'hark_bench_console_small';
const mostGrowth = 1.5;
/** A part of a text is found by pieces of three letters, whose lists grow with the table: as much as the API may take. */
const mostGrowthOfPieces = 3;

/** One workspace, and how to read a window of its list. */
interface Side {
  readonly leads: number;
  read(wish: WindowParams): Promise<Awaited<ReturnType<typeof readWindow>>>;
  close(): Promise<void>;
}

/** `bench -- console-leads`: over the seeded database; a quick run makes small ones of its own. */
export async function benchConsoleLeads(options: BenchOptions): Promise<BenchDocument> {
  const { quick, progress } = options;
  const name = options.database ?? (quick ? `hark_bench_quick_${process.pid}` : usualDatabase);
  const smallName = quick ? `hark_bench_quick_small_${process.pid}` : smallDatabase;
  const isOwn = quick && options.database === undefined;
  try {
    if (isOwn)
      await seed(name, { ...quickShape, largeLeads: options.leads ?? quickShape.largeLeads }, progress);
    else await requireSeeded(name, progress);
    await seed(
      smallName,
      { largeLeads: quick ? quickSmallLeads : smallLeads, smallWorkspaces: 10 },
      progress,
    );
    const sides = { large: await openSide(name), small: await openSide(smallName) };
    try {
      return await measure(sides, quick ? 1 : 15, progress);
    } finally {
      await Promise.all([sides.large.close(), sides.small.close()]);
    }
  } finally {
    if (isOwn) await dropDatabase(name, { roles: true });
    if (quick) await dropDatabase(smallName, { roles: true });
  }
}

async function requireSeeded(name: string, progress: (line: string) => void): Promise<void> {
  const shape = await asAdministrator(readShape, addressOf(name)).catch(() => undefined);
  if (!shape)
    throw new Error(
      `There is no finished data in ${name}. Run \`npm run -s bench -- seed\` first, or add --quick.`,
    );
  await seed(name, shape, progress);
}

async function openSide(name: string): Promise<Side> {
  const addresses = databaseAddresses(addressOf(name), testKey);
  const db = openDatabase(addresses, { applicationName: 'bench', poolSize: 1, logger: silent });
  const context: Context = { db, clock: systemClock, key: { number: 1, secret: testKey } };
  const workspace = 1 as WorkspaceId;
  const fields: FieldSet = await db.read(workspace, (transaction) => readFieldSet(transaction, workspace));
  const principal = {
    workspace: { id: workspace },
    user: { id: 1 },
    role: { isAdmin: true, permissions: {} },
    means: { type: 'ui' },
  } as unknown as Principal;
  const { rows } = await asAdministrator(
    (client) => client.query<{ n: string }>('select count(*) as n from leads where workspace_id = 1'),
    addresses.owner,
  );
  return {
    leads: Number(rows[0]?.n),
    read: (wish) => readWindow(context, principal, fields, wish),
    close: () => db.close(),
  };
}

interface Timed {
  readonly large: number[];
  readonly small: number[];
}

async function measure(
  sides: { large: Side; small: Side },
  rounds: number,
  progress: (line: string) => void,
): Promise<BenchDocument> {
  const figures: Record<string, unknown> = {};
  const ratios: Record<string, number> = {};
  const wrong: string[] = [];
  for (const list of lists) {
    progress(list.name);
    const wishes = {
      large: await Promise.all(depths.map((depth) => wishAt(sides.large.read, list, depth))),
      small: await Promise.all(depths.map((depth) => wishAt(sides.small.read, list, depth))),
    };
    for (const [index, depth] of depths.entries()) {
      const timed: Timed = { large: [], small: [] };
      for (let round = 0; round <= rounds; round++)
        for (const side of ['large', 'small'] as const) {
          const wish = wishes[side][index];
          if (!wish) continue;
          const from = performance.now();
          const found = await sides[side].read(wish);
          const took = performance.now() - from;
          if (found.rows.length === 0 && found.stop === null && list.isFilled)
            wrong.push(`${list.name}, ${depth}: the ${side} side is empty`);
          if (round > 0) timed[side].push(took);
        }
      note(figures, ratios, list, depth, timed);
    }
  }
  return documentOf(sides, rounds, { figures, ratios, wrong });
}

function note(
  figures: Record<string, unknown>,
  ratios: Record<string, number>,
  { name }: List,
  depth: Depth,
  { large, small }: Timed,
): void {
  const key = `${name} ${depth}`;
  figures[key] = {
    large_ms: rounded(median(large)),
    small_ms: rounded(median(small)),
    large_least_ms: rounded(Math.min(...large)),
    small_least_ms: rounded(Math.min(...small)),
  };
  // Of the fastest: what else the machine does can only add to it, and these are milliseconds.
  ratios[key] = rounded(Math.min(...large) / Math.min(...small));
}

async function documentOf(
  sides: { large: Side; small: Side },
  rounds: number,
  found: { figures: Record<string, unknown>; ratios: Record<string, number>; wrong: string[] },
): Promise<BenchDocument> {
  const bars = Object.fromEntries(
    Object.keys(found.ratios).map((name) => [
      name,
      {
        most: name.includes(', contains ') ? mostGrowthOfPieces : mostGrowth,
        because: 'a window is to cost the same wherever it is, however many leads there are',
      },
    ]),
  );
  return {
    suite: 'console-leads',
    machine: machineWith(await asAdministrator(readServerVersion)),
    data: { large_leads: sides.large.leads, small_leads: sides.small.leads, rounds },
    ...found,
    ...judge(found.ratios, bars),
  };
}
