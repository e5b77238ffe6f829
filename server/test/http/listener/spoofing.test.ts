// Repeats the attacks on the input reader (spec/listeners §6.7) as raw bytes through the real server, and checks the
// stored input of each run.
import { Agent, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeSettings } from '../../../src/core/workspaces/index.ts';
import { attack, reservedIn, spoofed } from '../../core/listeners/attacks.ts';
import { key, secret, sign } from '../../core/listeners/tokens.ts';
import { changing } from '../../harness/builders.ts';
import { isFullRun, seededRandom, seedOfRun } from '../../harness/seeded-random.ts';
import {
  type BuiltListener,
  buildListener,
  useListenerServer,
} from '../../harness/servers/listener-server.ts';
import { useTestDatabase } from '../../harness/test-database.ts';

const cases = isFullRun ? 50_000 : 2_000;
const atOnce = 250;

const database = useTestDatabase();
const server = useListenerServer(database, { isExecuting: false });
const agent = new Agent({ keepAlive: true, maxSockets: 32 });
afterAll(() => agent.destroy());

let open: BuiltListener;
let checked: BuiltListener;
beforeAll(async () => {
  const { context } = database.current;
  const steps = [{ name: 'raw', type: 'set', values: { raw: '{{ __data.name }}' } }];
  const signed = { add_authentication: true, endpoint_key: key, endpoint_secret: secret };
  open = await buildListener(context, { steps });
  checked = await buildListener(context, { steps, listener: signed });
  for (const { workspace } of [open, checked]) {
    await changing(context, workspace.id, (change) =>
      changeSettings(change, { listener_limit_per_second: 1_000_000 }),
    );
  }
});

const real = { order_id: 'real' };
const claims = JSON.stringify([
  ['__jwt_data', [real]],
  ['__jwt_sub', ['real']],
]);
const token = (more = {}) => sign({ iss: key, ...more });
/** A listener, the credential to call it with, and the reserved values that the run should receive. */
const modes = [
  { listener: () => open, expected: '', authorization: [] },
  { listener: () => open, expected: '', authorization: ['Authorization', `Bearer ${token({ data: real })}`] },
  { listener: () => checked, expected: '', authorization: ['Authorization', `Bearer ${token()}`] },
  { listener: () => checked, expected: claims, authorization: ['token', token({ data: real, sub: 'real' })] },
];

/** Sends one request with exactly these headers. @returns its run */
function send(
  { path, workspace }: BuiltListener,
  attempt: ReturnType<typeof attack>,
  more: Sending,
): Promise<string> {
  const target = attempt.query === '' ? path : `${path}?${attempt.query}`;
  const body = Buffer.from(attempt.body);
  const framing = more.isChunked ? ['Transfer-Encoding', 'chunked'] : ['Content-Length', String(body.length)];
  const type = attempt.type === undefined ? [] : [more.typeName, attempt.type];
  const headers = ['Host', workspace.host, ...framing, ...type, ...attempt.headers, ...more.authorization];
  return new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port: server.port(),
      method: more.method,
      path: target,
      headers,
      agent,
    };
    const sent = request(options, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      answer.on('end', () => {
        if (answer.statusCode === 200) resolve(JSON.parse(text).run_id);
        else reject(new Error(`${answer.statusCode} ${text} ${JSON.stringify(attempt)}`));
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

interface Sending {
  readonly method: string;
  readonly isChunked: boolean;
  readonly typeName: string;
  readonly authorization: readonly string[];
}

test(`none of ${cases} attempts over HTTP writes a reserved value, HARK_SEED=${seedOfRun}`, {
  timeout: 1_800_000,
}, async () => {
  const random = seededRandom(seedOfRun);
  let looked = 0;
  for (let from = 0; from < cases; from += atOnce) {
    const expected = new Map<string, { expected: string; attempt: ReturnType<typeof attack> }>();
    const batch = Array.from({ length: Math.min(atOnce, cases - from) }, async () => {
      const [attempt, mode] = [attack(random), random.oneOf(modes)];
      const run = await send(mode.listener(), attempt, {
        method: random.oneOf(['POST', 'PUT']),
        isChunked: random.chance(20),
        typeName: random.oneOf(['Content-Type', 'content-type', 'CONTENT-TYPE']),
        authorization: mode.authorization,
      });
      expected.set(run, { expected: mode.expected, attempt });
    });
    await Promise.all(batch);
    const { rows } = await database.current.asAdministrator((client) =>
      client.query<{ id: string; input: string }>('select id, input from runs where id = any($1::uuid[])', [
        [...expected.keys()],
      ]),
    );
    for (const { id, input } of rows) {
      const [outer, inner] = reservedIn(input);
      const isUntouched =
        !input.includes(spoofed) && outer === '__headers' && inner === expected.get(id)?.expected;
      // Throws instead of asserting, because one assertion per case would take most of the test's time.
      if (!isUntouched) throw new Error(JSON.stringify({ input, ...expected.get(id) }));
      looked++;
    }
  }
  expect(looked).toBe(cases);
  expect(Object.keys(Object.prototype)).toEqual([]);
});
