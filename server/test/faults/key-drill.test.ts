// The installation key is rotated under load (docs/design/installation-key.md). Every credential, session, secret and run works
// throughout, and at the end without the old key.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sign } from '../core/listeners/tokens.ts';
import { Browser, type Page } from '../harness/console/browser.ts';
import { eventually } from '../harness/eventually.ts';
import {
  bothKeys,
  endpointSecret,
  host,
  type KeyStage,
  newKey,
  oldKey,
  startKeyStage,
} from '../harness/key-stage.ts';
import { type ApiAnswer, sendTo } from '../harness/servers/api-server.ts';

let stage: KeyStage;
beforeAll(async () => {
  stage = await startKeyStage();
});
afterAll(() => stage?.remove(), 120_000);

let turn = 0;
/** Calls one serve process, or the other if the first has just stopped, as a load balancer does. */
async function atEither<T>(ask: (port: number) => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    const ports = stage.ports();
    try {
      return await ask(ports[turn++ % ports.length] ?? 0);
    } catch (error) {
      if (tries === 40) throw error;
      await sleep(50);
    }
  }
}
const send = (
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
): Promise<ApiAnswer> =>
  atEither((port) => sendTo(port, method, path, { headers: { host, ...headers }, body }));

const json = { 'content-type': 'application/json' };
const deliver = (name: string, headers: Record<string, string> = {}, data: object = {}) =>
  send(
    'POST',
    stage.urls[name] ?? '',
    { ...json, ...headers },
    JSON.stringify({ said: endpointSecret, ...data }),
  );

/** Both processes share the cookies. */
const jar = new Map<string, string>();
async function browse<T extends Page>(work: (browser: Browser) => Promise<T>): Promise<T> {
  return atEither(async (port) => {
    const browser = new Browser(port, host);
    for (const [name, value] of jar) browser.jar.set(name, value);
    const page = await work(browser);
    jar.clear();
    for (const [name, value] of browser.jar) jar.set(name, value);
    return page;
  });
}
const session = () => browse((browser) => browser.get('/console/session'));

/** Everything that is derived from the key or encrypted with it, and the expected result of using it. */
const uses: Record<string, () => Promise<{ is: unknown; should: unknown }>> = {
  'an API key': async () => {
    const { status } = await send('GET', '/api/leads?limit=1', { apikey: stage.credentials.apiKey });
    return { is: status, should: 200 };
  },
  "an API client's token": async () => {
    const authorization = `Bearer ${stage.credentials.clientToken}`;
    const { status } = await send('POST', '/api/leads', { authorization, ...json }, '{"limit":1}');
    return { is: status, should: 200 };
  },
  "an app's token": async () => {
    const authorization = `Bearer ${stage.credentials.accessToken}`;
    return { is: (await send('GET', '/api/users/self', { authorization })).status, should: 200 };
  },
  'a session': async () => ({ is: (await session()).status, should: 200 }),
  'a listener with a secret': async () => {
    const authorization = `Bearer ${sign({ iss: 'k' }, { by: endpointSecret })}`;
    return { is: (await deliver('signed', { authorization })).status, should: 200 };
  },
  'a listener with the wrong secret': async () => {
    const authorization = `Bearer ${sign({ iss: 'k' }, { by: 'another secret' })}`;
    return { is: (await deliver('signed', { authorization })).status, should: 401 };
  },
  "a workflow's response": async () => {
    const { status, text } = await deliver('answering');
    // A run can take longer than its caller waits if its worker restarts.
    return {
      is: status === 202 ? 'later' : text,
      should: status === 202 ? 'later' : String(endpointSecret.length),
    };
  },
};

/** Uses every credential, session, secret and run repeatedly until stopped. */
function startLoad() {
  const failures: string[] = [];
  let busy = 0;
  const counts = new Map<string, number>();
  let isStopped = false;
  const lanes = Object.entries(uses).map(async ([name, use]) => {
    while (!isStopped) {
      try {
        const { is, should } = await use();
        if (isBusy(is)) busy += 1;
        else if (is !== should) failures.push(`${name}: ${is} instead of ${should}`);
      } catch (error) {
        failures.push(`${name}: ${error}`);
      }
      counts.set(name, (counts.get(name) ?? 0) + 1);
      await sleep(20);
    }
  });
  return {
    failures,
    /** How often the database of a busy machine didn't respond in time. */
    busy: () => busy,
    async stop() {
      isStopped = true;
      await Promise.all(lanes);
      return counts;
    },
  };
}

const isBusy = (result: unknown) => result === 503 || String(result).includes('Try again shortly.');

const keyNumbers = async () =>
  (await stage.query<{ number: number }>('select number from installation_keys order by number')).map(
    ({ number }) => number,
  );
const status = async (keys: typeof newKey) =>
  JSON.parse((await stage.command(keys, 'rekey', '--status', '--json')).stdout);
/** Waits longer than the 30 seconds that a worker keeps a run in memory, so that the run is stored and read with a later key. */
const beginWaiting = async (count: number, seconds: number) => {
  for (let begun = 0; begun < count; begun++)
    expect((await deliver('waiting', {}, { seconds })).status).toBe(200);
};

test('the key is rotated under load without any failed request', async () => {
  await browse(async (browser) => {
    const page = await browser.get('/sign-in');
    return browser.submit(page, '/sign-in', { email: 'key@acme.test', password: stage.password });
  });
  const opened = await session();
  expect(opened.status).toBe(200);
  const load = startLoad();
  await beginWaiting(20, 45);
  await sleep(2_000);

  // This is too early, because the running processes have only the old key.
  const tooEarly = await stage.command(bothKeys, 'rekey');
  expect(tooEarly).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('run without SECRET_KEY_PREVIOUS'),
  });
  expect(await keyNumbers()).toEqual([1]);

  await stage.restartAll(bothKeys);
  expect(await status(bothKeys)).toMatchObject({ state: 'ready', keyNumber: 1, left: {}, withOneKey: [] });
  await beginWaiting(20, 40);
  const done = await stage.command(bothKeys, 'rekey');
  expect(done).toMatchObject({ code: 0, stdout: expect.stringContaining('no longer needed') });
  expect(await keyNumbers()).toEqual([2]);
  expect(await status(bothKeys)).toMatchObject({ state: 'done', keyNumber: 2, left: {} });
  const doctor = await stage.command(bothKeys, 'doctor');
  expect(doctor.stdout).toContain('SECRET_KEY_PREVIOUS is no longer needed');

  // A form token from before the change is accepted, so the session has survived too.
  await beginWaiting(20, 32);
  await stage.restartAll(newKey);
  expect(await status(newKey)).toMatchObject({ state: 'none', keyNumber: 2, left: {} });
  await sleep(2_000);
  const counts = await load.stop();
  console.log('uses:', Object.fromEntries(counts));
  expect(load.failures).toEqual([]);
  for (const [name, count] of counts) expect(count, name).toBeGreaterThan(50);
  expect(load.busy()).toBeLessThan(10);
  const { form_token } = JSON.parse(opened.text);
  const left = await browse((browser) => browser.post('/sign-out', { form_token }));
  expect(left.status).toBe(303);

  await eventually(async () => {
    const [row] = await stage.query<{ open: number }>(
      "select count(*)::int as open from runs where status in ('queued', 'running', 'waiting')",
    );
    return row?.open === 0;
  }, 120_000);
  expect(await stage.query('select distinct status, error from runs')).toEqual([
    { status: 'succeeded', error: null },
  ]);
  const kept = await stage.query<{ count: number }>(
    `select count(*)::int from leads where last_name_key = '${endpointSecret}'`,
  );
  expect(kept).toEqual([{ count: 60 }]);

  // The old key no longer decrypts anything.
  const old = await stage.command(oldKey, 'workspace', 'list');
  expect(old.code).toBe(1);
}, 400_000);
