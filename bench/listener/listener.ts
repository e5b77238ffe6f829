// Measures how many requests a listener accepts per second, with the token or signature checked and the
// request stored durably, compared with the insert alone.
import { Rate } from '../api/rate.ts';
import { type Side, takeTurns } from '../api/rates.ts';
import { judge, type Measured, median, rounded } from '../document.ts';
import type { BenchOptions } from '../options.ts';
import { bars } from './bars.ts';
import { runEffortOf, withRuns } from './runs.ts';
import { type ListenerSetup, withListenerSetup } from './setup.ts';
import { measureAccepting, measurePgbench } from './sides.ts';

const manyConnections = [64, 256] as const;
const effortOf = (quick: boolean) => ({
  rounds: quick ? 3 : 5,
  seconds: quick ? 0.5 : 4,
  inserters: 64,
  /** Whether each round waits until PostgreSQL has written everything from the previous one to disk. */
  hasCheckpoints: true,
});
type Effort = ReturnType<typeof effortOf>;

export const benchListener = (
  { quick, progress }: BenchOptions,
  effort = effortOf(quick),
  runEffort = runEffortOf(quick),
): Promise<Measured> =>
  withRuns(() => withListenerSetup((world) => measure(world, effort, progress)), runEffort, progress);

async function measure(
  world: ListenerSetup,
  effort: Effort,
  progress: (line: string) => void,
): Promise<Measured> {
  const { client, product, signed, bare, load } = world;
  const { hasCheckpoints, ...shown } = effort;
  const ours = { 64: new Rate(), 256: new Rate() };
  const node = { 64: new Rate(), 256: new Rate() };
  const oursSigned = new Rate();
  const inserts: number[] = [];
  const sides: Side[] = [
    () => emptyRuns(world, hasCheckpoints),
    ...manyConnections.flatMap((connections): Side[] => [
      (seconds, isWarmUp) =>
        measureAccepting(world, product, isWarmUp ? new Rate() : ours[connections], { connections, seconds }),
      (seconds, isWarmUp) =>
        measureAccepting(world, bare, isWarmUp ? new Rate() : node[connections], { connections, seconds }),
    ]),
    (seconds, isWarmUp) =>
      measureAccepting(world, signed, isWarmUp ? new Rate() : oursSigned, { connections: 64, seconds }),
    async (seconds, isWarmUp) => {
      const rate = await measurePgbench(world, {
        connections: effort.inserters,
        seconds,
      });
      if (!isWarmUp) inserts.push(rate);
    },
  ];
  await takeTurns('accepting', sides, effort, progress);
  const perSecond = Math.round(Math.max(ours[64].perSecond(), ours[256].perSecond()) / 2);
  const [oursHalf, nodeHalf] = [new Rate(), new Rate()];
  const halfOf = (side: typeof product, rate: Rate): Side => {
    return (seconds, isWarmUp) =>
      measureAccepting(world, side, isWarmUp ? new Rate() : rate, { connections: 64, seconds, perSecond });
  };
  const halves = [() => emptyRuns(world, hasCheckpoints), halfOf(product, oursHalf), halfOf(bare, nodeHalf)];
  await takeTurns(`at ${perSecond} per second`, halves, effort, progress);
  const ratios = {
    accept_vs_bare_node_64: rounded(ours[64].perSecond() / node[64].perSecond()),
    accept_vs_bare_node_256: rounded(ours[256].perSecond() / node[256].perSecond()),
    accept_signed_vs_token_64: rounded(oursSigned.perSecond() / ours[64].perSecond()),
    accept_vs_pgbench_64: rounded(ours[64].perSecond() / median(inserts)),
  };
  return {
    suite: 'listener',
    data: {
      body_bytes: Buffer.byteLength(product.call.text.slice(product.call.text.indexOf('\r\n\r\n') + 4)),
      stored_bytes: Buffer.byteLength(world.row.input),
      ...(await readDurability(client)),
      ...shown,
    },
    figures: {
      accept_64: ours[64].figure(),
      accept_64_signed: oursSigned.figure(),
      accept_64_bare_node: node[64].figure(),
      accept_64_pgbench: { per_second: rounded(median(inserts), 1) },
      accept_256: ours[256].figure(),
      accept_256_bare_node: node[256].figure(),
      at_half_rate: {
        asked_per_second: perSecond,
        ...oursHalf.figure(),
        p99_ms: rounded(oursHalf.p99Ms(), 3),
      },
      at_half_rate_bare_node: { ...nodeHalf.figure(), p99_ms: rounded(nodeHalf.p99Ms(), 3) },
    },
    ratios,
    ...judge(ratios, bars),
    wrong: load.wrong,
  };
}

/** Makes every round start with an empty table and without pending writes from the previous round. */
async function emptyRuns({ client }: ListenerSetup, hasCheckpoints: boolean): Promise<void> {
  await client.query('truncate runs, run_steps');
  if (hasCheckpoints) await client.query('checkpoint');
}

async function readDurability(client: ListenerSetup['client']): Promise<Record<string, string>> {
  const { rows } = await client.query<Record<string, string>>(
    "select current_setting('fsync') as fsync, current_setting('synchronous_commit') as synchronous_commit",
  );
  const [settings = {}] = rows;
  if (settings.fsync !== 'on') throw new Error('Nothing is durable without fsync. Enable it.');
  return settings;
}
