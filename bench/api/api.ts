// The REST API against the same engine run bare, and in a workspace of millions against one of hundreds.

import { addressOf, asAdministrator, dropDatabase } from '../../server/test/harness/scratch-database.ts';
import { type BenchDocument, judge, machineWith, readServerVersion } from '../document.ts';
import type { BenchOptions } from '../options.ts';
import { readShape } from '../seed/notebook.ts';
import { usualDatabase } from '../seed/run-seed.ts';
import { seed } from '../seed/seed.ts';
import { leadsOf, quickShape, type SeedShape, smallLeads } from '../seed/shape.ts';
import { bars } from './bars.ts';
import { measureEdits } from './edits.ts';
import { connections, type Effort, fullEffort, quickEffort } from './effort.ts';
import type { Findings } from './figures.ts';
import { measureGrowth } from './growth.ts';
import { measureCreates, measureLists } from './rates.ts';
import { readSetting, readTableSizes } from './sizes.ts';
import { countTotals, tidyUp } from './totals.ts';
import { measureWideFilter } from './wide-filter.ts';
import { inWorld, type World } from './world.ts';

/** `bench -- api`: over the seeded database; a quick run without one makes a small one of its own. */
export async function benchApi(
  options: BenchOptions,
  effort = options.quick ? quickEffort : fullEffort,
): Promise<BenchDocument> {
  const { quick, progress } = options;
  const isOwn = quick && options.database === undefined;
  const name = options.database ?? (isOwn ? `hark_bench_quick_${process.pid}` : usualDatabase);
  try {
    const shape = isOwn ? shapeOf(options) : await requireShape(name);
    // A finished database is only brought to this version's schema.
    await seed(name, shape, progress);
    return await inWorld(name, shape, (world) => measure(world, effort, progress));
  } finally {
    if (isOwn) await dropDatabase(name, { roles: true });
  }
}

const shapeOf = ({ leads, workspaces }: BenchOptions): SeedShape => ({
  largeLeads: leads ?? quickShape.largeLeads,
  smallWorkspaces: workspaces ?? quickShape.smallWorkspaces,
});

async function requireShape(name: string): Promise<SeedShape> {
  const shape = await asAdministrator(readShape, addressOf(name)).catch(() => undefined);
  if (!shape) {
    throw new Error(
      `There is no finished data in ${name}. Run \`npm run -s bench -- seed\` first, or add --quick.`,
    );
  }
  return shape;
}

async function measure(
  world: World,
  effort: Effort,
  progress: (line: string) => void,
): Promise<BenchDocument> {
  const { shape, load, client } = world;
  await tidyUp(world);
  const totals = await countTotals(world);
  const sizes = await readTableSizes(world);
  const findings: Findings[] = [];
  for (const find of [measureLists, measureWideFilter, measureCreates, measureGrowth, measureEdits]) {
    findings.push(await find(world, totals, effort, progress));
    await tidyUp(world);
  }
  const merged = Object.assign({}, ...findings.map(({ ratios }) => ratios)) as Record<string, number>;
  return {
    suite: 'api',
    machine: machineWith(await readServerVersion(client)),
    data: {
      large_leads: shape.largeLeads,
      small_workspaces: shape.smallWorkspaces,
      small_leads: smallLeads,
      leads: leadsOf(shape),
      asked_small_workspaces: world.smalls.length,
      connections,
      autovacuum: await readSetting(world, 'autovacuum'),
      fsync: await readSetting(world, 'fsync'),
      shared_buffers: await readSetting(world, 'shared_buffers'),
      ...effort,
      sizes,
    },
    figures: Object.assign({}, ...findings.map(({ figures }) => figures)) as Record<string, unknown>,
    ratios: merged,
    ...judge(merged, bars),
    wrong: load.wrong,
  };
}
