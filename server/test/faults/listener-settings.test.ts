// Listener settings are never stale: any change applies to the next request on every process.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveSecret } from '../../src/core/secrets/index.ts';
import { changeSettings } from '../../src/core/workspaces/index.ts';
import { sign } from '../core/listeners/tokens.ts';
import { changing } from '../harness/builders.ts';
import type { RunningHark } from '../harness/hark-process.ts';
import { isFullRun, seededRandom, seedOfRun } from '../harness/seeded-random.ts';
import { type ServedDatabase, startServedDatabase } from '../harness/served-database.ts';
import { type ApiAnswer, sendTo } from '../harness/servers/api-server.ts';
import { buildStage, resave, type Stage, switchOwner } from '../runs/run-stage.ts';

const changeCount = isFullRun ? 1_000 : 60;
/** The number of callers that send requests continuously to each process. */
const lanes = 4;

let served: ServedDatabase;
let stage: Stage;
let processes: RunningHark[];

beforeAll(async () => {
  served = await startServedDatabase('settings');
  stage = await buildStage(served.context, [stepOf(0)], {
    add_authentication: true,
    endpoint_key: 'key 0',
    endpoint_secret: '{{ secrets.signing }}/0',
    allow_cors: true,
    cors_domains: 'https://shop-0.test',
  });
  await changing(stage.context, stage.workspace.id, async (change) => {
    await saveSecret(change, 'signing', 'value 0');
    await changeSettings(change, { listener_limit_per_second: 100_000 });
  });
  processes = await Promise.all([served.serve(), served.serve()]);
});
afterAll(() => served?.remove(), 60_000);

const stepOf = (version: number) => ({ name: 'only', type: 'set', values: { version } });

/** All settings that decide whether a request is accepted, each as a counter or a boolean. */
interface State {
  readonly key: number;
  readonly secret: number;
  readonly value: number;
  readonly domains: number;
  readonly version: number;
  readonly enabled: boolean;
  readonly active: boolean;
}

const first: State = {
  key: 0,
  secret: 0,
  value: 0,
  domains: 0,
  version: 0,
  enabled: true,
  active: true,
};

const changes: Record<keyof State, (next: State) => Promise<unknown>> = {
  key: ({ key }) => resave(stage, { listener: { endpoint_key: `key ${key}` } }),
  secret: ({ secret }) => resave(stage, { listener: { endpoint_secret: `{{ secrets.signing }}/${secret}` } }),
  value: ({ value }) =>
    changing(stage.context, stage.workspace.id, (change) => saveSecret(change, 'signing', `value ${value}`)),
  domains: ({ domains }) => resave(stage, { listener: { cors_domains: originOf(domains) } }),
  version: ({ version }) => resave(stage, { steps: [stepOf(version)] }),
  enabled: ({ enabled }) => resave(stage, { enabled }),
  active: ({ active }) => switchOwner(stage, active),
};

const originOf = (domains: number) => `https://shop-${domains}.test`;
const tokenOf = ({ key, secret, value }: Pick<State, 'key' | 'secret' | 'value'>) =>
  sign({ iss: `key ${key}` }, { by: `value ${value}/${secret}` });

function send(
  { url }: RunningHark,
  by: State,
  more: { method?: string; body?: string } = {},
): Promise<ApiAnswer> {
  const { method = 'POST', body = '{}' } = more;
  return sendTo(Number(new URL(url).port), method, stage.path, {
    headers: {
      host: stage.workspace.host,
      authorization: `Bearer ${tokenOf(by)}`,
      origin: originOf(by.domains),
      'content-type': 'application/json',
    },
    ...(method === 'OPTIONS' ? {} : { body }),
  });
}

/**
 * Returns the response to expect if the current settings are `state` and the request was built for the settings `by`
 * (spec/listeners §1.3, §2.4, §5.1).
 */
function expectedOf(state: State, by: State, passed: string): string {
  if (by.secret !== state.secret || by.value !== state.value)
    return `401 Not authorized. Invalid or expired token. ${tokenOf(by)}`;
  if (by.key !== state.key) return `401 Not authorized. Invalid key. ${tokenOf(by)}`;
  if (by.domains !== state.domains) return '403 ';
  return passed === '204' || (state.enabled && state.active) ? passed : '404 Listener is switched off.';
}

const shown = ({ status, json, text }: ApiAnswer): string => {
  if (status === 200) return '200';
  if (status === 204) return '204';
  if (status === 400) return '400';
  return `${status} ${json?.error?.message ?? text}`;
};

/** Checks both processes with requests for the current and the previous settings. */
async function expectRightEverywhere(state: State, before: State, after: string): Promise<void> {
  const requests = [state, before].flatMap((by) => [
    { by, passed: '200', more: {} },
    { by, passed: '400', more: { body: '{"broken' } },
    { by, passed: '204', more: { method: 'OPTIONS' } },
  ]);
  const answers = await Promise.all(
    processes.map((hark) => Promise.all(requests.map(({ by, more }) => send(hark, by, more)))),
  );
  const expected = requests.map(({ by, passed }) => expectedOf(state, by, passed));
  expect(
    answers.map((responses) => responses.map(shown)),
    after,
  ).toEqual(processes.map(() => expected));
  const runs = answers.flat().flatMap(({ status, json }) => (status === 200 ? [json.run_id as string] : []));
  expect(await versionsOf(runs), after).toEqual(runs.length > 0 ? [state.version + 1] : []);
}

async function versionsOf(runs: readonly string[]): Promise<number[]> {
  const rows = await served.query<{ version: number }>(
    'select distinct workflow_version as version from runs where id = any($1::uuid[])',
    [runs],
  );
  return rows.map(({ version }) => version);
}

test(
  `each of ${changeCount} changes applies to the next request on both of two processes under load (seed ${seedOfRun})`,
  async () => {
    const random = seededRandom(seedOfRun);
    let state = first;
    const stopped = new AbortController();
    const answered = new Map<number, number>();
    const load = processes.flatMap((hark) =>
      Array.from({ length: lanes }, async (_, lane) => {
        while (!stopped.signal.aborted) {
          // Some requests pass and some are rejected, so a change makes both the cache and reads in progress stale.
          const { status } = await send(
            hark,
            lane % 2 === 0 ? state : first,
            lane === 2 ? { body: '{' } : {},
          );
          answered.set(status, (answered.get(status) ?? 0) + 1);
          await sleep(1);
        }
      }),
    );
    try {
      await expectRightEverywhere(state, state, 'at the start');
      const done = new Set<string>();
      // Each round makes every kind of change once, in random order.
      const left: (keyof State)[] = [];
      for (let count = 1; count <= changeCount; count++) {
        const isOff = !state.enabled || !state.active;
        if (left.length === 0) left.push(...names);
        const toSwitchOn = state.enabled ? 'active' : 'enabled';
        const [name = toSwitchOn] =
          isOff && random.chance(70) ? [] : left.splice(random.pick(left.length), 1);
        const value = state[name];
        const before = state;
        const next: State = { ...state, [name]: typeof value === 'number' ? value + 1 : !value };
        await changes[name](next);
        state = next;
        done.add(name);
        await expectRightEverywhere(state, before, `change ${count}: ${name}`);
      }
      expect(done).toEqual(new Set(names));
    } finally {
      stopped.abort();
      await Promise.all(load);
    }
    // Without enough of each response, there was no load.
    for (const status of [200, 400, 401]) expect(answered.get(status)).toBeGreaterThan(changeCount / 4);
  },
  60_000 + changeCount * 1_000,
);

const names = Object.keys(changes) as (keyof State)[];
