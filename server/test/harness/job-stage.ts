import type { Permissions, Principal } from '../../src/core/access/index.ts';
import { workOnJobs } from '../../src/core/jobs/index.ts';
import { addPart, beginImport, jobSteps, startImport } from '../../src/core/lead-files/index.ts';
import { saveRole } from '../../src/core/roles/index.ts';
import type { Workspace } from '../../src/core/workspaces/index.ts';
import type { JobId } from '../../src/lib/ids.ts';
import { buildUser, changing } from './builders.ts';
import { silent } from './scratch-database.ts';
import type { TestDatabase } from './test-database.ts';

/** Returns the principal of a workspace user, as a session would create it. */
export async function buildPrincipal(
  { context }: Pick<TestDatabase, 'context'>,
  workspace: Workspace,
  params: { isAdmin: true } | { permissions: Permissions },
): Promise<Principal> {
  const name = `Role ${crypto.randomUUID()}`;
  const role = await changing(context, workspace.id, (change) => saveRole(change, { name, ...params }));
  const user = await buildUser(context, workspace.id, { role: role.name });
  return { workspace, user, role: { ...role }, means: { type: 'ui' } };
}

type Params = Partial<Parameters<typeof startImport>[4]>;

/** Uploads a file in small parts and queues its import. Columns are mapped to the fields of the same name. */
export async function startFile(
  { context }: Pick<TestDatabase, 'context'>,
  principal: Principal,
  text: string | Buffer,
  params: Params = {},
  partBytes = 1_000,
): Promise<JobId> {
  const bytes = Buffer.from(text as string);
  const id = await beginImport(context, principal, 'people.csv');
  for (let at = 0; at < bytes.length; at += partBytes)
    await addPart(context, principal, id, at, bytes.subarray(at, at + partBytes));
  const [head = ''] = bytes.toString('utf8').replace('\ufeff', '').split(/\r?\n/);
  const mapping = head.split(',').map((alias, column) => ({ column, alias }));
  await startImport(context, principal, '127.0.0.1', id, {
    delimiter: ',',
    encoding: 'utf-8',
    has_header: true,
    mapping,
    mode: 'create',
    match: null,
    is_trial: false,
    ...params,
  });
  return id;
}

/** Processes all waiting jobs, as a `work` process does. */
export async function workOff(
  { context, upkeep }: Pick<TestDatabase, 'context' | 'upkeep'>,
  steps = jobSteps,
): Promise<void> {
  const workplace = { upkeep, context, logger: silent, signal: new AbortController().signal };
  while (await workOnJobs(workplace, steps));
}
