// Measures Directus with the list of `bench -- api`: 100 of a million leads, newest first, with the exact total.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../server/src/lib/process/free-port.ts';
import { addressOf, asAdministrator, dropDatabase } from '../../server/test/harness/scratch-database.ts';
import { connections } from '../api/effort.ts';
import { type Load, startLoad } from '../api/load.ts';
import type { Measured } from '../document.ts';
import type { BenchOptions } from '../options.ts';
import { fullShape, quickShape } from '../seed/shape.ts';
import { measureRate, Peer, partsOf } from './peer-process.ts';

const token = 'a-token-for-benchmarks-only';
const page = 100;
const textColumns = Array.from({ length: 20 }, (_, index) => `text_${index + 1}`);

/** `bench -- directus --installed DIR` */
export async function benchDirectus(options: BenchOptions): Promise<Measured> {
  const { quick, progress } = options;
  const peer = new Peer('directus', '@directus/api/dist/cli/run.js', options);
  const leads = options.leads ?? (quick ? quickShape : fullShape).largeLeads;
  const seconds = quick ? 5 : 20;
  const database = `hark_bench_directus_${process.pid}`;
  await asAdministrator((client) => client.query(`create database ${database}`));
  const load = startLoad();
  try {
    const environment = environmentFor(database, await freePort());
    progress('setting up Directus …');
    await peer.run(['bootstrap'], environment);
    progress(`creating ${leads} leads …`);
    await createLeads(database, leads);
    const port = Number(environment.PORT);
    const server = await peer.start(['start'], environment, `http://127.0.0.1:${port}/server/ping`);
    try {
      progress('listing …');
      const list = await measureList(load, port, leads, seconds);
      return {
        suite: 'directus',
        data: { leads, columns: 5 + textColumns.length, connections, seconds },
        figures: { list },
        ratios: {},
        limits: 'Compare with list of the api suite on the same machine.',
        wrong: load.wrong,
      };
    } finally {
      await server.stop();
    }
  } finally {
    load.close();
    await dropDatabase(database);
  }
}

function environmentFor(database: string, port: number): Record<string, string> {
  const parts = partsOf(database);
  return {
    PATH: process.env.PATH ?? '',
    HOME: mkdtempSync(join(tmpdir(), 'hark-directus-')),
    HOST: '127.0.0.1',
    PORT: String(port),
    DB_CLIENT: 'pg',
    DB_HOST: parts.host,
    DB_PORT: parts.port,
    DB_USER: parts.user,
    DB_PASSWORD: parts.password,
    DB_DATABASE: database,
    SECRET: 'a-secret-for-benchmarks-only-0123456789',
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: 'a-password-for-benchmarks-only',
    ADMIN_TOKEN: token,
    TELEMETRY: 'false',
    LOG_LEVEL: 'warn',
  };
}

/** Creates leads of one workspace as SQL would: with the columns of a lead, and the index that the list needs. */
const createLeads = (database: string, leads: number) =>
  asAdministrator(async (client) => {
    const columns = textColumns.map((name) => `${name} text`).join(', ');
    const values = textColumns.map((name) => `'${name} of lead ' || i`).join(', ');
    await client.query(`
      create table leads (id bigint primary key, workspace_id bigint, owner_id bigint,
        date_added timestamptz, date_modified timestamptz, ${columns});
      insert into leads select i, 1, i % 1000, now() - i * interval '1 second', now(), ${values}
        from generate_series(1, ${leads}) i;
      create index on leads (workspace_id, date_added desc, id desc)`);
    await client.query('vacuum analyze leads');
  }, addressOf(database));

async function measureList(load: Load, port: number, leads: number, seconds: number) {
  const query = `limit=${page}&sort=-date_added,-id&filter[workspace_id][_eq]=1&meta=filter_count`;
  const text = `GET /items/leads?${query} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: Bearer ${token}\r\n\r\n`;
  const calls = [{ port, text, status: 200, contains: `"filter_count":${leads}` }];
  await measureRate(load, { calls, connections, seconds: Math.min(seconds, 5) });
  return measureRate(load, { calls, connections, seconds });
}
