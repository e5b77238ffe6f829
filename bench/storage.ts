import { randomBytes } from 'node:crypto';
import { eventually } from '../server/test/harness/eventually.ts';
import { deliver, startWholeHark, type WholeHark } from '../server/test/harness/whole-hark.ts';
import type { Measured } from './document.ts';
import type { BenchOptions } from './options.ts';

const sendAtOnce = 32;
const finishWithinMs = 900_000;
/** Groups tables by what they store. `bytes_by_table` lists every table that grows, in a group or not. */
const groups = {
  run: /^(runs_|run_steps|deliver)/,
  lead: /^(lead|answered)/,
};

const save = {
  name: 'save',
  type: 'lead.upsert',
  match: { email: '{{ __data.customer.email }}' },
  fields: {
    first_name: '{{ __data.customer.first_name }}',
    last_name: '{{ __data.customer.last_name }}',
    city: '{{ __data.customer.city }}',
  },
};
const steps = [
  { name: 'name', type: 'set', values: { first: '{{ __data.customer.first_name | upper }}' } },
  // biome-ignore lint/suspicious/noThenProperty: that is what a branch calls it.
  { name: 'known', type: 'branch', if: '{{ __data.customer.email is not empty }}', then: [save] },
];

/**
 * Measures the disk space for a 2 KB request that became a run and a lead, and the WAL that it adds for
 * replicas and archives.
 */
export async function benchStorage({ quick, progress }: BenchOptions): Promise<Measured> {
  const count = quick ? 500 : 10_000;
  const hark = await startWholeHark(`hark_bench_storage_${process.pid}`);
  try {
    const settings = { listener_limit_per_second: 1_000_000 };
    const { store = '' } = await hark.apply({ settings, workflows: [{ name: 'store', steps }] });
    await send(store, 20);
    await untilEnded(hark, 20);
    const before = await measure(hark);
    progress(`sending ${count} requests of 2 KB`);
    await send(store, count);
    await untilEnded(hark, count + 20);
    const after = await measure(hark);
    const grown = (name: string) => (after.tables.get(name) ?? 0) - (before.tables.get(name) ?? 0);
    const each = (pattern: RegExp) =>
      Math.round(
        [...after.tables.keys()]
          .filter((name) => pattern.test(name))
          .reduce((sum, name) => sum + grown(name), 0) / count,
      );
    const tables = [...after.tables.keys()].map((name) => [name, Math.round(grown(name) / count)] as const);
    return {
      suite: 'storage',
      data: { runs: count, body_bytes: Buffer.byteLength(JSON.stringify(bodyOf(0))), steps: 3 },
      figures: {
        bytes_of_a_run: each(groups.run),
        bytes_of_its_lead: each(groups.lead),
        bytes_of_log: Math.round((after.log - before.log) / count),
        bytes_by_table: Object.fromEntries(tables.filter(([, bytes]) => bytes > 0)),
      },
      ratios: {},
      limits: 'Indexes are freshly written; over time they can grow to twice their size.',
    };
  } finally {
    await hark.remove();
  }
}

/** Returns about 2 KB of data that doesn't compress well. */
const bodyOf = (number: number) => ({
  customer: {
    first_name: 'Ada',
    last_name: `Lovelace ${number}`,
    city: 'London',
    email: `${number}-${randomBytes(6).toString('hex')}@example.test`,
  },
  note: randomBytes(920).toString('hex'),
});

async function send(url: string, count: number): Promise<void> {
  let left = count;
  const sending = Array.from({ length: sendAtOnce }, async () => {
    for (let number = left--; number > 0; number = left--) {
      const { status } = await deliver(url, bodyOf(number));
      if (status !== 200) throw new Error(`a request returned ${status}`);
    }
  });
  await Promise.all(sending);
}

const untilEnded = (hark: WholeHark, count: number) =>
  eventually(async () => {
    const [row] = await hark.query<{ ended: number }>(
      "select count(*)::int as ended from runs where status = 'succeeded'",
    );
    return row?.ended === count;
  }, finishWithinMs);

async function measure(hark: WholeHark) {
  await hark.query('vacuum analyze');
  await hark.query('checkpoint');
  const tables = await hark.query<{ name: string; bytes: number }>(
    `select relname as name, pg_total_relation_size(oid)::float8 as bytes from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  const [log] = await hark.query<{ bytes: number }>(
    "select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as bytes",
  );
  return {
    tables: new Map(tables.map(({ name, bytes }) => [name, bytes])),
    log: log?.bytes ?? 0,
  };
}
