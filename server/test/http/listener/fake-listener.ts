import type { Context } from '../../../src/core/context/index.ts';
import {
  type CompiledListener,
  ListenerUse,
  type ResolvedSettings,
} from '../../../src/core/listeners/index.ts';
import type { NewRun } from '../../../src/core/runs/index.ts';
import type { Workspace } from '../../../src/core/workspaces/index.ts';
import { listenerEntryPoint } from '../../../src/http/listener/entry-point.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import type { ListenerId } from '../../../src/lib/ids.ts';
import { createMemoryLimiter } from '../../../src/lib/limits/memory-limiter.ts';

const hashes = { first: 'a'.repeat(32), second: 'b'.repeat(32) };

/** The path of the only listener. */
export const listenerPath = `/listener/${hashes.first}/${hashes.second}`;

interface FakeListener {
  readonly findWorkspace: (host: string) => Promise<Workspace | undefined>;
  readonly settings?: Partial<ResolvedSettings>;
  /** Receives each run in place of the database. */
  readonly store?: (run: NewRun) => void;
  /** Receives the client IP address of each rejected request. */
  readonly note?: (address: string) => void;
}

/** The listener entry point without a database: one listener per workspace, never cached. */
export function fakeListener({
  findWorkspace,
  settings = {},
  store = () => {},
  note = () => {},
}: FakeListener) {
  const resolved: ResolvedSettings = {
    addAuthentication: false,
    endpointKey: undefined,
    endpointSecret: undefined,
    allowCors: false,
    corsDomains: undefined,
    signature: undefined,
    isSwitchedOn: true,
    baseUrl: 'https://acme.example',
    ...settings,
  };
  const compiled: CompiledListener = {
    id: 1 as unknown as ListenerId,
    version: 1,
    valuesVersion: 1,
    wantsRaw: true,
    listener_limit_per_second: 1_000,
    listener_limit_per_day: 1_000_000,
    runs_in_flight: 1,
    respond_with: 'receipt',
    allow_cors: resolved.allowCors,
    baseUrl: resolved.baseUrl,
    workspaceUrl: resolved.baseUrl,
    receipts: false,
    idempotency_header: 'idempotency-key',
    resolve: () => resolved,
  };
  type Options = Parameters<typeof listenerEntryPoint>[0];
  const directory: Pick<Options['directory'], 'recall' | 'find'> = {
    recall: () => undefined,
    find: async (_context, _workspace, _host, { first, second }) =>
      first === hashes.first && second === hashes.second
        ? { compiled, isSwitchedOn: resolved.isSwitchedOn }
        : undefined,
  };
  const queue: Pick<Options['queue'], 'accept'> = {
    accept: async (run) => {
      store(run);
      return { kind: 'accepted', run: run.id, isRepeat: false, bodyHash: run.bodyHash };
    },
  };
  const refused: Pick<Options['refused'], 'note'> = { note: ({ address }) => note(address) };
  return listenerEntryPoint({
    context: { clock: systemClock } as Context,
    findWorkspace,
    directory: directory as Options['directory'],
    limiter: createMemoryLimiter(systemClock),
    use: new ListenerUse(),
    queue: queue as Options['queue'],
    dispatch: { claim: () => false, start: () => {} },
    waiters: {} as Options['waiters'],
    refused: refused as Options['refused'],
  });
}
