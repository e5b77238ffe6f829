// Jobs that change or delete all matching leads, and their undo.
import { beforeAll, expect, test } from 'vitest';
import type { Principal } from '../../../src/core/access/index.ts';
import { cancelJob, findJob, readJobFile } from '../../../src/core/jobs/index.ts';
import { readFirstRefused, startBulk, startUndo } from '../../../src/core/lead-files/index.ts';
import { createLead, editLead } from '../../../src/core/leads/index.ts';
import { saveRole } from '../../../src/core/roles/index.ts';
import type { Workspace } from '../../../src/core/workspaces/index.ts';
import type { JobId, LeadId } from '../../../src/lib/ids.ts';
import { buildWorkspace, changing, changingLeads } from '../../harness/builders.ts';
import { buildPrincipal, workOff } from '../../harness/job-stage.ts';
import { useTestDatabase } from '../../harness/test-database.ts';

const database = useTestDatabase();
let workspace: Workspace;
let admin: Principal;
let seller: Principal;

beforeAll(async () => {
  workspace = await buildWorkspace(database.current.context);
  admin = await buildPrincipal(database.current, workspace, { isAdmin: true });
  const permissions = { 'leads.view': 'all', 'leads.edit': 'own', 'leads.delete': 'own' } as const;
  seller = await buildPrincipal(database.current, workspace, { permissions });
});

const add = (lead: object) =>
  changingLeads(
    database.current.context,
    workspace.id,
    async (change) => (await createLead(change, lead)).id,
  );
const inCity = (city: string) => ({
  filters: [{ alias: 'city', operator: 'eq', value: city }],
  match: 'all' as const,
  except: [],
});
const start = async (as: Principal, params: Parameters<typeof startBulk>[3]) =>
  startBulk(database.current.context, as, '127.0.0.1', params);
async function done(id: JobId, as = admin) {
  await workOff(database.current);
  return findJob(database.current.context, as, id);
}
const undoJob = async (as: Principal, job: JobId) => {
  const { id } = await changing(database.current.context, workspace.id, (change) =>
    startUndo(change, as, { cause: { job } }),
  );
  return id;
};
const statuses = async (city: string) =>
  database.current.asAdministrator(async (client) => {
    const text = 'select id, status_key from leads where workspace_id = $1 and city_key = $2 order by id';
    return (await client.query(text, [workspace.id, city])).rows.map((row) => row.status_key);
  });

const idsIn = async (city: string) =>
  database.current.asAdministrator(async (client) => {
    const text = 'select id from leads where workspace_id = $1 and city_key = $2 order by id';
    return (await client.query<{ id: string }>(text, [workspace.id, city])).rows.map(({ id }) => id);
  });

test('edits leads in several batches, except excluded and newer leads; undoing skips leads that were edited since', async () => {
  const ids: LeadId[] = [];
  for (let index = 0; index < 130; index++)
    ids.push(await add({ city: 'many', status: index < 5 ? 'set' : 'before' }));
  const params = {
    ...inCity('many'),
    kind: 'edit',
    values: { status: 'set' },
    except: [ids[10] ?? 0],
  } as const;
  const { id, total } = await start(admin, params);
  expect(total).toBe(130);
  await add({ city: 'many', status: 'late' });
  expect(await done(id)).toMatchObject({
    status: 'succeeded',
    counts: { changed: 124, unchanged: 5, refused: 0 },
  });
  const after = await statuses('many');
  expect(after.filter((status) => status === 'set')).toHaveLength(129);
  expect([after[10], after[130]]).toEqual(['before', 'late']);
  await changingLeads(database.current.context, workspace.id, (change) =>
    editLead(change, ids[20] as LeadId, { status: 'again' }),
  );
  const undo = await undoJob(admin, id);
  expect(await done(undo)).toMatchObject({ status: 'succeeded', counts: { changed: 123, refused: 1 } });
  const back = await statuses('many');
  expect(back.filter((status) => status === 'before')).toHaveLength(124);
  expect([back[0], back[20], back[130]]).toEqual(['set', 'again', 'late']);
});

test('checks permissions for each lead and reports the rejected leads; a deletion can be undone too', async () => {
  for (let index = 0; index < 6; index++)
    await add({ city: 'mixed', owner_id: index % 2 === 0 ? seller.user.id : admin.user.id });
  const { id } = await start(seller, { ...inCity('mixed'), kind: 'delete', values: {} });
  const job = await done(id);
  expect(job).toMatchObject({ status: 'succeeded', counts: { changed: 3, refused: 3 } });
  const parts: Buffer[] = [];
  for await (const part of readJobFile(database.current.context, job, 'result')) parts.push(part);
  expect(Buffer.concat(parts).toString().trim().split('\r\n')).toHaveLength(4);
  const shown = await readFirstRefused(database.current.context, job);
  expect(shown.map(({ lead }) => lead)).toEqual((await idsIn('mixed')).map(Number));
  expect(shown[0]?.reason).toBe("Your role doesn't allow you to delete this lead.");
  expect(await statuses('mixed')).toHaveLength(3);
  const undo = await undoJob(seller, id);
  expect(await done(undo, seller)).toMatchObject({ status: 'succeeded', counts: { restored: 3 } });
  expect(await statuses('mixed')).toHaveLength(6);
});

test("permissions granted while the job runs don't extend it: only leads that were counted at the start are deleted", async () => {
  const role = (view: 'own' | 'all') => ({
    permissions: { 'leads.view': view, 'leads.delete': 'all' } as const,
  });
  const grown = await buildPrincipal(database.current, workspace, role('own'));
  await add({ city: 'grown', status: 'own', owner_id: grown.user.id });
  await add({ city: 'grown', status: 'foreign' });
  await add({ city: 'grown', status: 'own', owner_id: grown.user.id });
  const { id, total } = await start(grown, { ...inCity('grown'), kind: 'delete', values: {} });
  expect(total).toBe(2);
  await changing(database.current.context, workspace.id, (change) =>
    saveRole(change, { name: grown.role.name, ...role('all') }),
  );
  expect(await done(id)).toMatchObject({ status: 'succeeded', counts: { changed: 2 } });
  expect(await statuses('grown')).toEqual(['foreign']);
});

test('rejects an invalid value or filter immediately; a job cancelled before it starts changes nothing', async () => {
  await add({ city: 'calm', status: 'calm' });
  const edit = { ...inCity('calm'), kind: 'edit' } as const;
  await expect(start(admin, { ...edit, values: { score: 'much' } })).rejects.toMatchObject({
    kind: 'invalid',
  });
  const wrong = {
    ...edit,
    filters: [{ alias: 'nothing', operator: 'eq', value: 1 }],
    values: { status: 'x' },
  };
  await expect(start(admin, wrong)).rejects.toMatchObject({ kind: 'invalid' });
  const { id } = await start(admin, { ...edit, values: { status: 'changed' } });
  await cancelJob(database.current.context, admin, id);
  await done(id);
  expect(await statuses('calm')).toEqual(['calm']);
  await expect(undoJob(admin, id)).rejects.toMatchObject({ kind: 'conflict' });
});
