import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { renderNginxFile } from '../../server/src/core/cells/index.ts';
import { freePort } from '../../server/src/lib/process/free-port.ts';
import { type RunningHark, runHark, startServing } from '../../server/test/harness/hark-process.ts';
import { testKey } from '../../server/test/harness/scratch-database.ts';
import { type OwnPostgres, startOwnPostgres } from '../../server/test/harness/servers/own-postgres.ts';
import type { Call } from '../api/call.ts';
import { type Load, startLoad } from '../api/load.ts';
import { median, percentile, rounded } from '../document.ts';
import { type BenchNginx, startBenchNginx } from './bench-nginx.ts';

const connections = 8;
/** Each cell gets this many requests a second: far less than what two busy cores can do. */
const perSecond = 50;

const hostOf = (cell: string, number: number) => `w${number}.${cell}.test`;
const keyOf = (cell: string, number: number) => `a-key-of-${hostOf(cell, number)}-0123456789`;

/** An installation with its own PostgreSQL server and `serve`. */
interface Cell {
  readonly name: string;
  readonly workspaces: number;
  readonly postgres: OwnPostgres;
  readonly env: Record<string, string>;
  hark: RunningHark;
}

async function startCell(name: string, workspaces: number): Promise<Cell> {
  const postgres = await startOwnPostgres();
  const env = {
    DATABASE_URL: postgres.urlOf('hark'),
    SECRET_KEY: testKey.reveal(),
    LOG_LEVEL: 'warn',
    TRUST_PROXY: '1',
    PORT: `${await freePort()}`,
    METRICS_PORT: `${await freePort()}`,
  };
  const file = join(tmpdir(), `${name}.json`);
  const described = Array.from({ length: workspaces }, (_, number) => ({
    name: `Workspace ${number}`,
    base_url: `http://${hostOf(name, number)}`,
    settings: { rate_limit_per_minute: 60_000, rate_limit_burst: 5_000 },
    users: [{ email: 'ann@acme.test', name: 'Ann', role: 'Administrator', api_key: keyOf(name, number) }],
  }));
  writeFileSync(file, JSON.stringify({ workspaces: described }));
  for (const args of [['migrate'], ['apply', '-f', file]]) {
    const { code, stderr } = await runHark(args, env);
    if (code !== 0) throw new Error(`hark ${args[0]} failed: ${stderr}`);
  }
  return { name, workspaces, postgres, env, hark: await startServing(env) };
}

async function removeCell({ hark, postgres }: Cell): Promise<void> {
  await hark.remove();
  await postgres.remove();
}

/** Kills the server and the database of a cell. */
async function kill({ hark, postgres }: Cell): Promise<void> {
  hark.process.kill('SIGKILL');
  await postgres.kill();
}

async function startAgain(cell: Cell): Promise<void> {
  await cell.hark.remove();
  await cell.postgres.start();
  cell.hark = await startServing(cell.env);
}

/** Every other request creates a lead, and the others list leads. All workspaces get their share. */
function callsTo({ name, workspaces }: Cell, port: number, count: number, round: string): Call[] {
  return Array.from({ length: count }, (_, index) => {
    const number = index % workspaces;
    const head = `host: ${hostOf(name, number)}\r\napikey: ${keyOf(name, number)}\r\n`;
    if (index % 2 === 0)
      return {
        port,
        text: `GET /api/leads?limit=10 HTTP/1.1\r\n${head}\r\n`,
        status: 200,
        contains: '"leads":',
      };
    const body = JSON.stringify({ email: `lead-${round}-${index}@example.test`, first_name: 'Lea' });
    const text = `POST /api/leads/new HTTP/1.1\r\n${head}content-length: ${body.length}\r\n\r\n${body}`;
    return { port, text, status: 201, contains: '"first_name":"Lea"' };
  });
}

interface Stage {
  readonly nginx: BenchNginx;
  readonly stays: Cell;
  readonly dies: Cell;
  readonly seconds: number;
}

/** Sends requests to both cells at the same time. @returns the latencies of the one that stays */
async function loadBoth(
  { nginx, stays, dies, seconds }: Stage,
  loads: { readonly staying: Load; readonly dying: Load },
  round: string,
  during: () => Promise<unknown> = async () => {},
): Promise<readonly number[]> {
  const jobFor = (cell: Cell) => {
    const calls = callsTo(cell, nginx.port, seconds * perSecond, round);
    return { type: 'rate', calls, connections, seconds, repeat: false, perSecond } as const;
  };
  const [{ latencies }] = await Promise.all([
    loads.staying.run(jobFor(stays)),
    loads.dying.run(jobFor(dies)),
    during(),
  ]);
  return latencies[0] ?? [];
}

/** Kills one of two cells under load, several times, and measures the other. */
export async function measureTwoCells({
  rounds,
  seconds,
  workspaces,
}: {
  rounds: number;
  seconds: number;
  workspaces: number;
}) {
  await using cleanups = new AsyncDisposableStack();
  const start = async (name: string) => {
    const cell = await startCell(name, workspaces);
    cleanups.defer(() => removeCell(cell));
    return cell;
  };
  const [stays, dies] = await Promise.all([start('stays'), start('dies')]);
  const addressed = ({ hark, name }: Cell) => ({
    addresses: [hark.url],
    hosts: Array.from({ length: workspaces }, (_, number) => hostOf(name, number)),
  });
  const cells = { stays: addressed(stays), dies: addressed(dies) };
  const location =
    'proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $http_host; proxy_set_header X-Forwarded-For $remote_addr; proxy_connect_timeout 1s; proxy_pass http://$hark_cell;';
  const nginx = await startBenchNginx(renderNginxFile({ default: 'stays', cells }), location);
  cleanups.defer(nginx.remove);
  const [staying, dying, rejected] = [startLoad(), startLoad(), startLoad()];
  for (const load of [staying, dying, rejected]) cleanups.defer(load.close);
  const stage = { nginx, stays, dies, seconds };
  await loadBoth({ ...stage, seconds: Math.min(seconds, 5) }, { staying, dying }, 'warm-up');
  const phases: Record<'quiet' | 'killed' | 'returning', (readonly number[])[]> = {
    quiet: [],
    killed: [],
    returning: [],
  };
  for (let round = 1; round <= rounds; round++) {
    phases.quiet.push(await loadBoth(stage, { staying, dying }, `quiet-${round}`));
    const killing = () => sleep(Math.min(1_000, seconds * 500)).then(() => kill(dies));
    phases.killed.push(await loadBoth(stage, { staying, dying: rejected }, `killed-${round}`, killing));
    const returning = () => startAgain(dies);
    phases.returning.push(
      await loadBoth(stage, { staying, dying: rejected }, `returning-${round}`, returning),
    );
  }
  /** The median over the rounds, because other work on the machine disturbs some of them. */
  const overRounds = (phase: keyof typeof phases, share: number) =>
    median(phases[phase].map((latencies) => percentile(latencies, share)));
  const figuresOf = (phase: keyof typeof phases) => ({
    requests: phases[phase].flat().length,
    p50_ms: rounded(overRounds(phase, 0.5), 1),
    p99_ms: rounded(overRounds(phase, 0.99), 1),
    highest_p99_ms: rounded(Math.max(...phases[phase].map((latencies) => percentile(latencies, 0.99))), 1),
  });
  const unexpected = rejected.wrong.filter((answer) => !/status 50[23]/.test(answer));
  return {
    data: { workspaces, per_second: perSecond, rounds, seconds },
    figures: {
      both_cells_run: figuresOf('quiet'),
      other_cell_is_killed: figuresOf('killed'),
      other_cell_starts_again: figuresOf('returning'),
      series_of_serve: { count: await countSeries(stays) },
    },
    ratios: { killed_p99: rounded(overRounds('killed', 0.99) / overRounds('quiet', 0.99)) },
    wrong: [
      ...staying.wrong,
      ...dying.wrong,
      ...unexpected,
      ...(rejected.wrong.length === 0 ? ['no request to the killed cell failed'] : []),
    ],
  };
}

/** How many series Prometheus would get from a `serve`. */
async function countSeries({ env }: Cell): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${env.METRICS_PORT}/metrics`);
  return (await answer.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#')).length;
}
