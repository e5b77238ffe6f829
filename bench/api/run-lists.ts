import { type Call, requestText } from './call.ts';
import type { Effort } from './effort.ts';
import type { Findings } from './figures.ts';
import { Growth } from './growth.ts';
import type { World } from './setup.ts';
import type { Totals } from './totals.ts';

const page = 100;
const smallRuns = 500;
/** How many runs of each workspace failed, and how many belong to its second workflow. They are spread evenly. */
const marked = 100;
const askedWorkspaces = 50;

/** The lists of `GET /api/runs`, by figure. Each returns the same number of rows in every workspace. */
const lists = {
  runs: { query: '', total: (runs: number) => runs },
  runs_failed: { query: '&status=failed', total: () => marked },
  runs_of_workflow: { query: '&workflow=2', total: () => marked },
} as const;

/**
 * Compares the lists of runs in the large workspace with those in small ones. The runs exist only
 * while they are measured.
 */
export async function measureRunLists(
  world: World,
  _totals: Totals,
  { rounds, requests, maxSeconds, largeRuns }: Effort,
  progress: (line: string) => void,
): Promise<Findings> {
  const { client, large, load, port, random } = world;
  const smalls = world.smalls.slice(0, askedWorkspaces);
  const runsOf = (workspace: number) => (workspace === large.workspace ? largeRuns : smallRuns);
  progress(`${largeRuns} runs …`);
  await client.query('truncate runs');
  for (const { workspace } of [large, ...smalls]) await insertRuns(world, workspace, runsOf(workspace));
  await client.query('vacuum analyze runs');
  const growths = Object.keys(lists).map((name) => [name, new Growth()] as const);
  for (let round = 0; round <= rounds; round++) {
    progress(round === 0 ? 'lists of runs, warming up …' : `lists of runs, round ${round} of ${rounds} …`);
    const drawn = Array.from({ length: requests }, () => random.oneOf(smalls));
    for (const [name, growth] of growths) {
      const { query, total } = lists[name as keyof typeof lists];
      const call = (population: typeof large): Call => ({
        port,
        text: requestText(population, 'admin', 'GET', `/runs?limit=${page}${query}`),
        status: 200,
        contains: `{"total":"${total(runsOf(population.workspace))}",`,
      });
      const sides = [drawn.map(() => call(large)), drawn.map(call)];
      const { latencies } = await load.run({ type: 'turns', sides, seconds: maxSeconds });
      if (round > 0) growth.add(latencies);
    }
  }
  await client.query('truncate runs');
  return {
    figures: Object.fromEntries(growths.map(([name, growth]) => [`growth_${name}`, growth.figure()])),
    ratios: Object.fromEntries(growths.map(([name, growth]) => [`growth_${name}`, growth.ratio()])),
  };
}

/** Inserts ended runs, which were accepted at an even pace over the last 28 days. */
async function insertRuns({ client }: World, workspace: number, runs: number): Promise<void> {
  await client.query(
    `insert into runs (workspace_id, id, workflow_id, workflow_version, status, accepted_at, started_at, ended_at,
                       is_awaited, input)
     select $1::bigint,
            (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid,
            case when n % ($2::int / $3::int) = 0 then 2 else 1 end, 1,
            case when n % ($2::int / $3::int) = 1 then 'failed' else 'succeeded' end, at, at, at, false, '{"body":{}}'
     from (select n, now() - n * interval '28 days' / $2::int as at from generate_series(1, $2::int) n) planned`,
    [workspace, runs, marked],
  );
}
