// Measures what 100,000 workspaces cost: the time until Hark is ready, its memory, and the time to find a
// request's workspace by host.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { type RunningHark, startHark, untilWhole } from '../server/test/harness/hark-process.ts';
import { addressOf, asAdministrator } from '../server/test/harness/scratch-database.ts';
import { type Measured, median, percentile, rounded } from './document.ts';
import type { BenchOptions } from './options.ts';
import { environmentOf, insertWorkspaces, withTwoDatabases } from './two-sides.ts';

interface Side {
  readonly database: string;
  readonly workspaces: number;
  readonly readyMs: number[];
  readonly memoryMiB: number[];
  readonly latencyMs: number[];
}

/** Creates workspaces, each with settings, roles and an audit entry, as `apply` would create them. */
async function prepareSide(database: string, workspaces: number): Promise<Side> {
  await asAdministrator(async (client) => {
    await client.query(`${insertWorkspaces(workspaces)}
      insert into workspace_settings (workspace_id) select id from workspaces;
      insert into audit_entries (workspace_id, at, means_type, action, subject_type, subject_id, subject_name, old_values, new_values)
        select id, now(), 'apply', 'created', 'workspace', id, name, '{}', '{}' from workspaces`);
    await client.query('vacuum analyze');
  }, addressOf(database));
  return { database, workspaces, readyMs: [], memoryMiB: [], latencyMs: [] };
}

/** Starts Hark on one side and measures how long that takes. */
async function start(side: Side): Promise<RunningHark> {
  const startedAt = performance.now();
  const hark = await startHark('up', environmentOf(side.database));
  await untilReady(hark);
  side.readyMs.push(performance.now() - startedAt);
  await untilWhole(hark);
  return hark;
}

/** Runs one round: starts both sides one after the other, sends alternating requests, and stops both sides. */
async function runRound(sides: readonly Side[], requests: number): Promise<void> {
  const running: { side: Side; hark: RunningHark; ask: Ask }[] = [];
  for (const side of sides) {
    const hark = await start(side);
    running.push({ side, hark, ask: askerAt(hark.url) });
  }
  for (let asked = -200; asked < requests; asked++) {
    for (const { side, ask } of running) {
      const latency = await ask(`w${1 + Math.floor(Math.random() * side.workspaces)}.test`);
      if (asked >= 0) side.latencyMs.push(latency);
    }
  }
  for (const { side, hark } of running) {
    const { serve = -1, work = -1 } = hark.children();
    side.memoryMiB.push([hark.process.pid ?? -1, serve, work].map(residentMiB).reduce((a, b) => a + b));
    await hark.remove();
  }
}

async function untilReady(hark: RunningHark): Promise<void> {
  for (;;) {
    const readiness = await hark.readiness().catch(() => undefined);
    if (readiness?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

type Ask = (host: string) => Promise<number>;

/** Returns a function that sends a request for a host over one connection and returns the milliseconds it took. */
function askerAt(url: string): Ask {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return async (host) => {
    const before = performance.now();
    const sent = request(url, { agent, headers: { host } }).end();
    const [answer] = await once(sent, 'response');
    answer.resume();
    await once(answer, 'end');
    if (answer.statusCode !== 200) throw new Error(`status ${answer.statusCode} for ${host}`);
    return performance.now() - before;
  };
}

function residentMiB(pid: number): number {
  const [, kibibytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kibibytes) / 1024;
}

const figuresOf = (side: Side) => ({
  ready_ms: Math.round(median(side.readyMs)),
  memory_mib: Math.round(median(side.memoryMiB)),
  request_p50_ms: rounded(median(side.latencyMs), 3),
  request_p99_ms: rounded(percentile(side.latencyMs, 0.99), 3),
});

export async function benchWorkspaces({ quick, progress }: BenchOptions): Promise<Measured> {
  const many = quick ? 10_000 : 100_000;
  const [rounds, requests] = quick ? [3, 500] : [5, 3_000];
  return withTwoDatabases(['one', 'many'], async (smallName, largeName) => {
    progress(`creating ${many} workspaces …`);
    const one = await prepareSide(smallName, 1);
    const crowd = await prepareSide(largeName, many);
    for (let round = 1; round <= rounds; round++) {
      progress(`round ${round} of ${rounds} …`);
      await runRound(round % 2 === 0 ? [crowd, one] : [one, crowd], requests);
    }
    const [small, large] = [figuresOf(one), figuresOf(crowd)];
    return {
      suite: 'workspaces',
      data: { workspaces: many, rounds, requests_per_round: requests },
      figures: { one: small, many: large },
      ratios: {
        growth_ready: rounded(median(crowd.readyMs) / median(one.readyMs)),
        growth_memory: rounded(median(crowd.memoryMiB) / median(one.memoryMiB)),
        growth_request_p50: rounded(median(crowd.latencyMs) / median(one.latencyMs)),
      },
      limits:
        'A request looks up its workspace by a unique index; nothing is loaded at startup or kept in memory.',
    };
  });
}
