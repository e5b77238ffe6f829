// A change to a credential applies to the next request in every process (spec/rest-api §1.6).
import { Agent, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeApiClient, saveApiClient } from '../../src/core/api-clients/index.ts';
import { saveApiKey } from '../../src/core/api-keys/index.ts';
import type { Context } from '../../src/core/context/index.ts';
import { createLead } from '../../src/core/leads/index.ts';
import { saveRole } from '../../src/core/roles/index.ts';
import { saveUser } from '../../src/core/users/index.ts';
import type { Workspace } from '../../src/core/workspaces/index.ts';
import { buildBusyWorkspace } from '../harness/api-callers.ts';
import { buildUser, changing, changingLeads } from '../harness/builders.ts';
import type { RunningHark } from '../harness/hark-process.ts';
import { isFullRun, type Random, seededRandom, seedOfRun } from '../harness/seeded-random.ts';
import { startTwoServes, type TwoServes } from '../harness/two-serves.ts';

const toggleCount = isFullRun ? 1_000 : 100;
const databaseName = `hark_test_${process.pid}_revocation`;

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

let asked = 0;

/** Returns a process's response to a list or search: `200 <total>`, or the status and error code. */
function ask({ url }: RunningHark, { host }: Workspace, credential: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { host, ...credential };
    const method = asked++ % 3 === 0 ? 'GET' : 'POST';
    const sent = request(`${url}/api/leads`, { agent, method, headers, timeout: 10_000 }, (answer) => {
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
}

/** A user with current and former credentials, and the state that decides whether they are accepted. */
class Subject {
  readonly workspace: Workspace;
  readonly user: Awaited<ReturnType<typeof buildUser>>;
  key = '';
  token: string | undefined;
  isClientOn = false;
  isActive = true;
  mayUseApi = true;
  mayView = true;
  readonly oldKeys: string[] = [];
  readonly oldTokens: string[] = [];

  constructor(workspace: Workspace, user: Subject['user']) {
    this.workspace = workspace;
    this.user = user;
  }

  /** The expected response to a request with the key (spec/rest-api §1.5, §3.3, §7.4). */
  expectedByKey(): string {
    if (!this.isActive) return '401 invalid_grant';
    return this.isClientOn ? '401 api_key_disabled' : this.expectedOfRole();
  }

  expectedByToken(): string {
    return this.isActive && this.isClientOn ? this.expectedOfRole() : '401 invalid_token';
  }

  private expectedOfRole(): string {
    if (!this.mayUseApi) return '403 access_denied';
    return this.mayView ? '200 1' : '200 0';
  }
}

const roleName = 'Subject';

async function buildSubject(): Promise<Subject> {
  const workspace = await buildBusyWorkspace(context);
  await changing(context, workspace.id, (change) =>
    saveRole(change, { name: roleName, permissions: { 'api.access_rest': true, 'leads.view': 'all' } }),
  );
  const subject = new Subject(workspace, await buildUser(context, workspace.id, { role: roleName }));
  await changingLeads(context, workspace.id, (change) => createLead(change, { first_name: 'Only one' }));
  await toggles.regenerateKey(subject);
  return subject;
}

const change = <T>({ workspace }: Subject, work: Parameters<typeof changing<T>>[2]) =>
  changing(context, workspace.id, work);
const switchClient = (subject: Subject, active: boolean) =>
  change(subject, (c) => saveApiClient(c, { user: subject.user, name: 'Integration', scope: 'api', active }));
const changeRole = (subject: Subject) =>
  change(subject, (c) =>
    saveRole(c, {
      name: roleName,
      permissions: { 'api.access_rest': subject.mayUseApi, 'leads.view': subject.mayView ? 'all' : 'own' },
    }),
  );

/** Every change that affects whether a credential is accepted. */
const toggles = {
  async regenerateKey(subject: Subject) {
    if (subject.key !== '') subject.oldKeys.push(subject.key);
    subject.key = `key-${crypto.randomUUID()}`;
    await change(subject, (c) => saveApiKey(c, subject.user, subject.key));
  },
  async switchClient(subject: Subject) {
    subject.isClientOn = !subject.isClientOn;
    const { token } = await switchClient(subject, subject.isClientOn);
    subject.token ??= token;
  },
  async deleteClient(subject: Subject) {
    if (subject.token !== undefined) subject.oldTokens.push(subject.token);
    subject.token = undefined;
    subject.isClientOn = false;
    await change(subject, (c) => removeApiClient(c, subject.user, 'Integration'));
  },
  async switchApiAccess(subject: Subject) {
    subject.mayUseApi = !subject.mayUseApi;
    await changeRole(subject);
  },
  async switchView(subject: Subject) {
    subject.mayView = !subject.mayView;
    await changeRole(subject);
  },
  async switchUser(subject: Subject) {
    subject.isActive = !subject.isActive;
    await change(subject, (c) => saveUser(c, { email: subject.user.email, active: subject.isActive }));
  },
};

/** Checks both processes with the user's current and most recent former credentials. */
async function expectRightEverywhere(subject: Subject, after: string): Promise<void> {
  const { workspace, key, token } = subject;
  const bearer = (value: string) => ({ Authorization: `Bearer ${value}` });
  const cases: [Record<string, string>, string][] = [[{ apikey: key }, subject.expectedByKey()]];
  if (token !== undefined) cases.push([bearer(token), subject.expectedByToken()]);
  for (const old of subject.oldKeys.slice(-1)) cases.push([{ apikey: old }, '401 invalid_grant']);
  for (const old of subject.oldTokens.slice(-1)) cases.push([bearer(old), '401 invalid_token']);
  const answers = await Promise.all(
    processes.map((hark) => Promise.all(cases.map(([credential]) => ask(hark, workspace, credential)))),
  );
  const expected = cases.map(([, answer]) => answer);
  expect(answers, after).toEqual(processes.map(() => expected));
}

/** Picks a random change, but usually reactivates an inactive user, because other changes would have no visible effect. */
function randomToggle(random: Random, { isActive }: Subject): keyof typeof toggles {
  if (!isActive && random.chance(70)) return 'switchUser';
  const names = Object.keys(toggles) as (keyof typeof toggles)[];
  const name = random.oneOf(names);
  return name === 'switchUser' && random.chance(50) ? 'switchClient' : name;
}

async function toggleMany(seed: number): Promise<void> {
  const random = seededRandom(seed);
  const subject = await buildSubject();
  await expectRightEverywhere(subject, 'at the start');
  const done: string[] = [];
  for (let count = 0; count < toggleCount; count++) {
    const name = randomToggle(random, subject);
    await toggles[name](subject);
    done.push(name);
    await expectRightEverywhere(subject, `toggle ${count + 1}, after ${done.slice(-3).join(', ')}`);
  }
  expect(new Set(done)).toEqual(new Set(Object.keys(toggles)));
}

describe(`${toggleCount} changes to keys, API clients, roles and users (seed ${seedOfRun})`, () => {
  const timeoutMs = 60_000 + toggleCount * 500;

  test('apply to the next request on both processes, with Redis up', () => toggleMany(seedOfRun), timeoutMs);

  test(
    'apply to the next request on both processes, with Redis stopped',
    async () => {
      await serves.redis.stop();
      await toggleMany(seedOfRun + 1);
    },
    timeoutMs,
  );
});
