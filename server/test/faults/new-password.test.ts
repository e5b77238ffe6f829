// A new password revokes sessions, grants and the API key (spec/rest-api §1.7). The revocation applies to the next
// request in every process, even while the same credentials are in constant use.
import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveApiKey } from '../../src/core/api-keys/index.ts';
import type { Context } from '../../src/core/context/index.ts';
import { saveRole } from '../../src/core/roles/index.ts';
import { startSession } from '../../src/core/sessions/index.ts';
import { saveUser } from '../../src/core/users/index.ts';
import type { Workspace } from '../../src/core/workspaces/index.ts';
import { buildBusyWorkspace } from '../harness/api-callers.ts';
import { approve } from '../harness/approval.ts';
import { buildUser, changing } from '../harness/builders.ts';
import type { RunningHark } from '../harness/hark-process.ts';
import { isFullRun } from '../harness/seeded-random.ts';
import { startTwoServes, type TwoServes } from '../harness/two-serves.ts';

const rounds = isFullRun ? 100 : 10;
const role = 'Caller';
let serves: TwoServes;
let context: Context;

beforeAll(async () => {
  serves = await startTwoServes('new_password');
  ({ context } = serves);
});
afterAll(() => serves.remove(), 60_000);

/** Sends a request with a credential to a process. @returns the status */
const ask = ({ url }: RunningHark, { host }: Workspace, path: string, headers: Record<string, string>) =>
  new Promise<number>((resolve, reject) => {
    const sent = request(`${url}${path}`, { headers: { host, ...headers }, timeout: 20_000 }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.on('timeout', () => sent.destroy(new Error('no response in time')));
    sent.on('error', reject);
    sent.end();
  });

/** A user's key, access token and session, each with a request that it authenticates. */
async function buildCredentials(workspace: Workspace) {
  const user = await buildUser(context, workspace.id, { role, password: 'the first good password' });
  const { apiKey } = await changing(context, workspace.id, (change) => saveApiKey(change, user, undefined));
  const { tokens } = await approve(context, workspace, user);
  const { token } = await context.db.write(workspace.id, (transaction) =>
    startSession(
      transaction,
      context,
      workspace.id,
      { id: user.id, signInVersion: 1 },
      { userAgent: undefined, address: '127.0.0.1' },
    ),
  );
  const credentials: [path: string, headers: Record<string, string>][] = [
    ['/api/users/self', { apikey: apiKey }],
    ['/api/users/self', { authorization: `Bearer ${tokens.access_token}` }],
    ['/console/session', { cookie: `hark_session=${token}` }],
  ];
  return { user, credentials };
}

test('no request that starts after a password change succeeds, under load, on two processes', async () => {
  const workspace = await buildBusyWorkspace(context);
  await changing(context, workspace.id, (change) =>
    saveRole(change, { name: role, permissions: { 'api.access_rest': true } }),
  );
  let [before, late] = [0, 0];
  for (let round = 0; round < rounds; round++) {
    const { user, credentials } = await buildCredentials(workspace);
    let [isChanged, isStopped] = [false, false];
    /** Uses one credential continuously at one process. */
    const use = async (hark: RunningHark, [path, headers]: (typeof credentials)[number]) => {
      for (let seen = 0; !isStopped || seen === 0; ) {
        const startedAfter = isChanged;
        const status = await ask(hark, workspace, path, headers);
        if (startedAfter) seen++;
        if (status !== 200) continue;
        if (startedAfter) late++;
        else before++;
      }
    };
    const callers = serves.processes.flatMap((hark) =>
      credentials.flatMap((credential) => [use(hark, credential), use(hark, credential)]),
    );
    // All credentials still work.
    const statuses = await Promise.all(
      credentials.map(([path, headers]) => ask(serves.processes[0] as RunningHark, workspace, path, headers)),
    );
    expect(statuses).toEqual([200, 200, 200]);
    await changing(context, workspace.id, (change) =>
      saveUser(change, { email: user.email, password: `the next good password ${round}` }),
    );
    isChanged = true;
    isStopped = true;
    await Promise.all(callers);
  }
  expect(before).toBeGreaterThan(rounds);
  expect(late).toBe(0);
}, 600_000);
