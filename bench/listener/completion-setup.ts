import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { addressesOf } from '../../server/src/engine/restate/restate-server.ts';
import {
  type Administrator,
  addressOf,
  asAdministrator,
} from '../../server/test/harness/scratch-database.ts';
import { startWholeHark, type WholeHark } from '../../server/test/harness/whole-hark.ts';
import { type Load, startLoad } from '../api/load.ts';
import { issuer, secret } from './delivery.ts';

const lifted = 1_000_000;

const workflows = [
  {
    name: 'complete',
    steps: [
      { name: 'name', type: 'set', values: { first: '{{ __data.customer.first_name | upper }}' } },
      {
        name: 'known',
        type: 'branch',
        if: '{{ __data.customer.email is not empty }}',
        // biome-ignore lint/suspicious/noThenProperty: that is what a branch calls it.
        then: [
          {
            name: 'save',
            type: 'lead.upsert',
            match: { email: '{{ __data.customer.email }}' },
            fields: {
              first_name: '{{ __data.first }}',
              last_name: '{{ __data.customer.last_name }}',
              city: '{{ __data.customer.city }}',
            },
          },
        ],
      },
    ],
  },
  { name: 'ending', steps: [{ name: 'only', type: 'set', values: { done: true } }] },
  {
    name: 'sleeping',
    steps: [{ name: 'nap', type: 'wait', until: '{{ __data.until }}' }],
  },
];

/** What the benchmark measures: a whole `hark up`, and a baseline service on the same engine. */
export interface CompletionSetup {
  readonly hark: WholeHark;
  readonly client: Administrator;
  readonly load: Load;
  /** The listeners' URLs, by workflow name. */
  readonly listeners: Readonly<Record<string, string>>;
  readonly engineFolder: string;
  readonly ingressPort: number;
  /** The process IDs of Hark, the engine and the baseline. */
  readonly pids: Readonly<Record<'serve' | 'work' | 'engine' | 'bare', number>>;
}

/** Starts Hark on a separate database, runs `work`, and stops everything that it started. */
export async function withCompletionSetup<T>(work: (world: CompletionSetup) => Promise<T>): Promise<T> {
  const database = `hark_bench_complete_${process.pid}`;
  const hark = await startWholeHark(database);
  const load = startLoad();
  const bare = fork(new URL('./bare-engine-process.ts', import.meta.url), { execArgv: [] });
  try {
    const listener = { add_authentication: true, endpoint_key: issuer, endpoint_secret: secret };
    const listeners = await hark.apply({
      settings: {
        listener_limit_per_second: lifted,
        listener_limit_per_day: 1_000 * lifted,
        runs_in_flight: lifted,
      },
      workflows: workflows.map((workflow) => ({ ...workflow, listener })),
    });
    const engineFolder = join(hark.env.HARK_DATA_DIR ?? '', 'engine');
    const engine = addressesOf(engineFolder);
    if (!engine) throw new Error('The engine has no URLs.');
    await registerBare(bare, engine.adminUrl);
    const { serve = -1, work: worker = -1, engine: enginePid = -1 } = hark.children();
    const pids = { serve, work: worker, engine: enginePid, bare: bare.pid ?? -1 };
    const ingressPort = Number(new URL(engine.ingressUrl).port);
    return await asAdministrator(
      (client) => work({ hark, client, load, listeners, engineFolder, ingressPort, pids }),
      addressOf(database),
    );
  } finally {
    load.close();
    bare.kill();
    await hark.remove();
  }
}

async function registerBare(bare: ChildProcess, adminUrl: string): Promise<void> {
  const [port] = (await once(bare, 'message')) as [number];
  const answer = await fetch(`${adminUrl}/deployments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ uri: `http://127.0.0.1:${port}` }),
    signal: AbortSignal.timeout(10_000),
  });
  if (!answer.ok) throw new Error(`The engine rejected the baseline service: ${await answer.text()}`);
}
