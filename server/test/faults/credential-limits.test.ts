// An expiry, a list of allowed addresses and a rotated token apply to the next request in every process
// (spec/rest-api §1.6, §1.9, §1.10, §1.11).
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  editClientOf,
  removeApiClient,
  rotateTokenOf,
  saveApiClient,
} from '../../src/core/api-clients/index.ts';
import { limitOwnKey, saveApiKey } from '../../src/core/api-keys/index.ts';
import type { Context } from '../../src/core/context/index.ts';
import { saveRole } from '../../src/core/roles/index.ts';
import type { Workspace } from '../../src/core/workspaces/index.ts';
import type { ApiClientId } from '../../src/lib/ids.ts';
import { buildBusyWorkspace } from '../harness/api-callers.ts';
import { buildUser, changing } from '../harness/builders.ts';
import type { RunningHark } from '../harness/hark-process.ts';
import { type Random, seededRandom, seedOfRun } from '../harness/seeded-random.ts';
import { startTwoServes, type TwoServes } from '../harness/two-serves.ts';

const toggleCount = 1_000;
const databaseName = `hark_test_${process.pid}_limits`;
/** Two addresses that requests come from. Both are this machine. */
const addresses = ['127.0.0.1', '127.0.0.2'] as const;
const lists = [[], ['127.0.0.1'], ['127.0.0.2/32'], ['127.0.0.0/24'], ['203.0.113.0/24', '::1']] as const;

const allows = (list: readonly string[], address: string) =>
  list.length === 0 || list.some((range) => range === '127.0.0.0/24' || range.split('/')[0] === address);

let serves: TwoServes;
let context: Context;
let processes: TwoServes['processes'];
const agent = new Agent({ keepAlive: true });

beforeAll(async () => {
  serves = await startTwoServes(databaseName);
  ({ context, processes } = serves);
}, 60_000);

afterAll(async () => {
  agent.destroy();
  await serves.remove();
}, 60_000);

/** Returns the status, and the error code if there is one. */
const ask = (
  { url }: RunningHark,
  { host }: Workspace,
  credential: Record<string, string>,
  localAddress: string,
): Promise<string> =>
  new Promise((resolve, reject) => {
    const options = { agent, localAddress, headers: { host, ...credential }, timeout: 10_000 };
    const sent = request(`${url}/api/users/self`, options, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      answer.on('end', () => {
        const { error = '' } = JSON.parse(text) as { error?: string };
        resolve(`${answer.statusCode} ${error}`.trim());
      });
    });
    sent.on('timeout', () => sent.destroy(new Error('no response in time')));
    sent.on('error', reject);
    sent.end();
  });

/** A user with a key and at most one client, and the state that decides which requests are accepted. */
interface Subject {
  readonly workspace: Workspace;
  readonly user: Awaited<ReturnType<typeof buildUser>>;
  key: string;
  keyList: readonly string[];
  client: Client | undefined;
  /** The last token that was revoked or replaced without an overlap. */
  oldToken: string | undefined;
}

interface Client {
  readonly id: ApiClientId;
  token: string;
  /** The token before the last rotation, while it is accepted. */
  previous: string | undefined;
  isOn: boolean;
  isExpired: boolean;
  list: readonly string[];
}

const change = <T>({ workspace }: Subject, work: Parameters<typeof changing<T>>[2]) =>
  changing(context, workspace.id, work);
const inMs = (ms: number) => new Date(Date.now() + ms);
const hourMs = 3_600_000;
const soonMs = 100;

const saveClient = (subject: Subject, more: Partial<Parameters<typeof saveApiClient>[1]>) =>
  change(subject, (c) =>
    saveApiClient(c, { user: subject.user, name: 'Integration', scope: 'api', ...more }),
  );

async function rotate(subject: Subject, client: Client, overlapHours: number) {
  const before = client.token;
  const expiresAt = inMs(hourMs);
  client.token = await change(subject, (c) =>
    rotateTokenOf(c, subject.user, client.id, { overlapHours, expiresAt }),
  );
  const isKept = overlapHours > 0 && !client.isExpired;
  subject.oldToken = isKept ? (client.previous ?? subject.oldToken) : before;
  client.previous = isKept ? before : undefined;
  client.isExpired = false;
}

/** Every change that affects whether a client's tokens or the key are accepted. Each needs a client. */
const toggles = {
  async expire(subject: Subject, client: Client) {
    client.isExpired = true;
    await saveClient(subject, { expiresAt: inMs(-1) });
  },
  async expireByTime(subject: Subject, client: Client) {
    client.isExpired = true;
    const now = new Date();
    const expiresAt = new Date(now.getTime() + soonMs);
    // The expiry must be in the future. A fixed clock keeps it there, however slow the machine is.
    await change(subject, (c) =>
      editClientOf({ ...c, clock: { now: () => now } }, subject.user, client.id, { expiresAt }),
    );
    await sleep(soonMs * 1.1);
  },
  async extend(subject: Subject, client: Client) {
    client.isExpired = false;
    await saveClient(subject, { expiresAt: inMs(hourMs) });
  },
  async neverExpire(subject: Subject, client: Client) {
    client.isExpired = false;
    await saveClient(subject, { expiresAt: null });
  },
  async limitClient(subject: Subject, client: Client, random: Random) {
    client.list = random.oneOf(lists);
    await saveClient(subject, { allowedAddresses: client.list });
  },
  async limitKey(subject: Subject, _client: Client, random: Random) {
    subject.keyList = random.oneOf(lists);
    await change(subject, (c) => limitOwnKey(c, subject.user, subject.keyList));
  },
  async rotateAtOnce(subject: Subject, client: Client) {
    await rotate(subject, client, 0);
  },
  async rotateWithOverlap(subject: Subject, client: Client) {
    await rotate(subject, client, 24);
  },
  async rotateAndWait(subject: Subject, client: Client) {
    await rotate(subject, client, soonMs / hourMs);
    await sleep(soonMs * 1.1);
    subject.oldToken = client.previous ?? subject.oldToken;
    client.previous = undefined;
  },
  async switchClient(subject: Subject, client: Client) {
    client.isOn = !client.isOn;
    await saveClient(subject, { active: client.isOn });
  },
  async revoke(subject: Subject, client: Client) {
    subject.oldToken = client.token;
    subject.client = undefined;
    await change(subject, (c) => removeApiClient(c, subject.user, 'Integration'));
  },
  async regenerateKey(subject: Subject) {
    subject.key = `key-${crypto.randomUUID()}`;
    await change(subject, (c) => saveApiKey(c, subject.user, subject.key));
  },
};

async function createClient(subject: Subject): Promise<void> {
  const { id, token = '' } = await saveClient(subject, {});
  subject.client = { id, token, previous: undefined, isOn: true, isExpired: false, list: [] };
}

function expectedByKey({ client, keyList }: Subject, address: string): string {
  if (!allows(keyList, address)) return '401 invalid_grant';
  // An expired client still disables the key (spec/rest-api §1.9).
  return client?.isOn ? '401 api_key_disabled' : '200';
}

const expectedByToken = ({ isOn, isExpired, list }: Client, address: string): string =>
  isOn && !isExpired && allows(list, address) ? '200' : '401 invalid_token';

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

/** Checks both processes with every credential, from both addresses. */
async function expectRightEverywhere(subject: Subject, after: string): Promise<void> {
  const { client, oldToken } = subject;
  const cases = addresses.flatMap((address) => {
    const tokens = client ? [client.token, ...(client.previous === undefined ? [] : [client.previous])] : [];
    return [
      { address, credential: { apikey: subject.key }, expected: expectedByKey(subject, address) },
      ...tokens.map((token) => ({
        address,
        credential: bearer(token),
        expected: client ? expectedByToken(client, address) : '',
      })),
      ...(oldToken === undefined
        ? []
        : [{ address, credential: bearer(oldToken), expected: '401 invalid_token' }]),
    ];
  });
  const answers = await Promise.all(
    processes.map((hark) =>
      Promise.all(cases.map(({ credential, address }) => ask(hark, subject.workspace, credential, address))),
    ),
  );
  const expected = cases.map((one) => one.expected);
  expect(answers, after).toEqual(processes.map(() => expected));
}

describe(`${toggleCount} changes to expiries, addresses and tokens (seed ${seedOfRun})`, () => {
  test(
    'apply to the next request on both processes',
    async () => {
      const random = seededRandom(seedOfRun);
      const workspace = await buildBusyWorkspace(context);
      const role = { name: 'Caller', permissions: { 'api.access_rest': true } } as const;
      await changing(context, workspace.id, (c) => saveRole(c, role));
      const user = await buildUser(context, workspace.id, { role: role.name });
      const base = { workspace, user, key: '', keyList: [], client: undefined, oldToken: undefined };
      const subject: Subject = base;
      await toggles.regenerateKey(subject);
      const names = Object.keys(toggles) as (keyof typeof toggles)[];
      const done: string[] = [];
      for (let count = 0; count < toggleCount; count++) {
        if (!subject.client) {
          await createClient(subject);
          done.push('create');
        } else {
          const { isOn, isExpired } = subject.client;
          // Usually enable and extend the client first, because other changes would have no visible effect.
          const helpful = isOn ? 'extend' : 'switchClient';
          const name = (!isOn || isExpired) && random.chance(60) ? helpful : random.oneOf(names);
          await toggles[name](subject, subject.client, random);
          done.push(name);
        }
        await expectRightEverywhere(subject, `toggle ${count + 1}, after ${done.slice(-3).join(', ')}`);
      }
      expect(new Set(done)).toEqual(new Set(['create', ...names]));
    },
    60_000 + toggleCount * 500,
  );
});
