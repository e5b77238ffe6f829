// Undo by cause: random histories against a model of the rules. HARK_FULL=1 runs the full number of histories.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Principal } from '../../../src/core/access/index.ts';
import type { Actor } from '../../../src/core/audit/index.ts';
import { findJob, type Job, readJobFile } from '../../../src/core/jobs/index.ts';
import { previewUndo, startUndo, type UndoParams } from '../../../src/core/lead-files/index.ts';
import type { Workspace } from '../../../src/core/workspaces/index.ts';
import type { LeadId } from '../../../src/lib/ids.ts';
import { buildWorkspace, changing } from '../../harness/builders.ts';
import { buildPrincipal, workOff } from '../../harness/job-stage.ts';
import { isFullRun, type Random, seededRandom, seedOfRun } from '../../harness/seeded-random.ts';
import { useTestDatabase } from '../../harness/test-database.ts';
import { type Expected, expectLead, type HistoryParams, type Made, makeHistory } from './undo-model.ts';

const database = useTestDatabase();
const histories = isFullRun ? 500 : 12;
const manyChanges = isFullRun ? 5_500 : 150;

let workspace: Workspace;
let boss: Principal;
let people: Principal[];
let actors: Actor[];
/** The cause of each actor, as a caller names it. */
let causes: UndoParams['cause'][];

beforeAll(async () => {
  workspace = await buildWorkspace(database.current.context);
  const build = () => buildPrincipal(database.current, workspace, { isAdmin: true });
  boss = await build();
  people = [await build(), await build(), await build()];
  const [first = boss, second = boss] = people;
  const by = ({ user }: Principal, means: Actor['means']): Actor => ({ user, means, origin: null });
  actors = [
    ...people.map((person) => by(person, { type: 'ui' })),
    by(first, { type: 'mcp', id: 5, name: 'Research agent' }),
    by(second, { type: 'oauth_client', id: 5, name: 'Ads app' }),
    by(first, { type: 'ui', id: 900_000_001, name: 'Import of people.csv' }),
  ];
  causes = [
    ...people.map(({ user }) => ({ user: user.id, means: { type: 'ui', id: null, name: null } as const })),
    { means: { type: 'mcp', id: 5, name: null }, user: first.user.id },
    { means: { type: 'oauth_client', id: 5, name: 'Ads app' } },
    { job: 900_000_001 },
  ];
});

/** Every live lead's values, without those that every write changes. */
async function readLive(leads: readonly LeadId[]): Promise<Map<LeadId, Map<string, unknown>>> {
  return database.current.asAdministrator(async (client) => {
    const text = `select id, ('{' || wire) as wire from leads where workspace_id = $1 and id = any($2::bigint[])`;
    const { rows } = await client.query<{ id: string; wire: string }>(text, [workspace.id, leads]);
    const fields = ['first_name', 'city', 'company', 'score', 'email'];
    return new Map(
      rows.map(({ id, wire }) => {
        const lead = JSON.parse(wire.replaceAll('\u0001', '')) as Record<string, unknown>;
        return [Number(id) as LeadId, new Map(fields.map((field) => [field, lead[field] ?? null]))];
      }),
    );
  });
}

async function undo(params: UndoParams): Promise<Job> {
  const context = { ...database.current.context, clock };
  const { id } = await changing(context, workspace.id, (change) => startUndo(change, boss, params));
  await workOff({ ...database.current, context });
  return findJob(context, boss, id);
}

/** Returns what a job left alone, as `lead field` or `lead ` for a whole lead. */
async function readLeft(job: Job): Promise<string[]> {
  const parts: Buffer[] = [];
  for await (const part of readJobFile(database.current.context, job, 'result')) parts.push(part);
  const lines = Buffer.concat(parts).toString().trim().split('\r\n').slice(1);
  return lines.map((line) => {
    const [, , id, field] = line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/);
    return `${id} ${field}`;
  });
}

/** The time after all histories so far. Deleted leads can be restored for some weeks only. */
let time = Date.now() - 20 * 86_400_000;
const clock = { now: () => new Date(time++) };

type Params = Omit<HistoryParams, 'start' | 'actors' | 'random'>;

/** Makes a history, undoes one cause and compares each lead with the model. Then undoes the undo. */
async function checkHistory(
  params: Params,
  random: Random,
  by = random.pick(6),
  isWhole = random.chance(50),
) {
  const start = clock.now();
  time += params.count * params.stepMs;
  const made = await makeHistory(database.current, workspace.id, { ...params, random, start, actors });
  const [from, to] = isWhole
    ? [0, params.count]
    : [random.pick(params.count / 2), params.count / 2 + random.pick(params.count / 2)];
  const timeOf = (index: number) => new Date(start.getTime() + index * params.stepMs).toISOString();
  const wanted = { cause: causes[by] ?? {}, since: timeOf(from), until: timeOf(to) };
  const isByCause = (entry: Made) => entry.by === by && entry.index >= from && entry.index <= to;
  if (!made.some(isByCause)) return undefined;
  const leads = Map.groupBy(made, ({ lead }) => lead);
  const before = await readLive([...leads.keys()]);
  const preview = await previewUndo({ ...database.current.context, clock }, boss, wanted);
  const job = await undo(wanted);
  expect(job).toMatchObject({ status: 'succeeded', counts: preview.counts });
  const after = await readLive([...leads.keys()]);
  const left = new Set(await readLeft(job));
  expect(left.size).toBe(job.counts.refused);
  for (const [lead, entries] of leads) {
    const expected = expectLead(entries, isByCause);
    expectState(lead, expected, { before, after, left });
  }
  expect([...left]).toEqual([]);
  if (job.counts.changed + job.counts.deleted + job.counts.restored > 0) {
    expect(await undo({ cause: { job: job.id } })).toMatchObject({ counts: { refused: 0 } });
    expect(await readLive([...leads.keys()])).toEqual(before);
  }
  return { made, job };
}

type Live = Awaited<ReturnType<typeof readLive>>;

/** Removes from `left` what was expected there. A taken email address is an excuse, if it was really taken. */
function expectState(
  lead: LeadId,
  expected: Expected,
  { before, after, left }: { before: Live; after: Live; left: Set<string> },
): void {
  if (expected.exists && !after.has(lead)) {
    // It couldn't be restored with the email address that it had when it was deleted.
    expect(left.delete(`${lead} `), `restored ${lead}`).toBe(true);
    return;
  }
  for (const field of expected.left) expect(left.delete(`${lead} ${field}`), `${lead} ${field}`).toBe(true);
  const email = expected.values.get('email') ?? null;
  const others = [...before, ...after].filter(([id]) => id !== lead);
  const isTaken = email !== null && others.some(([, values]) => values.get('email') === email);
  // A lead that the undo deletes gets its email address back too, so it can be left alone as well.
  const isEmailLeft = isTaken && left.delete(`${lead} email`);
  expect(after.has(lead), `existence of ${lead}`).toBe(expected.exists);
  for (const [field, value] of after.get(lead) ?? []) {
    if (field === 'email' && isEmailLeft) continue;
    expect(value, `${lead} ${field}`).toEqual(expected.values.get(field) ?? null);
  }
}

describe(`random histories, seed ${seedOfRun}`, () => {
  test(`${histories} histories: exactly the changes of one cause are undone, and undoing the undo brings them back (spec/undo §2.1)`, async () => {
    const random = seededRandom(seedOfRun);
    const total = { changes: 0, changed: 0, deleted: 0, restored: 0, left: 0 };
    for (let index = 0; index < histories; index++) {
      const done = await checkHistory({ count: 40, maxLeads: 8, emails: 5, stepMs: 60_000 }, random);
      if (!done) continue;
      total.changes += done.made.length;
      total.changed += done.job.counts.changed;
      total.deleted += done.job.counts.deleted;
      total.restored += done.job.counts.restored;
      total.left += done.job.counts.refused;
    }
    if (isFullRun) console.info(total);
    expect(Math.min(total.changed, total.left)).toBeGreaterThan(0);
    // Few histories may have no lead to delete or to restore.
    if (isFullRun) expect(Math.min(total.deleted, total.restored)).toBeGreaterThan(0);
  }, 1_800_000);

  test(`${manyChanges} changes by three users, an agent, an app and an import`, async () => {
    const random = seededRandom(seedOfRun + 1);
    const started = performance.now();
    const done = await checkHistory(
      { count: manyChanges, maxLeads: manyChanges / 5, emails: manyChanges, stepMs: 1_000 },
      random,
      3,
      true,
    );
    expect(done?.job.counts.changed).toBeGreaterThan(0);
    if (isFullRun) console.info(done?.made.length, done?.job.counts, performance.now() - started);
  }, 1_800_000);
});
