// Storage limits for import and export files (docs/design/jobs-and-files.md).
import { beforeEach, expect, test } from 'vitest';
import type { Principal } from '../../../src/core/access/index.ts';
import { cancelJob, findJob, removeJob } from '../../../src/core/jobs/index.ts';
import {
  addPart,
  beginImport,
  jobSteps,
  startBulk,
  startExport,
} from '../../../src/core/lead-files/index.ts';
import { createLead } from '../../../src/core/leads/index.ts';
import type { Workspace } from '../../../src/core/workspaces/index.ts';
import type { JobId } from '../../../src/lib/ids.ts';
import { buildWorkspace, changingLeads } from '../../harness/builders.ts';
import { buildPrincipal, workOff } from '../../harness/job-stage.ts';
import { useTestDatabase } from '../../harness/test-database.ts';

const database = useTestDatabase();
const most = 2 * 1024 ** 3;
const options = { filters: [], match: 'all' as const, columns: ['last_name'] };
let workspace: Workspace;
let admin: Principal;

beforeEach(async () => {
  const { context } = database.current;
  workspace = await buildWorkspace(context);
  admin = await buildPrincipal(database.current, workspace, { isAdmin: true });
  await changingLeads(context, workspace.id, (change) => createLead(change, { last_name: 'Kept' }));
});

const begin = (as = admin) => startExport(database.current.context, as, '', { name: 'kept', options });
const find = (id: JobId) => findJob(database.current.context, admin, id);

/** Moves the end of a job's file. A file's size is the position where its last part ends. */
const endFileAt = (id: JobId, end: number) =>
  database.current.query(
    'update job_parts set starts_at = $3::bigint - octet_length(content) where workspace_id = $1 and job_id = $2',
    [workspace.id, id, end],
  );
const partsOf = (id: JobId) =>
  database.current.asAdministrator(async (client) => {
    const text = 'select kind from job_parts where workspace_id = $1 and job_id = $2';
    return (await client.query(text, [workspace.id, id])).rowCount;
  });

/** Creates a workspace with one export, so that this many bytes of storage are free. */
async function leaveFree(bytes: number): Promise<JobId> {
  const id = await begin();
  await workOff(database.current);
  expect((await find(id)).status).toBe('succeeded');
  await endFileAt(id, most - bytes);
  return id;
}

test('a user can keep 20 exports; the next is rejected with a hint, until one is deleted, and other users can still export', async () => {
  const { context } = database.current;
  const kept: JobId[] = [];
  for (let index = 0; index < 20; index++) {
    kept.push(await begin());
    await workOff(database.current);
  }
  await expect(begin()).rejects.toMatchObject({
    code: 'too_many_exports',
    message: expect.stringContaining('Delete some under Imports and exports'),
  });
  const other = await buildPrincipal(database.current, workspace, { isAdmin: true });
  await begin(other);
  await removeJob(context, admin, kept[0] as JobId);
  await begin();
});

test('a workspace whose file storage is full rejects exports, uploads and bulk changes; another workspace accepts them', async () => {
  const { context } = database.current;
  const full = { code: 'files_full', message: expect.stringContaining('Delete imports and exports') };
  const large = await leaveFree(0);
  await expect(begin()).rejects.toMatchObject(full);
  const draft = await beginImport(context, admin, 'people.csv');
  await expect(addPart(context, admin, draft, 0, Buffer.from('last_name\n'))).rejects.toMatchObject(full);
  const params = { filters: [], match: 'all', except: [], kind: 'edit', values: { city: 'x' } } as const;
  await expect(startBulk(context, admin, '', params)).rejects.toMatchObject(full);
  const elsewhere = await buildWorkspace(context);
  await begin(await buildPrincipal(database.current, elsewhere, { isAdmin: true }));
  await removeJob(context, admin, large);
  await addPart(context, admin, draft, 0, Buffer.from('last_name\n'));
  await begin();
});

test('an export that exceeds the storage limit fails with a hint and leaves no bytes behind', async () => {
  await leaveFree(10);
  const id = await begin();
  await workOff(database.current);
  expect(await find(id)).toMatchObject({ status: 'failed', error: expect.stringContaining('2 GiB') });
  expect(await partsOf(id)).toBe(0);
});

test('a cancelled export leaves no bytes behind', async () => {
  const { context } = database.current;
  await changingLeads(context, workspace.id, async (change) => {
    for (let index = 0; index < 1_000; index++) await createLead(change, { last_name: `L${index}` });
  });
  const id = await begin();
  expect(await jobSteps.export(context, { workspace: workspace.id, id, fence: 0 })).toBe(true);
  expect(await partsOf(id)).toBe(1);
  await cancelJob(context, admin, id);
  expect(await partsOf(id)).toBe(0);
});
