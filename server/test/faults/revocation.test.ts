// A change to a credential applies to the next request in every process (spec/rest-api §1.6, §1.9, §1.10, §1.11).
import { Agent, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningHark } from '../harness/hark-process.ts';
import { isFullRun, seededRandom, seedOfRun } from '../harness/seeded-random.ts';
import { startTwoServes, type TwoServes } from '../harness/two-serves.ts';
import { buildSubject, type ChangeName, changes, helpfulChange, type Subject } from './credential-changes.ts';

/** Each round makes every kind of change once, in random order. */
const rounds = isFullRun ? 60 : 4;
/** Two addresses that requests come from. Both are this machine. */
const addresses = ['127.0.0.1', '127.0.0.2'] as const;

let serves: TwoServes;
const agent = new Agent({ keepAlive: true });

beforeAll(async () => {
  serves = await startTwoServes('revocation');
});

afterAll(async () => {
  agent.destroy();
  await serves.remove();
});

let asked = 0;

/** Returns a process's response to a list or search: `200 <total>`, or the status and error code. */
const ask = (
  { url }: RunningHark,
  { host }: Subject['workspace'],
  credential: Record<string, string>,
  localAddress: string,
): Promise<string> =>
  new Promise((resolve, reject) => {
    const headers = { host, ...credential };
    const method = asked++ % 3 === 0 ? 'GET' : 'POST';
    const options = { agent, localAddress, method, headers, timeout: 20_000 };
    const sent = request(`${url}/api/leads`, options, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      answer.on('end', () => {
        const { total, error } = JSON.parse(text) as { total?: string; error?: unknown };
        resolve(
          `${answer.statusCode} ${total ?? (typeof error === 'string' ? error : JSON.stringify(error))}`,
        );
      });
    });
    sent.on('timeout', () => sent.destroy(new Error('no response in time')));
    sent.on('error', reject);
    sent.end();
  });

/** Checks both processes with every current and former credential, from both addresses. */
async function expectRightEverywhere(subject: Subject, after: string): Promise<void> {
  const cases = addresses.flatMap((address) =>
    subject.expected(address).map(([credential, answer]) => ({ address, credential, answer })),
  );
  const answers = await Promise.all(
    serves.processes.map((hark) =>
      Promise.all(cases.map(({ credential, address }) => ask(hark, subject.workspace, credential, address))),
    ),
  );
  const expected = cases.map(({ answer }) => answer);
  expect(answers, after).toEqual(serves.processes.map(() => expected));
}

async function changeMany(seed: number): Promise<void> {
  const random = seededRandom(seed);
  const subject = await buildSubject(serves.context);
  await expectRightEverywhere(subject, 'at the start');
  const done: string[] = [];
  const make = async (name: ChangeName) => {
    await changes[name](subject, random);
    done.push(name);
    await expectRightEverywhere(subject, `change ${done.length}, after ${done.slice(-3).join(', ')}`);
  };
  for (let round = 0; round < rounds; round++) {
    const names = Object.keys(changes) as ChangeName[];
    while (names.length > 0) {
      const [name] = names.splice(random.pick(names.length), 1);
      if (name) await make(name);
      for (let help = helpfulChange(subject); help && random.chance(70); help = helpfulChange(subject))
        await make(help);
    }
  }
}

describe(`changes to keys, API clients, roles and users, and to expiries, addresses and tokens (seed ${seedOfRun})`, () => {
  const timeoutMs = 120_000 + rounds * 20_000;

  test('apply to the next request on both processes, with Redis up', () => changeMany(seedOfRun), timeoutMs);

  test(
    'apply to the next request on both processes, with Redis stopped',
    async () => {
      await serves.redis.stop();
      await changeMany(seedOfRun + 1);
    },
    timeoutMs,
  );
});
