import type { BenchOptions } from '../options.ts';
import { seed } from './seed.ts';
import { fullShape, leadsOf, ownLeads, quickShape, type SeedShape } from './shape.ts';

export const usualDatabase = 'hark_bench';
/** Of the tables, their indexes and history; measured, and rounded up. */
const bytesPerLead = 4_500;

/** `bench -- seed`: makes the growth data in a database of its own, or goes on where it was stopped. */
export async function runSeed({ database, leads, workspaces, quick, progress }: BenchOptions): Promise<void> {
  const usual = quick ? quickShape : fullShape;
  const shape: SeedShape = {
    largeLeads: leads ?? usual.largeLeads,
    smallWorkspaces: workspaces ?? usual.smallWorkspaces,
  };
  if (shape.largeLeads % ownLeads !== 0 || shape.largeLeads === 0 || !(shape.smallWorkspaces > 0))
    throw new Error(`--leads must be a multiple of ${ownLeads}, and --workspaces at least 1.`);
  const wanted = (leadsOf(shape) * bytesPerLead) / 2 ** 30;
  progress(`${leadsOf(shape)} leads take about ${wanted.toFixed(1)} GiB.`);
  await seed(database ?? usualDatabase, shape, progress);
}
