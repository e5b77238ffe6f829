// Ending a session applies to the next request in every process (spec/rest-api §1.6, §7.4), with Redis
// up or stopped. The limit on password guesses covers all processes (spec/oauth §6).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Context } from '../../src/core/context/index.ts';
import { resetPassword } from '../../src/core/password-links/index.ts';
import { saveUser } from '../../src/core/users/index.ts';
import type { Workspace } from '../../src/core/workspaces/index.ts';
import { buildUser, buildWorkspace, changing } from '../harness/builders.ts';
import { Browser } from '../harness/console/browser.ts';
import { isFullRun, seededRandom, seedOfRun } from '../harness/seeded-random.ts';
import { startTwoServes, type TwoServes } from '../harness/two-serves.ts';

/** The ways take turns. */
const endings = isFullRun ? 1_000 : 18;
const actor = { user: null, means: { type: 'command' }, origin: null } as const;

let serves: TwoServes;
let context: Context;
let processes: TwoServes['processes'];
let addresses = 0;

beforeAll(async () => {
  serves = await startTwoServes('sessions', { TRUST_PROXY: '1' });
  ({ context, processes } = serves);
});

afterAll(async () => {
  await serves.remove();
});

/** A user with a browser that can use either process. */
class Person {
  readonly workspace: Workspace;
  readonly email: string;
  password = 'the first good password';
  /** One browser per process, with the same cookies. */
  readonly browsers: Browser[];

  constructor(workspace: Workspace, email: string) {
    this.workspace = workspace;
    this.email = email;
    this.browsers = this.newBrowsers();
  }

  newBrowsers(): Browser[] {
    addresses += 1;
    const from = { 'x-forwarded-for': `10.7.${addresses >> 8}.${addresses & 255}` };
    const first = new Browser(portOf(0), this.workspace.host, from);
    const second = new Browser(portOf(1), this.workspace.host, from);
    return [first, second];
  }

  /** Copies the cookies from one process to the other, as one browser would. */
  share(from: number): void {
    const [source, target] = [this.browsers[from], this.browsers[1 - from]];
    target?.jar.clear();
    for (const [name, value] of source?.jar ?? []) target?.jar.set(name, value);
  }

  async signIn(at: number): Promise<number> {
    const browser = this.browsers[at] as Browser;
    browser.jar.clear();
    const page = await browser.get('/sign-in');
    const { status } = await browser.submit(page, '/sign-in', { email: this.email, password: this.password });
    this.share(at);
    return status;
  }

  /** Requests the session from both processes in parallel and returns the statuses. */
  states(browsers = this.browsers): Promise<number[]> {
    return Promise.all(browsers.map(async (browser) => (await browser.get('/console/session')).status));
  }
}

const portOf = (index: number) => Number(new URL(processes[index]?.url ?? '').port);
const change = ({ workspace }: Person, wanted: Parameters<typeof saveUser>[1]) =>
  changing(context, workspace.id, (c) => saveUser(c, wanted));

/** Every way to end a session, either through one process or directly in the database. */
const waysToEnd: Record<string, (person: Person, at: number) => Promise<void>> = {
  async signOut(person, at) {
    const browser = person.browsers[at] as Browser;
    const held = new Map(browser.jar);
    await browser.signOut();
    for (const [name, value] of held) browser.jar.set(name, value);
  },
  async endElsewhere(person, at) {
    const other = person.newBrowsers()[at] as Browser;
    await other.submit(await other.get('/sign-in'), '/sign-in', {
      email: person.email,
      password: person.password,
    });
    const { sessions } = JSON.parse((await other.get('/console/account')).text);
    const ended = sessions.find(({ is_here }: { is_here: boolean }) => !is_here);
    await other.ask('DELETE', `/account/sessions/${ended.id}`);
  },
  async changePassword(person, at) {
    const other = person.newBrowsers()[at] as Browser;
    await other.submit(await other.get('/sign-in'), '/sign-in', {
      email: person.email,
      password: person.password,
    });
    const wanted = `password ${crypto.randomUUID()}`;
    const answer = await other.ask('PUT', '/account/password', {
      password: person.password,
      new_password: wanted,
    });
    expect(answer.status).toBe(200);
    person.password = wanted;
  },
  async useLink(person, at) {
    const handing = { actor, workspace: person.workspace, mailer: undefined };
    const { url = '' } = await resetPassword(context, handing, person.email);
    const other = person.newBrowsers()[at] as Browser;
    const wanted = `password ${crypto.randomUUID()}`;
    const page = await other.get(new URL(url).pathname + new URL(url).search);
    const answer = await other.submit(page, '/set-password', { new_password: wanted, repeated: wanted });
    expect(answer.status).toBe(303);
    person.password = wanted;
  },
  async applyPassword(person) {
    person.password = `password ${crypto.randomUUID()}`;
    await change(person, { email: person.email, password: person.password });
  },
  async switchOff(person) {
    await change(person, { email: person.email, active: false });
  },
};

async function endMany(seed: number): Promise<void> {
  const random = seededRandom(seed);
  const workspace = await buildWorkspace(context);
  // Adds a second workspace, so the host name selects the workspace.
  await buildWorkspace(context);
  const { email } = await buildUser(context, workspace.id, { password: 'the first good password' });
  const person = new Person(workspace, email);
  const names = Object.keys(waysToEnd);
  for (let count = 0; count < endings; count++) {
    const at = random.chance(50) ? 0 : 1;
    expect(await person.signIn(at), `sign-in ${count}`).toBe(303);
    expect(await person.states(), `signed in ${count}`).toEqual([200, 200]);
    const name = names[count % names.length] ?? '';
    await waysToEnd[name]?.(person, random.chance(50) ? 0 : 1);
    expect(await person.states(), `ending ${count}: ${name}`).toEqual([401, 401]);
    if (name === 'switchOff') await change(person, { email, active: true });
    expect(await person.states(), `still ended ${count}: ${name}`).toEqual([401, 401]);
  }
}

describe(`${endings} ended sessions (seed ${seedOfRun})`, () => {
  const timeoutMs = 60_000 + endings * 3_000;

  test(
    'are rejected by both processes starting with the next request, with Redis up',
    () => endMany(seedOfRun),
    timeoutMs,
  );

  test(
    'are rejected with Redis stopped too, and the limit on password guesses covers both processes',
    async () => {
      await serves.redis.stop();
      await endMany(seedOfRun + 1);
      const workspace = await buildWorkspace(context);
      const { email } = await buildUser(context, workspace.id, { password: 'the first good password' });
      const { browsers } = new Person(workspace, email);
      const pages = await Promise.all(browsers.map((browser) => browser.get('/sign-in')));
      const guess = (index: number) => {
        const at = index % 2;
        const page = pages[at] as (typeof pages)[number];
        return (browsers[at] as Browser).submit(page, '/sign-in', { email, password: 'a wrong one' });
      };
      const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => guess(index)));
      expect(answers.filter(({ status }) => status === 400)).toHaveLength(10);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
    },
    timeoutMs,
  );
});
