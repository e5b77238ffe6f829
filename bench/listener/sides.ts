import { runPgbench } from '../api/pgbench.ts';
import type { Rate } from '../api/rate.ts';
import type { Accepting, ListenerSetup } from './setup.ts';

/** Loads one server, and checks that it stored a run for every response. */
export async function measureAccepting(
  { client, load }: ListenerSetup,
  { call, ...loaded }: Accepting,
  rate: Rate,
  job: { connections: number; seconds: number; perSecond?: number },
): Promise<void> {
  const before = await countRuns(client);
  const answered = await rate.measure({ client, load }, loaded, { calls: [call], repeat: true, ...job });
  const stored = (await countRuns(client)) - before;
  if (stored !== answered)
    load.wrong.push(`${answered} requests were accepted, but ${stored} runs are stored`);
}

async function countRuns(client: ListenerSetup['client']): Promise<number> {
  const { rows } = await client.query<{ count: string }>('select count(*) from runs');
  return Number(rows[0]?.count);
}

/**
 * Inserts the same row repeatedly with pgbench, as a prepared statement. IDs increase as ours do, and cost
 * almost nothing to generate.
 */
export function measurePgbench(
  { addresses, row }: ListenerSetup,
  job: { connections: number; seconds: number },
): Promise<number> {
  const text = `\\set n :n + 1
\\set high :base + :n * 65536 + 28672
\\set low random(0, 9223372036854775806)
insert into runs (workspace_id, id, workflow_id, workflow_version, listener_id, status, depth, accepted_at, is_awaited, input)
values (:workspace, encode(int8send(:high) || int8send(:low), 'hex')::uuid, :workflow, :version, :listener, 'queued', 0, now(), false, :input);`;
  const variables = {
    n: '0',
    // The first 48 bits of a UUIDv7 contain its time.
    base: String(BigInt(Date.now()) << 16n),
    workspace: row.workspace_id,
    workflow: row.workflow_id,
    version: String(row.workflow_version),
    listener: row.listener_id,
    input: row.input,
  };
  return runPgbench(addresses.owner, { text, variables }, job);
}
