import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Stage } from '../chaos/stage.ts';
import { eventually } from '../harness/eventually.ts';
import { runHark } from '../harness/hark-process.ts';
import { asAdministrator } from '../harness/scratch-database.ts';
import { deliver } from '../harness/whole-hark.ts';

/** A fault, and the alerts that must fire. */
export interface AlertFault {
  readonly name: string;
  readonly alerts: readonly string[];
  /** Causes the fault and returns a function that fixes it. */
  make(stage: Stage): Promise<() => Promise<unknown>>;
}

/** How long a table stays locked: less than the ten seconds after which callers get 503. */
const lockedForMs = 7_000;
const floodEveryMs = 50;
const cutEveryMs = 200;

export const alertFaults: readonly AlertFault[] = [
  {
    name: 'the engine is stopped',
    alerts: ['HarkEngineDown', 'HarkRunsLate'],
    async make(stage) {
      await stage.parts.engine.stop();
      return () => stage.parts.engine.start().then(() => stage.untilWhole());
    },
  },
  {
    name: 'the worker hangs',
    alerts: ['HarkProcessDown', 'HarkRunsOverdue'],
    async make(stage) {
      const pid = await eventually(() => stage.parts.work.pid ?? false);
      process.kill(pid, 'SIGSTOP');
      return async () => {
        process.kill(pid, 'SIGCONT');
        await stage.untilWhole();
      };
    },
  },
  {
    name: 'the engine forgets everything',
    alerts: ['HarkRunsLost'],
    async make(stage) {
      await stage.emptyEngine();
      return async () => undefined;
    },
  },
  {
    name: 'PostgreSQL is away',
    alerts: ['HarkRequestsFail', 'HarkUpkeepLate'],
    async make(stage) {
      await stage.parts.postgres.stop('immediate');
      return () => stage.parts.postgres.start().then(() => stage.untilWhole());
    },
  },
  {
    name: "the worker's connections are cut repeatedly",
    alerts: ['HarkRunsInterrupted'],
    make: async (stage) =>
      repeatedly(async () => {
        await asAdministrator((client) => client.query(cutWorkers), stage.parts.database);
        await sleep(cutEveryMs);
      }),
  },
  {
    name: 'a table is locked repeatedly',
    alerts: ['HarkRequestsSlow', 'HarkDatabasePoolFull'],
    make: async (stage) =>
      repeatedly(() =>
        asAdministrator(async (client) => {
          await client.query('begin; lock table runs in share row exclusive mode');
          await sleep(lockedForMs);
          await client.query('commit');
        }, stage.parts.database),
      ),
  },
  {
    name: 'a workspace exceeds its limits, and its emails are rejected',
    alerts: ['HarkRequestsLimited', 'HarkMailsFail'],
    async make(stage) {
      const step = { name: 'tell', type: 'notify', user: email, subject: 'One came', text: 'It came.' };
      return flood(await applyWorkspace(stage, 'flooded', step, { listener_limit_per_second: 1 }));
    },
  },
  {
    name: "a workspace's runs fail",
    alerts: ['HarkRunsFail'],
    make: async (stage) =>
      flood(
        await applyWorkspace(
          stage,
          'failing',
          { name: 'end', type: 'stop', as: 'failed' },
          { listener_limit_per_second: 1_000 },
        ),
      ),
  },
  {
    name: 'the partitions for the next weeks are missing',
    alerts: ['HarkPartitionsMissing'],
    async make(stage) {
      await asAdministrator((client) => client.query(dropComingWeeks), stage.parts.database);
      return () => runHark(['migrate'], stage.parts.env);
    },
  },
];

/** Sends requests until it is stopped. */
const flood = (listener: string) =>
  repeatedly(async () => {
    await deliver(listener, {});
    await sleep(floodEveryMs);
  });

/** Repeats the work until it is stopped. */
function repeatedly(work: () => Promise<unknown>): () => Promise<void> {
  let isStopped = false;
  const working = (async () => {
    while (!isStopped) await work();
  })();
  // The error is rethrown when the work is stopped.
  working.catch(() => undefined);
  return async () => {
    isStopped = true;
    await working;
  };
}

const email = 'ann@acme.test';

/** Creates or changes a second workspace, and adds a workflow of one step. @returns its listener's URL */
async function applyWorkspace(
  { parts: { env, serveUrl } }: Stage,
  name: string,
  step: object,
  settings: object,
): Promise<string> {
  const file = join(env.HARK_DATA_DIR ?? '', `${name}.json`);
  const workspace = {
    name: 'Second',
    base_url: serveUrl.replace('127.0.0.1', 'localhost'),
    settings,
    roles: [{ name: 'Administrator', is_admin: true }],
    users: [{ email, name: 'Ann', role: 'Administrator' }],
    workflows: [{ name, owner: email, listener: {}, steps: [step] }],
  };
  writeFileSync(file, JSON.stringify({ workspaces: [workspace] }));
  const { code, stdout, stderr } = await runHark(['apply', '-f', file, '--json'], env);
  if (code !== 0) throw new Error(`hark apply exited with code ${code}: ${stderr}`);
  return JSON.parse(stdout).workspaces[0].workflows[0].listener.url;
}

const cutWorkers = `select pg_terminate_backend(pid) from pg_stat_activity
  where application_name = 'hark-work' and state <> 'idle' and datname = current_database()`;

const dropComingWeeks = `do $$ declare child text; begin
  for child in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent in ('runs'::regclass, 'run_steps'::regclass) and c.relname ~ '_\\d{4}w\\d{2}$'
      and right(c.relname, 7) > to_char(now() at time zone 'UTC', 'IYYY"w"IW')
  loop execute format('drop table %I', child); end loop;
end $$`;
