// Tests signed requests (spec/listeners §10) with requests that the senders' own libraries signed.
import { beforeAll, describe, expect, test } from 'vitest';
import { listenerSettings } from '../../../src/core/listeners/index.ts';
import {
  examples,
  idHeader,
  type Sender,
  senders,
  sign,
  signByHand,
  type Unsigned,
} from '../../core/listeners/signature/senders.ts';
import type { Answer } from '../../http/start-server.ts';
import { type BuiltStage, nowSeconds, useListeners } from './listener-stage.ts';

const { build, at } = useListeners();
const receiptSteps = [{ name: 'note', type: 'set', values: { seen: true } }];

type Settings = Pick<Sender, 'scheme' | 'settings'>;
const signatureOf = ({ scheme, settings }: Settings, secret: string[]) => ({ ...settings, scheme, secret });
const buildSigned = (sender: Settings, secret: string[]) =>
  build({ signature: signatureOf(sender, secret), idempotency_header: idHeader }, receiptSteps);

let deliveries = 0;
const newId = () => `delivery-${++deliveries}`;

/** A request that is ready to be signed, with the sender's current secret unless another one is given. */
function unsigned(sender: Sender, { workspace, path }: BuiltStage, more: Partial<Unsigned> = {}): Unsigned {
  const { id = newId() } = more;
  const url = `${workspace.baseUrl}${path}`;
  const defaults = {
    method: 'POST',
    url,
    body: sender.body(id),
    secret: sender.secrets[0],
    at: nowSeconds(),
    id,
  };
  return { ...defaults, ...more };
}

const linesOf = (headers: Readonly<Record<string, string>>, contentType = 'application/json') => [
  `Content-Type: ${contentType}`,
  ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
];

async function deliver(sender: Sender, stage: BuiltStage, more: Partial<Unsigned> = {}) {
  const request = unsigned(sender, stage, more);
  return stage.ask({ headers: linesOf(await sign(sender, request)), body: request.body });
}

function runOf(answer: Answer): string {
  expect(answer.status, answer.text).toBe(200);
  return JSON.parse(answer.text).run_id;
}
const expectRejected = ({ status, text }: Answer, body = 'Not authorized. Invalid signature.') =>
  expect({ status, text }).toEqual({ status: 401, text: body });

describe.each(senders)('requests signed as $scheme (spec/listeners §10.7)', (sender) => {
  let stage: BuiltStage;
  beforeAll(async () => {
    stage = await buildSigned(sender, [sender.secrets[0]]);
  });

  test("are accepted, and the sender's own library accepts them too", async () => {
    const request = unsigned(sender, stage);
    const headers = await sign(sender, request);
    expect(signByHand(sender, request)).toEqual(headers);
    await sender.library?.verify(request, headers);
    runOf(await stage.ask({ headers: linesOf(headers), body: request.body }));
  });

  test('are rejected with another secret, and start no run', async () => {
    const before = await stage.countRuns();
    expectRejected(await deliver(sender, stage, { secret: sender.otherSecret }));
    expect(await stage.countRuns()).toBe(before);
  });

  test('are rejected if any byte of the body changes', async () => {
    const request = unsigned(sender, stage, { id: 'evt_1' });
    const headers = linesOf(await sign(sender, request));
    const bytes = Buffer.from(request.body);
    for (let place = 0; place < bytes.length; place++) {
      const body = Buffer.from(bytes);
      body[place] = (body[place] ?? 0) ^ 1;
      expectRejected(await stage.ask({ headers, body }));
    }
    expectRejected(await stage.ask({ headers, body: `${request.body}\n` }));
    expectRejected(await stage.ask({ headers }));
  });

  test('are rejected without one of the required headers', async () => {
    const request = unsigned(sender, stage);
    const headers = await sign(sender, request);
    for (const missing of sender.headers) {
      const others = Object.fromEntries(Object.entries(headers).filter(([name]) => name !== missing));
      expectRejected(await stage.ask({ headers: linesOf(others), body: request.body }), 'Missing signature');
    }
  });

  test('start one run, however often a delivery is repeated (spec/listeners §10.8)', async () => {
    const own = await buildSigned(sender, [sender.secrets[0]]);
    const id = newId();
    const first = runOf(await deliver(sender, own, { id }));
    const again = await Promise.all(
      [1, 2, 3].map((later) => deliver(sender, own, { id, at: nowSeconds() + later })),
    );
    expect(again.map(runOf)).toEqual([first, first, first]);
    expectRejected(await deliver(sender, own, { id, secret: sender.otherSecret }));
    expect(await own.countRuns()).toBe(1);
  });

  test('are accepted with either secret while it is rotated (spec/listeners §10.3)', async () => {
    const [current, old] = sender.secrets;
    const rotating = await buildSigned(sender, [current, old]);
    for (const secret of [current, old]) runOf(await deliver(sender, rotating, { secret }));
    expectRejected(await deliver(sender, rotating, { secret: sender.otherSecret }));
    await rotating.save({ listener: { signature: signatureOf(sender, [current]) } });
    runOf(await deliver(sender, rotating, { secret: current }));
    expectRejected(await deliver(sender, rotating, { secret: old }));
  });

  test('are never verified with an empty secret (spec/listeners §10.3)', async () => {
    const wanted = listenerSettings.safeParse({ signature: { ...signatureOf(sender, []), secret: '' } });
    expect(wanted.error?.issues).toMatchObject([
      { path: ['signature', 'secret'], message: 'must not be empty.' },
    ]);
    const empty = await buildSigned(sender, ["{{ '' }}"]);
    expectRejected(await deliver(sender, empty));
    // The libraries refuse an empty secret, so this request is signed by hand.
    const request = unsigned(sender, empty);
    const headers = linesOf(signByHand(sender, request, { key: Buffer.alloc(0) }));
    expectRejected(await empty.ask({ headers, body: request.body }));
  });
});

describe.each(senders.filter(({ signsTime }) => signsTime))(
  'the time of requests signed as $scheme (spec/listeners §10.7)',
  (sender) => {
    test('can be 300 seconds early or late, to the second', async () => {
      const stage = await buildSigned(sender, [sender.secrets[0]]);
      const now = nowSeconds();
      const moment = new Date(now * 1_000 + 999);
      for (const offset of [-300, 300]) {
        runOf(await at(moment, () => deliver(sender, stage, { at: now + offset })));
      }
      for (const offset of [-301, 301, -86_400]) {
        expectRejected(await at(moment, () => deliver(sender, stage, { at: now + offset })));
      }
    });
  },
);

describe.each(senders.filter(({ scheme }) => ['stripe', 'slack', 'hubspot'].includes(scheme)))(
  'a request without an ID of its sender, signed as $scheme (spec/listeners §10.8)',
  (sender) => {
    test('starts one run if the same signed bytes arrive again', async () => {
      const stage = await buildSigned(sender, [sender.secrets[0]]);
      const request = unsigned(sender, stage, { body: '{"type":"interaction"}' });
      const headers = linesOf(await sign(sender, request));
      const send = async () => runOf(await stage.ask({ headers, body: request.body }));
      const first = await send();
      expect(await Promise.all([send(), send()])).toEqual([first, first]);
      expect(runOf(await deliver(sender, stage, { ...request, at: request.at + 1 }))).not.toBe(first);
      expect(await stage.countRuns()).toBe(2);
    });

    test('is identified by its Idempotency-Key instead, if it has one', async () => {
      const stage = await buildSigned(sender, [sender.secrets[0]]);
      const request = unsigned(sender, stage, { body: '{"type":"interaction"}' });
      const send = async (key: string, at: number) => {
        const headers = linesOf({ ...(await sign(sender, { ...request, at })), [idHeader]: key });
        return runOf(await stage.ask({ headers, body: request.body }));
      };
      const [one, two] = [newId(), newId()];
      const first = await send(one, request.at);
      expect(await send(one, request.at + 1)).toBe(first);
      expect(await send(two, request.at)).not.toBe(first);
    });
  },
);

describe.each(senders.filter(({ scheme }) => ['github', 'shopify'].includes(scheme)))(
  'different deliveries signed as $scheme (spec/listeners §10.8)',
  (sender) => {
    test('start a run each, also if their bodies are the same', async () => {
      const stage = await buildSigned(sender, [sender.secrets[0]]);
      const body = '{"action":"started"}';
      const runs = [await deliver(sender, stage, { body }), await deliver(sender, stage, { body })].map(
        runOf,
      );
      expect(new Set(runs).size).toBe(2);
    });

    test('start a run each, also if they have neither an ID nor a signed time', async () => {
      const stage = await buildSigned(sender, [sender.secrets[0]]);
      const request = unsigned(sender, stage, { body: '{"action":"started"}' });
      const signed = Object.entries(await sign(sender, request)).filter(([, value]) => value !== request.id);
      const ask = () => stage.ask({ headers: linesOf(Object.fromEntries(signed)), body: request.body });
      expect(runOf(await ask())).not.toBe(runOf(await ask()));
    });
  },
);

describe.each(examples.filter(({ url }) => url === undefined))(
  'an example of $source (spec/listeners §10.7)',
  (example) => {
    test('is accepted', async () => {
      const stage = await buildSigned({ scheme: example.scheme, settings: {} }, [example.secret]);
      const headers = linesOf(example.headers, example.contentType);
      const moment = new Date(example.at * 1_000);
      runOf(await at(moment, () => stage.ask({ headers, body: example.body })));
      expectRejected(await at(moment, () => stage.ask({ headers, body: `${example.body} ` })));
    });
  },
);
