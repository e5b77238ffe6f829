// How many runs a second come to their end, against an engine that has nothing to do.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Call } from '../api/call.ts';
import { cpuUsOf } from '../api/cpu.ts';
import { type Side, takeTurns } from '../api/rates.ts';
import { median, rounded } from '../document.ts';
import type { CompleteWorld } from './complete-world.ts';
import { makeBody, makeCall } from './delivery.ts';

const connections = 64;
/** A round that takes longer has failed. */
const longestMs = 120_000;

export interface CompleteEffort {
  readonly rounds: number;
  /** Runs of a round, on either side. */
  readonly runs: number;
}

interface Round {
  readonly perSecond: number;
  /** CPU time of one run, by whose it is. */
  readonly cpuUs: Readonly<Record<string, number>>;
}

/** Rounds of both sides in turns: each a number of requests at once, and over when the last of them is done. */
export async function measureCompleting(
  world: CompleteWorld,
  { rounds, runs }: CompleteEffort,
  progress: (line: string) => void,
) {
  const [ours, bare]: [Round[], Round[]] = [[], []];
  const sides: Side[] = [
    async (_, isWarmUp) => {
      const round = await completeOurs(world, isWarmUp ? Math.ceil(runs / 2) : runs);
      if (!isWarmUp) ours.push(round);
    },
    async (_, isWarmUp) => {
      const round = await completeBare(world, isWarmUp ? Math.ceil(runs / 2) : runs);
      if (!isWarmUp) bare.push(round);
    },
  ];
  await takeTurns('completing', sides, { rounds, seconds: 0 }, progress);
  const { rows } = await world.client.query<{ p50: number; p99: number }>(
    `select percentile_disc(0.5) within group (order by ms) as p50, percentile_disc(0.99) within group (order by ms) as p99
     from (select extract(epoch from ended_at - accepted_at)::float8 * 1000 as ms from runs) taken`,
  );
  return {
    figures: {
      complete: {
        ...figureOf(ours),
        in_a_flood_ms: { p50: rounded(rows[0]?.p50 ?? 0), p99: rounded(rows[0]?.p99 ?? 0) },
      },
      complete_bare_engine: figureOf(bare),
    },
    ratios: { complete_vs_bare_engine: rounded(perSecondOf(ours) / perSecondOf(bare)) },
  };
}

const perSecondOf = (rounds: readonly Round[]) => median(rounds.map((round) => round.perSecond));

function figureOf(rounds: readonly Round[]) {
  const whose = Object.keys(rounds[0]?.cpuUs ?? {});
  return {
    per_second: rounded(perSecondOf(rounds), 1),
    cpu_us_per_run: Object.fromEntries(
      whose.map((name) => [name, Math.round(median(rounds.map(({ cpuUs }) => cpuUs[name] ?? 0)))]),
    ),
  };
}

let sent = 0;

/** Requests to a listener, each for a lead of its own. */
export function callsTo(
  url: string,
  count: number,
  change: (body: Record<string, unknown>) => void = () => {},
): Call[] {
  const { port, host, pathname } = new URL(url);
  const order = JSON.parse(makeBody());
  return Array.from({ length: count }, () => {
    const body = { ...order, customer: { ...order.customer, email: `ann.${++sent}@example.test` } };
    change(body);
    return makeCall(Number(port), host, pathname, JSON.stringify(body));
  });
}

/** Each call once. @returns the load generator's CPU time */
async function sendAll(load: CompleteWorld['load'], calls: readonly Call[]): Promise<number> {
  const seconds = longestMs / 1000;
  return (await load.run({ type: 'rate', calls, connections, seconds, repeat: false })).cpuUs;
}

async function completeOurs(world: CompleteWorld, runs: number): Promise<Round> {
  const { client, load, listeners, pids } = world;
  const before = await readRuns(client);
  const round = await timed(world, [pids.serve, pids.work, pids.engine], runs, async () => {
    const calls = callsTo(listeners.complete ?? '', runs);
    const cpuUs = await sendAll(load, calls);
    await untilEnded(client);
    return cpuUs;
  });
  const after = await readRuns(client);
  for (const [what, count] of Object.entries(after)) {
    const wanted = (before[what] ?? 0) + (what === 'steps' ? 3 * runs : runs);
    if (count !== wanted) load.wrong.push(`${count} ${what} instead of ${wanted}`);
  }
  return round;
}

function completeBare(world: CompleteWorld, runs: number): Promise<Round> {
  const { load, ingressPort: port, pids } = world;
  const body = 'null';
  const text = `POST /bare/run HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  const calls: Call[] = Array.from({ length: runs }, () => ({
    port,
    text,
    status: 200,
    contains: '{"ok":true}',
  }));
  return timed(world, [pids.bare, pids.engine], runs, () => sendAll(load, calls));
}

async function timed(
  { client, pids }: CompleteWorld,
  taking: readonly number[],
  runs: number,
  work: () => Promise<number>,
): Promise<Round> {
  const backends = await backendsIn(client);
  const names = Object.entries(pids).filter(([, pid]) => taking.includes(pid));
  const cpu = () => [...names.map(([, pid]) => cpuUsOf([pid])), cpuUsOf(backends)];
  const [startedAt, cpuBefore] = [performance.now(), cpu()];
  const loadUs = await work();
  const seconds = (performance.now() - startedAt) / 1000;
  const used = cpu().map((us, index) => (us - (cpuBefore[index] ?? 0)) / runs);
  return {
    perSecond: runs / seconds,
    cpuUs: Object.fromEntries([
      ...[...names.map(([name]) => name), 'postgres'].map((name, index) => [name, used[index] ?? 0]),
      ['load_generator', loadUs / runs],
    ]),
  };
}

/** Whether runs are unfinished is a look at a small index. */
export async function untilEnded(client: CompleteWorld['client'], withinMs = longestMs): Promise<void> {
  for (const end = performance.now() + withinMs; performance.now() < end; await sleep(25)) {
    const { rows } = await client.query("select from runs where status in ('queued', 'running') limit 1");
    if (rows.length === 0) return;
  }
  throw new Error('The runs do not end.');
}

async function backendsIn(client: CompleteWorld['client']): Promise<number[]> {
  const { rows } = await client.query<{ pid: number }>(
    "select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and application_name like 'hark-%'",
  );
  return rows.map(({ pid }) => pid);
}

/** What the runs have left: each its end, a lead, a note in history, and three steps. Others may wake meanwhile. */
async function readRuns(client: CompleteWorld['client']): Promise<Record<string, number>> {
  const { rows } = await client.query<Record<string, number>>(
    `select (select count(*)::int from runs r join workflows w on w.id = r.workflow_id and w.name = 'complete'
             where r.status = 'succeeded') as succeeded,
       (select count(*)::int from leads) as leads, (select count(*)::int from lead_history) as notes,
       (select count(*)::int from run_steps where type <> 'wait') as steps`,
  );
  return rows[0] ?? {};
}
