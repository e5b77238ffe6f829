import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { median, rounded } from '../document.ts';
import { wideStatus } from '../seed/generated-names.ts';
import { requestText } from './call.ts';
import type { Effort } from './effort.ts';
import { type Findings, latencyOf } from './figures.ts';
import type { World } from './setup.ts';
import type { Totals } from './totals.ts';

const run = promisify(execFile);

/**
 * Measures the page and the exact total for a filter that matches half of the large workspace, alternating with
 * the two plain statements in psql.
 */
export async function measureWideFilter(
  world: World,
  _totals: Totals,
  { rounds, wideRequests }: Effort,
  progress: (line: string) => void,
): Promise<Findings> {
  const { large, load, port } = world;
  const filters = [{ alias: 'status', operator: 'eq', value: wideStatus }];
  const call = {
    port,
    text: requestText(large, 'admin', 'POST', '/leads/search', { limit: 100, filters }),
    status: 200,
    list: { total: large.leads / 2, rows: 100 },
  };
  const latencies: Record<'product' | 'psql', number[]> = { product: [], psql: [] };
  for (let round = 0; round <= rounds; round++) {
    progress(round === 0 ? 'wide filter, warming up …' : `wide filter, round ${round} of ${rounds} …`);
    for (let asked = 0; asked < (round === 0 ? 1 : wideRequests); asked++) {
      const turn = await load.run({ type: 'turns', sides: [[call]], seconds: 60 });
      const inPsql = await askPsql(world, call.list.total);
      if (round === 0) continue;
      latencies.product.push(...turn.latencies.flat());
      latencies.psql.push(inPsql);
    }
  }
  return {
    figures: { wide_filter: latencyOf(latencies.product), wide_filter_psql: latencyOf(latencies.psql) },
    ratios: { wide_filter_vs_bare_sql: rounded(median(latencies.psql) / median(latencies.product)) },
  };
}

/**
 * Returns how many milliseconds psql takes for both statements. It bypasses the policies, and JIT is off
 * because it would slow these statements down.
 */
async function askPsql({ owner, large }: World, total: number): Promise<number> {
  const matching = `leads where workspace_id = ${large.workspace} and status_key = '${wideStatus.toLowerCase()}'`;
  const { stdout } = await run(
    'psql',
    [
      ...['-X', '-A', '-t', owner.reveal(), '-c', 'set jit = off', '-c', '\\timing on'],
      ...['-c', `select count(*) from ${matching}`],
      ...['-c', `select '{"id":' || id || ',' || wire from ${matching} order by id limit 100`],
    ],
    { maxBuffer: 2 ** 24 },
  );
  if (!stdout.includes(`${total}\n`)) throw new Error('psql counted a different total.');
  return [...stdout.matchAll(/^Time: ([\d.]+) ms/gm)].reduce((sum, [, ms]) => sum + Number(ms), 0);
}
