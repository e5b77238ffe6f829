// Measures how many runs per second finish, compared with a service on the same engine that does nothing.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Call } from '../api/call.ts';
import { cpuUsOf } from '../api/cpu.ts';
import { type Side, takeTurns } from '../api/rates.ts';
import { median, rounded } from '../document.ts';
import type { CompletionSetup } from './completion-setup.ts';
import { makeBody, makeCall, withToken } from './delivery.ts';

const connections = 64;
/** A round that takes longer than this has failed. */
const maxMs = 120_000;

export interface CompleteEffort {
  readonly rounds: number;
  /** Runs per round and side. */
  readonly runs: number;
}

interface Round {
  readonly perSecond: number;
  /** CPU time per run, by process group. */
  readonly cpuUs: Readonly<Record<string, number>>;
}

/**
 * Alternates between the two sides. In each round, a side sends a number of requests at once; the round ends
 * when the last run has finished.
 */
export async function measureCompleting(
  world: CompletionSetup,
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

/** Builds requests to a listener, each for a different lead. */
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
    return makeCall(Number(port), { host, path: pathname }, withToken(), JSON.stringify(body));
  });
}

/** Sends each call once. @returns the load generator's CPU time */
async function sendAll(load: CompletionSetup['load'], calls: readonly Call[]): Promise<number> {
  const seconds = maxMs / 1000;
  return (await load.run({ type: 'rate', calls, connections, seconds, repeat: false })).cpuUs;
}

async function completeOurs(world: CompletionSetup, runs: number): Promise<Round> {
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

function completeBare(world: CompletionSetup, runs: number): Promise<Round> {
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
  { client, pids }: CompletionSetup,
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

/** Waits until no unfinished runs are left. The check reads only a small index. */
export async function untilEnded(client: CompletionSetup['client'], withinMs = maxMs): Promise<void> {
  for (const end = performance.now() + withinMs; performance.now() < end; await sleep(25)) {
    const { rows } = await client.query("select from runs where status in ('queued', 'running') limit 1");
    if (rows.length === 0) return;
  }
  throw new Error("The runs don't finish.");
}

async function backendsIn(client: CompletionSetup['client']): Promise<number[]> {
  const { rows } = await client.query<{ pid: number }>(
    "select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and application_name like 'hark-%'",
  );
  return rows.map(({ pid }) => pid);
}

/**
 * Reads what the runs have stored: for each run its status, a lead, a history entry and three steps. The
 * counts exclude sleeping runs, which may wake in the meantime.
 */
async function readRuns(client: CompletionSetup['client']): Promise<Record<string, number>> {
  const { rows } = await client.query<Record<string, number>>(
    `select (select count(*)::int from runs r join workflows w on w.id = r.workflow_id and w.name = 'complete'
             where r.status = 'succeeded') as succeeded,
       (select count(*)::int from leads) as leads, (select count(*)::int from lead_history) as notes,
       (select count(*)::int from run_steps where type <> 'wait') as steps`,
  );
  return rows[0] ?? {};
}
