import { median, rounded } from '../document.ts';
import { recordCreate, recordList, startBareServer } from './bare-sides.ts';
import type { Call } from './call.ts';
import { connections, type Effort } from './effort.ts';
import type { Findings } from './figures.ts';
import { readingCalls, writingCalls } from './growth-calls.ts';
import { HttpLane } from './http-lane.ts';
import { runPgbench, scriptOf } from './pgbench.ts';
import { Rate } from './rate.ts';
import type { World } from './setup.ts';
import type { Totals } from './totals.ts';

/** More than any server can process per second. */
const maxCreatesPerSecond = 5_000;

/** Measures one side of a comparison for some seconds. The result is kept unless the round is only a warm-up. */
export type Side = (seconds: number, isWarmUp: boolean) => Promise<unknown>;

/** Runs all sides in each round, one after the other. The first round is only a warm-up. */
export async function takeTurns(
  what: string,
  sides: readonly Side[],
  { rounds, seconds }: Pick<Effort, 'rounds' | 'seconds'>,
  progress: (line: string) => void,
): Promise<void> {
  for (let round = 0; round <= rounds; round++) {
    progress(round === 0 ? `${what}, warming up …` : `${what}, round ${round} of ${rounds} …`);
    for (const side of sides) await side(round === 0 ? Math.min(1, seconds) : seconds, round === 0);
  }
}

const listing = (call: Call, seconds: number) => ({ calls: [call], connections, seconds, repeat: true });

const productOf = ({ hark }: World) => ({ pid: hark.process.pid ?? -1, applicationName: 'hark-serve' });

/**
 * Measures how many first pages of the large workspace, each with the total, can be read per second over 16
 * connections. Compares the rate with the baselines.
 */
export async function measureLists(
  world: World,
  totals: Totals,
  effort: Effort,
  progress: (line: string) => void,
): Promise<Findings> {
  const list = readingCalls(world, totals).list(world.large);
  const statement = await recordList(world);
  const bare = await startBareServer(world, statement);
  try {
    const bareList = { ...list, port: bare.port };
    await requireSameBytes(list, bareList);
    const [ours, node, sql] = [new Rate(), new Rate(), [] as number[]];
    const sides: Side[] = [
      (seconds, isWarmUp) =>
        (isWarmUp ? new Rate() : ours).measure(world, productOf(world), listing(list, seconds)),
      (seconds, isWarmUp) => (isWarmUp ? new Rate() : node).measure(world, bare, listing(bareList, seconds)),
      (seconds, isWarmUp) => measurePgbench(world, scriptOf([statement]), seconds, isWarmUp ? [] : sql),
    ];
    await takeTurns('lists', sides, effort, progress);
    return {
      figures: {
        list: ours.figure(),
        list_bare_node: node.figure(),
        list_pgbench: { per_second: rounded(median(sql), 1) },
      },
      ratios: {
        list_vs_bare_node: rounded(ours.perSecond() / node.perSecond()),
        list_vs_bare_sql: rounded(ours.perSecond() / median(sql)),
      },
    };
  } finally {
    bare.close();
  }
}

/**
 * Measures how many leads, with their history, can be created per second in the large workspace over 16
 * connections. Compares the rate with the same statements in pgbench.
 */
export async function measureCreates(
  world: World,
  _totals: Totals,
  effort: Effort,
  progress: (line: string) => void,
): Promise<Findings> {
  const { create } = writingCalls(world);
  const script = await recordCreate(world, bodyOf(create(world.large)));
  const [ours, sql] = [new Rate(), [] as number[]];
  const calls = (seconds: number) =>
    Array.from({ length: Math.ceil(maxCreatesPerSecond * seconds) }, () => create(world.large));
  const sides: Side[] = [
    (seconds, isWarmUp) =>
      (isWarmUp ? new Rate() : ours).measure(world, productOf(world), {
        calls: calls(seconds),
        connections,
        seconds,
        repeat: false,
      }),
    (seconds, isWarmUp) => measurePgbench(world, script, seconds, isWarmUp ? [] : sql),
  ];
  await takeTurns('creates', sides, effort, progress);
  return {
    figures: { create: ours.figure(), create_pgbench: { per_second: rounded(median(sql), 1) } },
    ratios: { create_vs_bare_sql: rounded(ours.perSecond() / median(sql)) },
  };
}

async function measurePgbench(
  { owner }: World,
  script: Parameters<typeof runPgbench>[1],
  seconds: number,
  into: number[],
): Promise<void> {
  into.push(await runPgbench(owner, script, { connections, seconds }));
}

/** Returns the record that a call sends. */
const bodyOf = ({ text }: Call): object => JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4)) as object;

/** Checks that both servers return the same body; otherwise their rates can't be compared. */
async function requireSameBytes(...calls: Call[]): Promise<void> {
  const bodies: string[] = [];
  for (const { port, text } of calls) {
    const lane = new HttpLane(port);
    const answer = (await lane.ask(text)).toString();
    lane.close();
    bodies.push(answer.slice(answer.indexOf('\r\n\r\n')));
  }
  if (new Set(bodies).size !== 1) throw new Error("The baseline server doesn't send the same bytes as Hark.");
}
