import { dropDatabase } from '../../server/test/harness/scratch-database.ts';
import type { BenchOptions } from '../options.ts';
import { seed } from './seed.ts';
import { leadsOf, ownLeads, type SeedShape } from './shape.ts';

/** The size of tables, indexes and history per lead, measured and rounded up. */
const bytesPerLead = 4_500;

/**
 * Runs `work` on a database with these leads, which is created if it doesn't exist. A quick run drops it; other
 * runs keep it for the next run on the same server.
 */
export async function withSeeded<T>(
  shape: SeedShape,
  { quick, progress }: Pick<BenchOptions, 'quick' | 'progress'>,
  work: (name: string) => Promise<T>,
): Promise<T> {
  const { largeLeads, smallWorkspaces } = shape;
  if (!(largeLeads > 0) || largeLeads % ownLeads !== 0 || !(smallWorkspaces > 0))
    throw new Error(`--leads must be a multiple of ${ownLeads}, and --workspaces at least 1.`);
  const name = quick
    ? `hark_bench_leads_${largeLeads}_${process.pid}`
    : `hark_leads_${largeLeads}_${smallWorkspaces}`;
  const gibibytes = (leadsOf(shape) * bytesPerLead) / 2 ** 30;
  progress(`database ${name}: ${leadsOf(shape)} leads, about ${gibibytes.toFixed(1)} GiB`);
  try {
    await seed(name, shape, progress);
    return await work(name);
  } finally {
    if (quick) await dropDatabase(name, { roles: true });
  }
}
