import { type Statement, sql } from '../../../db/driver/sql.ts';
import type { IngestDatabase } from '../../../db/ingest-database.ts';
import type { RunId } from '../../../lib/ids.ts';
import { servesListenersAt } from '../../workspaces/index.ts';
import type { NewRun, StoredRun } from '../model/run.ts';

/**
 * The stored runs in a batch, by request. Requests whose listener has changed since the check are missing.
 */
export type Stored = ReadonlyMap<RunId, StoredRun>;

/**
 * Stores a batch in one statement (docs/design/listeners.md). It joins each listener's current row and skips
 * requests whose listener has changed since the check. So stale settings are never used, and no extra round
 * trip is needed.
 */
export async function insertRuns(
  ingest: IngestDatabase,
  batch: readonly NewRun[],
  now: Date,
): Promise<Stored> {
  const rows = await ingest.query<{ id: RunId }>(sql`
    with ${freshRuns(batch)},
    taken as (${insertFrom(batch, now, sql`fresh`)})
    select id from fresh`);
  const bodies = bodiesOf(batch);
  return new Map(rows.map(({ id }) => [id, { run: id, isRepeat: false, bodyHash: bodies.get(id) }]));
}

/**
 * Like `insertRuns`, but for deliveries with a key. Inserts the keys first, always in the same order, because
 * two batches with the same keys in a different order would deadlock. A repeated key returns the earlier run.
 */
export async function insertDeliveries(
  ingest: IngestDatabase,
  batch: readonly NewRun[],
  now: Date,
): Promise<Stored> {
  const hashes = batch.map(({ deliveryKey }) => hexOf(deliveryKey));
  const bodies = batch.map(({ bodyHash }) => hexOf(bodyHash));
  const rows = await ingest.query<{ id: RunId; is_new: boolean }>(sql`
    with ${freshRuns(batch)},
    given_keys as (
      select distinct on (f.workspace_id, f.listener_id, k.key_hash) f.workspace_id, f.listener_id, k.key_hash, f.id,
             decode(nullif(given.body, ''), 'hex') as body_hash
      from fresh f join unnest(${idsOf(batch)}::uuid[], ${hashes}::text[], ${bodies}::text[]) given (id, hash, body) using (id)
      cross join lateral (select decode(given.hash, 'hex') as key_hash) k
      order by f.workspace_id, f.listener_id, k.key_hash, f.id),
    new_keys as (
      insert into delivery_keys (workspace_id, listener_id, key_hash, run_id, accepted_at, body_hash)
      select workspace_id, listener_id, key_hash, id, ${now}, body_hash from given_keys
      order by workspace_id, listener_id, key_hash
      on conflict do nothing
      returning run_id),
    taken as (${insertFrom(batch, now, sql`(select f.* from fresh f join new_keys k on k.run_id = f.id) fresh`)})
    select f.id, k.run_id is not null as is_new from fresh f left join new_keys k on k.run_id = f.id`);
  const twins = rows.filter((row) => !row.is_new).map(({ id }) => id);
  const earlier = await selectEarlier(
    ingest,
    batch.filter(({ id }) => twins.includes(id)),
  );
  const own = bodiesOf(batch);
  return new Map(
    rows.flatMap(({ id, is_new }) => {
      const found = is_new ? { run: id, bodyHash: own.get(id) } : earlier.get(id);
      // If a run finds its own key, an earlier attempt stored it.
      return found === undefined ? [] : [[id, { ...found, isRepeat: found.run !== id }] as const];
    }),
  );
}

/**
 * This has to be a separate statement, because the previous statement's snapshot can't see the rows that it
 * waited for.
 */
async function selectEarlier(
  ingest: IngestDatabase,
  twins: readonly NewRun[],
): Promise<ReadonlyMap<RunId, Omit<StoredRun, 'isRepeat'>>> {
  if (twins.length === 0) return new Map();
  const rows = await ingest.query<{ id: RunId; run_id: RunId; body_hash: Buffer | null }>(sql`
    select given.id, k.run_id, k.body_hash
    from unnest(${idsOf(twins)}::uuid[], ${plain(twins.map(({ workspace }) => workspace))}::bigint[],
                ${plain(twins.map(({ listener }) => listener))}::bigint[],
                ${twins.map(({ deliveryKey }) => hexOf(deliveryKey))}::text[])
      given (id, workspace_id, listener_id, hash)
    join delivery_keys k on k.workspace_id = given.workspace_id and k.listener_id = given.listener_id
      and k.key_hash = decode(given.hash, 'hex')`);
  return new Map(
    rows.map(({ id, run_id, body_hash }) => [id, { run: run_id, bodyHash: body_hash ?? undefined }]),
  );
}

/**
 * Builds a PostgreSQL array literal for values that need no quotes. The driver would quote and escape each
 * value.
 */
const plain = (values: readonly (number | boolean | RunId)[]): string => `{${values.join(',')}}`;

/**
 * Like `plain`, for words that callers send. A word with a character that could need quotes becomes empty.
 */
const words = (values: readonly string[]): string =>
  `{${values.map((value) => (/^[\w.:/+%-]+$/.test(value) ? value : '""')).join(',')}}`;

const hexOf = (hash: Buffer | undefined): string => hash?.toString('hex') ?? '';

const bodiesOf = (batch: readonly NewRun[]) => new Map(batch.map(({ id, bodyHash }) => [id, bodyHash]));

const idsOf = (batch: readonly NewRun[]) => plain(batch.map(({ id }) => id));

/** Adds traces to the statement only if there are any, so they cost nothing otherwise. */
const ifTraced = (batch: readonly NewRun[], part: Statement): Statement =>
  batch.some(({ trace }) => trace !== undefined) ? part : sql``;

/**
 * Selects the rows whose listener hasn't changed since the check and is enabled, along with its workflow and
 * owner.
 */
function freshRuns(batch: readonly NewRun[]): Statement {
  let end = 1;
  const begins = batch.map(({ input }) => {
    const begin = end;
    end += input.length;
    return begin;
  });
  return sql`fresh as materialized (
    select given.*, w.id as workflow_id, w.published_version
    from unnest(
      ${plain(batch.map(({ workspace }) => workspace))}::bigint[], ${batch.map(({ host }) => host)}::text[],
      ${idsOf(batch)}::uuid[],
      ${plain(batch.map(({ listener }) => listener))}::bigint[], ${plain(batch.map(({ version }) => version))}::integer[],
      ${plain(batch.map(({ valuesVersion }) => valuesVersion))}::integer[], ${plain(batch.map(({ depth }) => depth))}::smallint[],
      ${plain(batch.map(({ isAwaited }) => isAwaited))}::boolean[], ${plain(batch.map(({ isSent }) => isSent))}::boolean[],
      ${plain(begins)}::integer[], ${plain(batch.map(({ input }) => input.length))}::integer[],
      ${words(batch.map(({ facts }) => facts.method))}::text[], ${words(batch.map(({ facts }) => facts.address))}::text[],
      ${words(batch.map(({ facts }) => facts.contentType))}::text[], ${plain(batch.map(({ facts }) => facts.bodyBytes))}::integer[]${ifTraced(batch, sql`, ${batch.map(({ trace = '' }) => trace)}::text[]`)})
      given (workspace_id, host, id, listener_id, version, values_version, depth, is_awaited, is_sent, input_begin, input_bytes,
             method, address, content_type, body_bytes${ifTraced(batch, sql`, trace`)})
    join workspaces d on d.id = given.workspace_id and d.suspended_at is null
      and ${servesListenersAt(sql`given.host`)}
    join listeners l on l.workspace_id = given.workspace_id and l.id = given.listener_id and l.version = given.version
    join workflows w on w.workspace_id = l.workspace_id and w.id = l.workflow_id and w.enabled
    join users u on u.workspace_id = w.workspace_id and u.id = w.owner_id and u.active
    join workspace_settings s
      on s.workspace_id = given.workspace_id and s.template_values_version = given.values_version)`;
}

/** Sends all inputs as one byte string and splits it in SQL, so nothing has to be escaped. */
const insertFrom = (batch: readonly NewRun[], now: Date, from: Statement): Statement => sql`
  insert into runs (workspace_id, id, workflow_id, workflow_version, listener_id, status, depth, accepted_at, sent_at,
                    is_awaited, method, address, content_type, body_bytes, input${ifTraced(batch, sql`, trace`)})
  select workspace_id, id, workflow_id, published_version, listener_id, 'queued', depth, ${now},
         case when is_sent then ${now}::timestamptz end, is_awaited, method, address, content_type, body_bytes,
         convert_from(substring(${Buffer.concat(batch.map(({ input }) => input))}::bytea
                                from input_begin for input_bytes), 'UTF8')${ifTraced(batch, sql`, nullif(trace, '')`)}
  from ${from}`;
