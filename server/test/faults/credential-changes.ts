import { setTimeout as sleep } from 'node:timers/promises';
import {
  editClientOf,
  removeApiClient,
  rotateTokenOf,
  saveApiClient,
} from '../../src/core/api-clients/index.ts';
import { limitOwnKey, saveApiKey } from '../../src/core/api-keys/index.ts';
import type { Context } from '../../src/core/context/index.ts';
import { createLead } from '../../src/core/leads/index.ts';
import { saveRole } from '../../src/core/roles/index.ts';
import { saveUser } from '../../src/core/users/index.ts';
import type { Workspace } from '../../src/core/workspaces/index.ts';
import type { ApiClientId } from '../../src/lib/ids.ts';
import { buildBusyWorkspace } from '../harness/api-callers.ts';
import { buildUser, changing, changingLeads } from '../harness/builders.ts';
import type { Random } from '../harness/seeded-random.ts';

const roleName = 'Subject';
const lists = [[], ['127.0.0.1'], ['127.0.0.2/32'], ['127.0.0.0/24'], ['203.0.113.0/24', '::1']] as const;
const hourMs = 3_600_000;
const soonMs = 100;
const inMs = (ms: number) => new Date(Date.now() + ms);

const allows = (list: readonly string[], address: string) =>
  list.length === 0 || list.some((range) => range === '127.0.0.0/24' || range.split('/')[0] === address);

interface Client {
  readonly id: ApiClientId;
  token: string;
  /** The token before the last rotation, while it is accepted. */
  previous: string | undefined;
  isOn: boolean;
  isExpired: boolean;
  list: readonly string[];
}

/** A user with a key and at most one API client, and the state that decides which requests are accepted. */
export class Subject {
  readonly context: Context;
  readonly workspace: Workspace;
  readonly user: Awaited<ReturnType<typeof buildUser>>;
  key = '';
  keyList: readonly string[] = [];
  oldKey: string | undefined;
  client: Client | undefined;
  /** The last token that was revoked or replaced without an overlap. */
  oldToken: string | undefined;
  isActive = true;
  mayUseApi = true;
  mayView = true;

  constructor(context: Context, workspace: Workspace, user: Subject['user']) {
    this.context = context;
    this.workspace = workspace;
    this.user = user;
  }

  change<T>(work: Parameters<typeof changing<T>>[2]): Promise<T> {
    return changing(this.context, this.workspace.id, work);
  }

  /** Returns every credential, current and former, with the expected response from this address. */
  expected(address: string): [credential: Record<string, string>, answer: string][] {
    const { client, key, oldKey, oldToken } = this;
    const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
    const cases: [Record<string, string>, string][] = [[{ apikey: key }, this.#byKey(address)]];
    for (const token of [client?.token, client?.previous])
      if (token !== undefined) cases.push([bearer(token), this.#byToken(address)]);
    if (oldKey !== undefined) cases.push([{ apikey: oldKey }, '401 invalid_grant']);
    if (oldToken !== undefined) cases.push([bearer(oldToken), '401 invalid_token']);
    return cases;
  }

  /** spec/rest-api §1.5, §1.9, §1.10, §3.3, §7.4. An expired client still disables the key. */
  #byKey(address: string): string {
    if (!this.isActive || !allows(this.keyList, address)) return '401 invalid_grant';
    return this.client?.isOn ? '401 api_key_disabled' : this.#byRole();
  }

  #byToken(address: string): string {
    const { client } = this;
    const isAccepted = client?.isOn && !client.isExpired && allows(client.list, address);
    return this.isActive && isAccepted ? this.#byRole() : '401 invalid_token';
  }

  #byRole(): string {
    if (!this.mayUseApi) return '403 access_denied';
    return this.mayView ? '200 1' : '200 0';
  }
}

export async function buildSubject(context: Context): Promise<Subject> {
  const workspace = await buildBusyWorkspace(context);
  await changing(context, workspace.id, (change) =>
    saveRole(change, { name: roleName, permissions: { 'api.access_rest': true, 'leads.view': 'all' } }),
  );
  const user = await buildUser(context, workspace.id, { role: roleName });
  const subject = new Subject(context, workspace, user);
  await changingLeads(context, workspace.id, (change) => createLead(change, { first_name: 'Only one' }));
  await changes.regenerateKey(subject);
  return subject;
}

const saveRoleOf = (subject: Subject) =>
  subject.change((c) =>
    saveRole(c, {
      name: roleName,
      permissions: { 'api.access_rest': subject.mayUseApi, 'leads.view': subject.mayView ? 'all' : 'own' },
    }),
  );

const saveClient = (subject: Subject, more: Partial<Parameters<typeof saveApiClient>[1]> = {}) =>
  subject.change((c) => saveApiClient(c, { user: subject.user, name: 'Integration', scope: 'api', ...more }));

async function clientOf(subject: Subject): Promise<Client> {
  if (subject.client) return subject.client;
  const { id, token = '' } = await saveClient(subject);
  subject.client = { id, token, previous: undefined, isOn: true, isExpired: false, list: [] };
  return subject.client;
}

async function setExpiry(subject: Subject, expiresAt: Date | null): Promise<void> {
  const client = await clientOf(subject);
  client.isExpired = expiresAt !== null && expiresAt < new Date();
  await saveClient(subject, { expiresAt });
}

async function rotate(subject: Subject, overlapHours: number): Promise<Client> {
  const client = await clientOf(subject);
  const before = client.token;
  const expiresAt = inMs(hourMs);
  client.token = await subject.change((c) =>
    rotateTokenOf(c, subject.user, client.id, { overlapHours, expiresAt }),
  );
  const isKept = overlapHours > 0 && !client.isExpired;
  subject.oldToken = isKept ? (client.previous ?? subject.oldToken) : before;
  client.previous = isKept ? before : undefined;
  client.isExpired = false;
  return client;
}

/** Every change that affects whether a credential is accepted. */
export const changes = {
  async regenerateKey(subject: Subject) {
    if (subject.key !== '') subject.oldKey = subject.key;
    subject.key = `key-${crypto.randomUUID()}`;
    await subject.change((c) => saveApiKey(c, subject.user, subject.key));
  },
  async limitKey(subject: Subject, random: Random) {
    subject.keyList = random.oneOf(lists);
    await subject.change((c) => limitOwnKey(c, subject.user, subject.keyList));
  },
  expire: (subject: Subject) => setExpiry(subject, inMs(-1)),
  extend: (subject: Subject) => setExpiry(subject, inMs(hourMs)),
  neverExpire: (subject: Subject) => setExpiry(subject, null),
  async expireByTime(subject: Subject) {
    const client = await clientOf(subject);
    client.isExpired = true;
    const now = new Date();
    const expiresAt = new Date(now.getTime() + soonMs);
    // The expiry must be in the future. A fixed clock keeps it there, however slow the machine is.
    await subject.change((c) =>
      editClientOf({ ...c, clock: { now: () => now } }, subject.user, client.id, { expiresAt }),
    );
    await sleep(soonMs * 1.1);
  },
  async limitClient(subject: Subject, random: Random) {
    const client = await clientOf(subject);
    client.list = random.oneOf(lists);
    await saveClient(subject, { allowedAddresses: client.list });
  },
  rotateAtOnce: (subject: Subject) => rotate(subject, 0),
  rotateWithOverlap: (subject: Subject) => rotate(subject, 24),
  async rotateAndWait(subject: Subject) {
    const client = await rotate(subject, soonMs / hourMs);
    await sleep(soonMs * 1.1);
    subject.oldToken = client.previous ?? subject.oldToken;
    client.previous = undefined;
  },
  async switchClient(subject: Subject) {
    const client = await clientOf(subject);
    client.isOn = !client.isOn;
    await saveClient(subject, { active: client.isOn });
  },
  async deleteClient(subject: Subject) {
    subject.oldToken = (await clientOf(subject)).token;
    subject.client = undefined;
    await subject.change((c) => removeApiClient(c, subject.user, 'Integration'));
  },
  async switchApiAccess(subject: Subject) {
    subject.mayUseApi = !subject.mayUseApi;
    await saveRoleOf(subject);
  },
  async switchView(subject: Subject) {
    subject.mayView = !subject.mayView;
    await saveRoleOf(subject);
  },
  async switchUser(subject: Subject) {
    subject.isActive = !subject.isActive;
    await subject.change((c) => saveUser(c, { email: subject.user.email, active: subject.isActive }));
  },
} satisfies Record<string, (subject: Subject, random: Random) => Promise<unknown>>;
export type ChangeName = keyof typeof changes;

/** Returns a change that makes the next one visible: without it, the credential is rejected for another reason. */
export function helpfulChange({ isActive, mayUseApi, client }: Subject): ChangeName | undefined {
  if (!isActive) return 'switchUser';
  if (!mayUseApi) return 'switchApiAccess';
  if (client?.isOn === false) return 'switchClient';
  return client?.isExpired ? 'extend' : undefined;
}
