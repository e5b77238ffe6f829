// Approvals over REST (spec/rest-api §11).
import { beforeAll, describe, expect, test } from 'vitest';
import { saveWorkflow } from '../../../src/core/workflows/index.ts';
import { changing } from '../../harness/builders.ts';
import { readPages, useRest } from '../../harness/rest-stage.ts';
import { buildApproval } from '../../harness/waiting-run.ts';

const rest = useRest();
const admin = rest.caller({ isAdmin: true });
const named = rest.caller({ permissions: {} });
const viewer = rest.caller({ permissions: { 'workflows.view': 'all' } });
const stranger = rest.caller({ permissions: {} });
type Caller = typeof admin;
const dayMs = 86_400_000;
let workflow: number;
beforeAll(async () => {
  const steps = [{ name: 'end', type: 'stop', as: 'succeeded' }];
  const saved = await changing(rest.context, rest.workspace.id, (change) =>
    saveWorkflow(change, { name: 'Asking', owner: admin.user.email, steps }),
  );
  workflow = saved.id;
});

const ask = (title = 'Continue?', createdAt = new Date()): Promise<number> =>
  buildApproval(rest.context, rest.workspace.id, { workflow, by: named.user.email, title, createdAt });

const decide = (caller: Caller, id: number, what = 'approve', body?: object, headers = {}) =>
  caller.ask('POST', `/api/approvals/${id}/${what}`, { body, headers });

test('one that has expired has timed out, even if its run has not resumed (spec/rest-api §11)', async () => {
  const id = await ask('Late?', new Date(Date.now() - 2 * dayMs));
  expect((await decide(admin, id)).json.error.message).toBe('This approval timed out.');
  const { json } = await admin.ask('GET', `/api/approvals/${id}`);
  expect(json.approval).toMatchObject({ status: 'timed_out', decided_at: null, can_decide: false });
});

describe('the list', () => {
  test('contains what the user can view or decide, pending ones unless another status is given', async () => {
    const decided = await ask('Decided');
    await decide(named, decided);
    const pending = await ask('Pending');
    const ids = async (caller: Caller, query = '') =>
      (await caller.ask('GET', `/api/approvals?limit=100${query}`)).json.approvals.map(
        ({ id }: { id: number }) => id,
      );
    for (const caller of [admin, named, viewer]) {
      expect((await ids(caller))[0]).toBe(pending);
      expect(await ids(caller, '&status=all')).toContain(decided);
      expect(await ids(caller, '&status=pending')).not.toContain(decided);
    }
    expect(await ids(stranger, '&status=all')).toEqual([]);
    expect((await admin.ask('GET', '/api/approvals?status=open')).status).toBe(400);
  });

  test('walks by cursor, also while new ones are created (spec/rest-api §6.5)', async () => {
    const made = [await ask('one'), await ask('two'), await ask('three')];
    const pages = readPages<{ id: number }>(admin.ask, '/api/approvals?limit=2', 'approvals', () =>
      ask('newer'),
    );
    const seen = (await pages).map(({ id }) => id);
    expect(seen.slice(0, 3)).toEqual(made.toReversed());
    expect(new Set(seen).size).toBe(seen.length);
    const { json } = await admin.ask('GET', '/api/approvals?limit=1');
    expect(Object.keys(json)).toEqual(['total', 'approvals']);
  });

  test('a cursor of another status is rejected', async () => {
    await ask();
    await ask();
    const { json } = await admin.ask('GET', '/api/approvals?limit=1&after=');
    const other = await admin.ask('GET', `/api/approvals?limit=1&status=all&after=${json.next}`);
    expect(other.status).toBe(400);
  });
});
