// A retry with the same Idempotency-Key gets the stored response, even if the process died before it could send that
// response (spec/rest-api §9).
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveApiKey } from '../../src/core/api-keys/index.ts';
import { saveRole } from '../../src/core/roles/index.ts';
import type { Workspace } from '../../src/core/workspaces/index.ts';
import { buildBusyWorkspace } from '../harness/api-callers.ts';
import { buildUser, changing } from '../harness/builders.ts';
import { eventually } from '../harness/eventually.ts';
import type { RunningHark } from '../harness/hark-process.ts';
import { type ServedDatabase, startServedDatabase } from '../harness/served-database.ts';
import { type ApiAnswer, sendTo } from '../harness/servers/api-server.ts';
import { type CommitProxy, type StopAt, startCommitProxy } from '../harness/servers/commit-proxy.ts';

let served: ServedDatabase;
let proxy: CommitProxy;
let workspace: Workspace;
let apiKey: string;

beforeAll(async () => {
  served = await startServedDatabase('killed');
  const { context } = served;
  workspace = await buildBusyWorkspace(context);
  await changing(context, workspace.id, (change) => saveRole(change, { name: 'All', isAdmin: true }));
  const user = await buildUser(context, workspace.id, { role: 'All' });
  ({ apiKey } = await changing(context, workspace.id, (change) => saveApiKey(change, user, undefined)));
  const { hostname, port } = new URL(served.env.DATABASE_URL ?? '');
  proxy = await startCommitProxy({ host: hostname, port: Number(port || 5432) });
});

afterAll(async () => {
  await served?.remove();
  proxy?.close();
});

/** Starts a `serve` that reaches its database only through the proxy. */
function startServe(): Promise<RunningHark> {
  const url = new URL(served.env.DATABASE_URL ?? '');
  url.hostname = '127.0.0.1';
  url.port = String(proxy.port);
  return served.serve({ DATABASE_URL: url.href });
}

const createLead = ({ url }: RunningHark, company: string): Promise<ApiAnswer> =>
  sendTo(Number(new URL(url).port), 'POST', '/api/leads/new', {
    headers: { host: workspace.host, apikey: apiKey, 'Idempotency-Key': `key of ${company}` },
    body: { company },
  });

/** Counts the leads and stored responses in the database. */
async function storedOf(company: string) {
  const like = [`%"company":"${company}"%`];
  const leads = await served.query<{ id: string }>('select id from leads where wire like $1', like);
  const answers = await served.query<{ body: string }>(
    'select body from idempotent_answers where body like $1',
    like,
  );
  return { ids: leads.map(({ id }) => Number(id)), bodies: answers.map(({ body }) => body) };
}

/** Sends a POST, stops its COMMIT, and kills the waiting process, so that the caller gets no response. */
async function killWhileCommitting(company: string, at: StopAt): Promise<void> {
  const hark = await startServe();
  const stopped = proxy.stop(company, at);
  const answer = createLead(hark, company).then(
    ({ status }) => `answered ${status}`,
    () => 'no answer',
  );
  await stopped;
  const ended = once(hark.process, 'exit');
  hark.process.kill('SIGKILL');
  expect((await ended)[1]).toBe('SIGKILL');
  expect(await answer).toBe('no answer');
  proxy.letPass();
}

test('if the process is killed between commit and response, a retry gets the lost response and there is one lead', async () => {
  const company = 'Killed After Ltd';
  await killWhileCommitting(company, 'after the commit');
  const stored = await storedOf(company);
  expect([stored.ids.length, stored.bodies.length]).toEqual([1, 1]);
  const hark = await startServe();
  for (let time = 0; time < 3; time++) {
    const { status, text } = await createLead(hark, company);
    expect([status, text]).toEqual([201, stored.bodies[0]]);
  }
  expect(await storedOf(company)).toEqual(stored);
});

test('if the process is killed before the commit, nothing is stored and a retry creates the lead', async () => {
  const company = 'Killed Before Ltd';
  await killWhileCommitting(company, 'before the commit');
  expect(await storedOf(company)).toEqual({ ids: [], bodies: [] });
  const hark = await startServe();
  const second = await eventually(async () => {
    const answer = await createLead(hark, company);
    // The database can take a moment to notice that the first connection is gone.
    return answer.status === 409 ? false : answer;
  });
  expect([second.status, second.json.lead.company]).toEqual([201, company]);
  expect((await createLead(hark, company)).text).toBe(second.text);
  expect(await storedOf(company)).toEqual({ ids: [second.json.lead.id], bodies: [second.text] });
});
