// Limits on stored files of imports and exports (docs/design/jobs-and-files.md).
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

/** Makes the file of a job end there, without the bytes before: a file is as long as where its last part ends. */
const endFileAt = (id: JobId, end: number) =>
  database.current.asAdministrator((client) =>
    client.query(
      'update job_parts set starts_at = $3::bigint - octet_length(content) where workspace_id = $1 and job_id = $2',
      [workspace.id, id, end],
    ),
  );
const partsOf = (id: JobId) =>
  database.current.asAdministrator(async (client) => {
    const text = 'select kind from job_parts where workspace_id = $1 and job_id = $2';
    return (await client.query(text, [workspace.id, id])).rowCount;
  });

/** A workspace with one export that leaves so many bytes free. */
async function leaveFree(bytes: number): Promise<JobId> {
  const id = await begin();
  await workOff(database.current);
  expect((await find(id)).status).toBe('succeeded');
  await endFileAt(id, most - bytes);
  return id;
}

test('a user keeps 20 exports; the next is refused with what to do, and there is room for others and after a deletion', async () => {
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

test('a workspace whose files fill its room takes no export, upload or change of many; another workspace does', async () => {
  const { context } = database.current;
  const full = { code: 'files_full', message: expect.stringContaining('Delete exports and imports') };
  const large = await leaveFree(0);
  await expect(begin()).rejects.toMatchObject(full);
  const draft = await beginImport(context, admin, 'people.csv');
  await expect(addPart(context, admin, draft, 0, Buffer.from('last_name\n'))).rejects.toMatchObject(full);
  const wish = { filters: [], match: 'all', except: [], kind: 'edit', values: { city: 'x' } } as const;
  await expect(startBulk(context, admin, '', wish)).rejects.toMatchObject(full);
  const elsewhere = await buildWorkspace(context);
  await begin(await buildPrincipal(database.current, elsewhere, { isAdmin: true }));
  await removeJob(context, admin, large);
  await addPart(context, admin, draft, 0, Buffer.from('last_name\n'));
  await begin();
});

test('an export that outgrows the room ends with what to do, and leaves no bytes behind', async () => {
  await leaveFree(10);
  const id = await begin();
  await workOff(database.current);
  expect(await find(id)).toMatchObject({ status: 'failed', error: expect.stringContaining('2 GiB') });
  expect(await partsOf(id)).toBe(0);
});

test('of an export that is cancelled in the middle nothing is kept', async () => {
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
