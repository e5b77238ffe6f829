// Makes two comparisons: the REST API with a baseline that runs the same statements directly, and a workspace
// that has millions of leads with one that has hundreds.

import { judge, type Measured } from '../document.ts';
import type { BenchOptions } from '../options.ts';
import { fullShape, leadsOf, quickShape, type SeedShape, smallLeads } from '../seed/shape.ts';
import { withSeeded } from '../seed/with-seeded.ts';
import { bars } from './bars.ts';
import { measureEdits } from './edits.ts';
import { connections, type Effort, fullEffort, quickEffort } from './effort.ts';
import type { Findings } from './figures.ts';
import { measureGrowth } from './growth.ts';
import { measureCreates, measureLists } from './rates.ts';
import { measureRunLists } from './run-lists.ts';
import { type World, withSetup } from './setup.ts';
import { readTableSizes } from './sizes.ts';
import { countTotals, tidyUp } from './totals.ts';
import { measureWideFilter } from './wide-filter.ts';

/** `bench -- api`: lists and changes leads. */
export function benchApi(
  options: BenchOptions,
  effort = options.quick ? quickEffort : fullEffort,
): Promise<Measured> {
  const usual = options.quick ? quickShape : fullShape;
  const shape: SeedShape = {
    largeLeads: options.leads ?? usual.largeLeads,
    smallWorkspaces: options.workspaces ?? usual.smallWorkspaces,
  };
  return withSeeded(shape, options, (name) =>
    withSetup(name, shape, (world) => measure(world, effort, options.progress)),
  );
}

async function measure(world: World, effort: Effort, progress: (line: string) => void): Promise<Measured> {
  const { shape, load } = world;
  await tidyUp(world);
  const totals = await countTotals(world);
  const sizes = await readTableSizes(world);
  const findings: Findings[] = [];
  const all = [measureLists, measureWideFilter, measureCreates, measureGrowth, measureRunLists, measureEdits];
  for (const find of all) {
    findings.push(await find(world, totals, effort, progress));
    await tidyUp(world);
  }
  const merged = Object.assign({}, ...findings.map(({ ratios }) => ratios)) as Record<string, number>;
  return {
    suite: 'api',
    data: {
      large_leads: shape.largeLeads,
      small_workspaces: shape.smallWorkspaces,
      small_leads: smallLeads,
      leads: leadsOf(shape),
      asked_small_workspaces: world.smalls.length,
      connections,
      ...effort,
      sizes,
    },
    figures: Object.assign({}, ...findings.map(({ figures }) => figures)) as Record<string, unknown>,
    ratios: merged,
    ...judge(merged, bars),
    wrong: load.wrong,
  };
}
