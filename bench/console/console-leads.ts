// Measures the console's list of leads: every sort order and kind of filter, at the list's start, middle and
// end, in a workspace with millions of leads and in a small one.
import type { Principal } from '../../server/src/core/access/index.ts';
import type { Context } from '../../server/src/core/context/index.ts';
import { type FieldSet, readFieldSet } from '../../server/src/core/lead-fields/index.ts';
import { readWindow, type WindowParams } from '../../server/src/core/leads/index.ts';
import { openDatabase } from '../../server/src/db/database.ts';
import { databaseAddresses } from '../../server/src/db/tenancy/addresses.ts';
import { systemClock } from '../../server/src/lib/clock.ts';
import type { WorkspaceId } from '../../server/src/lib/ids.ts';
import { addressOf, asAdministrator, silent, testKey } from '../../server/test/harness/scratch-database.ts';
import { judge, type Measured, median, rounded } from '../document.ts';
import type { BenchOptions } from '../options.ts';
import { fullShape, quickShape } from '../seed/shape.ts';
import { withSeeded } from '../seed/with-seeded.ts';
import { type Depth, depths, type List, lists, wishAt } from './lists.ts';

/** The number of leads in the small workspace that the large one is compared with. */
const smallLeads = 50_000;
const quickSmallLeads = 1_000;
const maxGrowth = 1.5;
/**
 * A substring search uses trigrams, whose posting lists grow with the table, so it may take as long as the API
 * allows.
 */
const maxSubstringGrowth = 3;

/** One workspace, and how to read a window of its list. */
interface Side {
  readonly leads: number;
  read(params: WindowParams): Promise<Awaited<ReturnType<typeof readWindow>>>;
  close(): Promise<void>;
}

/** `bench -- console-leads`: reads the console's list of leads. */
export function benchConsoleLeads(options: BenchOptions): Promise<Measured> {
  const { quick, progress } = options;
  const usual = quick ? quickShape : fullShape;
  const large = { ...usual, largeLeads: options.leads ?? usual.largeLeads };
  const small = { largeLeads: quick ? quickSmallLeads : smallLeads, smallWorkspaces: 10 };
  return withSeeded(large, options, (largeName) =>
    withSeeded(small, options, async (smallName) => {
      const sides = { large: await openSide(largeName), small: await openSide(smallName) };
      try {
        return await measure(sides, quick ? 1 : 15, progress);
      } finally {
        await Promise.all([sides.large.close(), sides.small.close()]);
      }
    }),
  );
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
    read: (params) => readWindow(context, principal, fields, params),
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
): Promise<Measured> {
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
          const params = wishes[side][index];
          if (!params) continue;
          const from = performance.now();
          const found = await sides[side].read(params);
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
  // Use the fastest time: these are milliseconds, and other load on the machine can only add to them.
  ratios[key] = rounded(Math.min(...large) / Math.min(...small));
}

function documentOf(
  sides: { large: Side; small: Side },
  rounds: number,
  found: { figures: Record<string, unknown>; ratios: Record<string, number>; wrong: string[] },
): Measured {
  const bars = Object.fromEntries(
    Object.keys(found.ratios).map((name) => [
      name,
      {
        most: name.includes(', contains ') ? maxSubstringGrowth : maxGrowth,
        because: 'a window should cost the same at any position and with any number of leads',
      },
    ]),
  );
  return {
    suite: 'console-leads',
    data: { large_leads: sides.large.leads, small_leads: sides.small.leads, rounds },
    ...found,
    ...judge(found.ratios, bars),
  };
}
