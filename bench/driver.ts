// Compares drivers and numbers of round trips for a workspace transaction: BEGIN, setting, query, COMMIT. The
// results are in docs/design/database.md.
import pg from 'pg';
import postgres from 'postgres';
import { Database } from '../server/src/db/database.ts';
import { createPool } from '../server/src/db/driver/pool.ts';
import { sql } from '../server/src/db/driver/sql.ts';
import { Secret } from '../server/src/lib/crypto/secret.ts';
import type { WorkspaceId } from '../server/src/lib/ids.ts';
import { addressOf, asAdministrator, dropDatabase, silent } from '../server/test/harness/scratch-database.ts';
import { startDelayProxy } from './delay-proxy.ts';
import { type Measured, median, rounded } from './document.ts';
import type { BenchOptions } from './options.ts';

const connections = 8;
const rowCount = 100_000;
const workspaceCount = 100;

type Ask = (lane: number, workspace: number, id: number) => Promise<number>;

/** Returns the variants. Each reads one row in a workspace transaction. */
async function variantsAt(url: URL): Promise<{ variants: Record<string, Ask>; close(): Promise<void> }> {
  const config = { connectionString: url.href, max: connections };
  const plain = new pg.Pool(config);
  const piped = new pg.Pool({ ...config, pipeline: true });
  const ours = new Database(createPool(new Secret(url.href), 'bench', connections, silent));
  const js = postgres(url.href, { max: connections, onnotice: () => {} });
  const jsReserving = postgres(url.href, { max: connections, onnotice: () => {} });
  const reserved = await Promise.all(Array.from({ length: connections }, () => jsReserving.reserve()));
  const setting = (workspace: number) => ({
    name: 's',
    text: "select set_config('hark.workspace', $1, true)",
    values: [String(workspace)],
  });
  const query = (workspace: number, id: number) => ({
    name: 'q',
    text: 'select id, name from t where workspace_id = $1 and id = $2',
    values: [workspace, id],
  });
  const on = async (pool: pg.Pool, work: (client: pg.PoolClient) => Promise<number>) => {
    const client = await pool.connect();
    try {
      return await work(client);
    } finally {
      client.release();
    }
  };
  return {
    variants: {
      pg_four_round_trips: (_, workspace, id) =>
        on(plain, async (client) => {
          await client.query('begin');
          await client.query(setting(workspace));
          const { rows } = await client.query(query(workspace, id));
          await client.query('commit');
          return rows.length;
        }),
      pg_pipelined_four_statements: (_, workspace, id) =>
        on(piped, async (client) => {
          const sent = [
            client.query('begin'),
            client.query(setting(workspace)),
            client.query(query(workspace, id)),
            client.query('commit'),
          ];
          const [, , answer] = await Promise.all(sent);
          return answer?.rows.length ?? 0;
        }),
      hark_with_workspace_single: async (_, workspace, id) =>
        (
          await ours.read(workspace as WorkspaceId, (tx) =>
            tx.query(sql`select id, name from t where workspace_id = ${workspace} and id = ${id}`),
          )
        ).length,
      hark_with_workspace: async (_, workspace, id) =>
        (
          await ours.read(workspace as WorkspaceId, (tx) =>
            tx.query(sql`select id, name from t where workspace_id = ${workspace} and id = ${id}`),
          )
        ).length,
      postgres_js_begin: async (_, workspace, id) =>
        (
          await js.begin(async (tx) => {
            await tx`select set_config('hark.workspace', ${String(workspace)}, true)`;
            return tx`select id, name from t where workspace_id = ${workspace} and id = ${id}`;
          })
        ).length,
      postgres_js_reserved_pipelined: async (lane, workspace, id) => {
        const tx = reserved[lane];
        if (!tx) throw new Error('no connection');
        const [, , rows] = await Promise.all([
          tx`begin`,
          tx`select set_config('hark.workspace', ${String(workspace)}, true)`,
          tx`select id, name from t where workspace_id = ${workspace} and id = ${id}`,
          tx`commit`,
        ]);
        return rows.length;
      },
    },
    async close() {
      for (const connection of reserved) connection.release();
      await Promise.all([plain.end(), piped.end(), ours.close(), js.end(), jsReserving.end()]);
    },
  };
}

/** Measures all variants in interleaved rounds. The first round is only a warm-up. */
async function measure(url: URL, seconds: number, rounds: number) {
  const { variants, close } = await variantsAt(url);
  const lists = () => Object.fromEntries(Object.keys(variants).map((name): [string, number[]] => [name, []]));
  const [rates, cpus] = [lists(), lists()];
  for (let round = 0; round <= rounds; round++) {
    for (const [name, ask] of Object.entries(variants)) {
      const end = performance.now() + seconds * 1000;
      const cpuBefore = process.cpuUsage();
      let done = 0;
      const lane = async (number: number) => {
        while (performance.now() < end) {
          const id = 1 + Math.floor(Math.random() * rowCount);
          if ((await ask(number, id % workspaceCount, id)) !== 1)
            throw new Error(`${name} returned a wrong result`);
          done++;
        }
      };
      await Promise.all(Array.from({ length: connections }, (_, number) => lane(number)));
      const cpu = process.cpuUsage(cpuBefore);
      if (round === 0) continue;
      rates[name]?.push(done / seconds);
      cpus[name]?.push((cpu.user + cpu.system) / done);
    }
  }
  await close();
  return Object.fromEntries(
    Object.keys(variants).map((name) => [
      name,
      {
        per_second: Math.round(median(rates[name] ?? [])),
        node_cpu_us: Math.round(median(cpus[name] ?? [])),
      },
    ]),
  );
}

export async function benchDriver({ quick, progress }: BenchOptions): Promise<Measured> {
  const name = `hark_bench_driver_${process.pid}`;
  await asAdministrator((client) => client.query(`create database ${name}`));
  try {
    const url = new URL(addressOf(name).reveal());
    await asAdministrator(
      (client) =>
        client.query(`create table t (workspace_id bigint, id bigint, name text, primary key (workspace_id, id));
        insert into t select i % ${workspaceCount}, i, 'name ' || i from generate_series(1, ${rowCount}) i; analyze t`),
      addressOf(name),
    );
    const [seconds, rounds] = quick ? [0.5, 3] : [3, 5];
    progress('on loopback …');
    const near = await measure(url, seconds, rounds);
    progress('with 1 ms of network latency …');
    const proxy = await startDelayProxy({ host: url.hostname, port: Number(url.port || 5432) }, 1);
    const farUrl = new URL(url);
    farUrl.port = String(proxy.port);
    const far = await measure(farUrl, seconds, rounds);
    proxy.close();
    const ratio = (side: typeof near, a: string, b: string) =>
      rounded((side[a]?.per_second ?? Number.NaN) / (side[b]?.per_second ?? Number.NaN));
    return {
      suite: 'driver',
      data: { rows: rowCount, workspaces: workspaceCount, connections, seconds, rounds },
      figures: { loopback: near, one_millisecond_away: far },
      ratios: {
        one_round_trip_vs_four: ratio(near, 'hark_with_workspace_single', 'pg_four_round_trips'),
        one_round_trip_vs_four_1ms: ratio(far, 'hark_with_workspace_single', 'pg_four_round_trips'),
        setting_in_begin_vs_own_statement: ratio(
          near,
          'hark_with_workspace_single',
          'pg_pipelined_four_statements',
        ),
        pg_vs_postgres_js_pipelined: ratio(
          near,
          'hark_with_workspace_single',
          'postgres_js_reserved_pipelined',
        ),
      },
      limits:
        'On loopback, CPU limits both sides, and PostgreSQL uses the same share of it. Over a network, round trips limit both.',
    };
  } finally {
    await dropDatabase(name);
  }
}
