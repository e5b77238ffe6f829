import { beforeAll, describe, expect, test } from 'vitest';
import type { Principal } from '../../../src/core/access/index.ts';
import { erasePerson } from '../../../src/core/erasure/index.ts';
import { cancelJob, findJob, type JobStep, purgeJobs, readJobFile } from '../../../src/core/jobs/index.ts';
import { saveLeadField } from '../../../src/core/lead-fields/index.ts';
import {
  isWithinReach,
  jobSteps,
  previewImport,
  readFirstRefused,
  startExport,
} from '../../../src/core/lead-files/index.ts';
import { createLead } from '../../../src/core/leads/index.ts';
import { saveRole } from '../../../src/core/roles/index.ts';
import type { Workspace } from '../../../src/core/workspaces/index.ts';
import type { JobId } from '../../../src/lib/ids.ts';
import { buildWorkspace, changing, changingLeads } from '../../harness/builders.ts';
import { buildPrincipal, startFile, workOff } from '../../harness/job-stage.ts';
import { manualTime } from '../../harness/manual-time.ts';
import { useTestDatabase } from '../../harness/test-database.ts';

const database = useTestDatabase();
let workspace: Workspace;
let admin: Principal;

beforeAll(async () => {
  workspace = await buildWorkspace(database.current.context);
  admin = await buildPrincipal(database.current, workspace, { isAdmin: true });
  await changing(database.current.context, workspace.id, (change) =>
    saveLeadField(change, { alias: 'size', type: 'integer' }),
  );
});

const find = (id: JobId, as = admin) => findJob(database.current.context, as, id);
async function resultOf(id: JobId): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of readJobFile(database.current.context, await find(id), 'result')) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}
const query = async <Row>(text: string, values: unknown[] = []) =>
  database.current.asAdministrator(async (client) => (await client.query(text, values)).rows as Row[]);
const namesLike = async (pattern: string) =>
  (
    await query<{ name: string }>(
      "select wire::text as wire, (('{' || replace(wire, chr(1), ''))::jsonb)->>'last_name' as name from leads where last_name_key like $1 order by id",
      [pattern],
    )
  ).map(({ name }) => name);

describe('importing', () => {
  test('creates leads from the valid rows of a 700-row file and explains the two invalid rows', async () => {
    const rows = Array.from({ length: 700 }, (_, row) => {
      if (row === 123) return 'not an address,Bad Address,3';
      if (row === 654) return `p${row}@big.test,"Bad, Size",many`;
      return `p${row}@big.test,Big${row},${row}`;
    });
    const id = await startFile(
      database.current,
      admin,
      `email,last_name,size\r\n${rows.join('\r\n')}`,
      {},
      5_000,
    );
    await workOff(database.current);
    expect(await find(id)).toMatchObject({
      status: 'succeeded',
      counts: { created: 698, changed: 0, unchanged: 0, refused: 2 },
    });
    expect(await resultOf(id)).toBe(
      '\ufeffrow,reason,email,last_name,size\r\n' +
        '125,email: must be an email address.,not an address,Bad Address,3\r\n' +
        '656,size: must be a whole number.,p654@big.test,"Bad, Size",many\r\n',
    );
    // The rejected rows are in two parts of the file. The page shows them without reading the file.
    expect(await readFirstRefused(database.current.context, await find(id))).toEqual([
      { row: 125, lead: null, reason: 'email: must be an email address.' },
      { row: 656, lead: null, reason: 'size: must be a whole number.' },
    ]);
    const [history] = await query<object>(
      "select means_type, means_id::int, means_name, user_name from lead_history where changes::text like '%p17@big.test%'",
    );
    expect(history).toEqual({
      means_type: 'ui',
      means_id: id,
      means_name: 'Import of people.csv',
      user_name: admin.user.name,
    });
  });

  test('shows only the first ten of many rejected rows', async () => {
    const rows = Array.from({ length: 120 }, (_, row) => `wrong${row},"Bad\r\nof two lines"`);
    const id = await startFile(database.current, admin, `email,last_name\r\n${rows.join('\r\n')}`, {});
    await workOff(database.current);
    const job = await find(id);
    expect(job.counts.refused).toBe(120);
    const shown = await readFirstRefused(database.current.context, job);
    expect(shown.map(({ row }) => row)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(new Set(shown.map(({ reason }) => reason))).toEqual(new Set(['email: must be an email address.']));
  });

  test('a trial import changes nothing and returns the same result', async () => {
    const text = 'email,last_name\ncheck1@x.test,Checked\nwrong,Checked\n';
    const id = await startFile(database.current, admin, text, { is_trial: true });
    await workOff(database.current);
    expect(await find(id)).toMatchObject({ status: 'checked', counts: { created: 1, refused: 1 } });
    expect(await namesLike('checked')).toEqual([]);
    expect(await resultOf(id)).toContain('3,email: must be an email address.');
  });

  test('an upsert matches leads by a unique field, ignores empty cells and leaves unchanged leads alone', async () => {
    const first = 'email,last_name,company\nu1@x.test,Upsert,Acme\nu2@x.test,Upsert,Acme\n';
    await startFile(database.current, admin, first);
    await workOff(database.current);
    const text = 'email,last_name,company\nU1@x.test,,Bright\nu2@x.test,Upsert,Acme\nu3@x.test,Upsert,New\n';
    const upsert = await startFile(database.current, admin, text, { mode: 'upsert', match: 'email' });
    await workOff(database.current);
    expect((await find(upsert)).counts).toMatchObject({ created: 1, changed: 1, unchanged: 1, refused: 0 });
    expect(await namesLike('upsert')).toEqual(['Upsert', 'Upsert', 'Upsert']);
    const update = await startFile(database.current, admin, 'email,company\nu9@x.test,Nobody\n', {
      mode: 'update',
      match: 'email',
    });
    await workOff(database.current);
    expect((await find(update)).counts).toMatchObject({ created: 0, refused: 1 });
    expect(await resultOf(update)).toContain('no lead that you can see has this value');
  });

  test('cells accept the same values as the API, depending on the field type', async () => {
    const id = await startFile(
      database.current,
      admin,
      `last_name,tags,owner_id,phone,score\nCells,a; b,${admin.user.email},'+49 30,-5\nCells,"[""x;y""]",,,1.5\n`,
    );
    await workOff(database.current);
    expect((await find(id)).counts).toMatchObject({ created: 1, refused: 1 });
    const [{ wire = '' } = {}] = await query<{ wire: string }>(
      "select wire from leads where last_name_key = 'cells'",
    );
    expect(wire).toContain('"tags":["a","b"]');
    expect(wire).toContain('"phone":"+49 30"');
    expect(wire).toContain('"score":-5');
    expect(wire).toContain(`"owner_id":${admin.user.id}`);
  });

  test('rows are written exactly once even if workers are killed', async () => {
    const rows = Array.from({ length: 950 }, (_, row) => `k${row}@kill.test,Killed${row}`);
    const id = await startFile(database.current, admin, `email,last_name\n${rows.join('\n')}\n`);
    // Every third step is killed before its batch commits.
    let steps = 0;
    const dying: JobStep = async (context, lease) => {
      if (++steps % 3 !== 0) return jobSteps.import(context, lease);
      const db = {
        rehearse: () => context.db.rehearse(),
        write: (...[ws, work]: Parameters<typeof context.db.write>) =>
          context.db.write(ws, async (transaction) => {
            await work(transaction);
            throw new Error('killed');
          }),
      };
      return jobSteps.import({ ...context, db: db as unknown as typeof context.db }, lease);
    };
    while ((await find(id)).endedAt === null) {
      await workOff(database.current, { ...jobSteps, import: dying });
      await query('update jobs set lease_until = null, attempts = 0 where id = $1', [id]);
    }
    expect(steps).toBeGreaterThan(10);
    expect(await find(id)).toMatchObject({ status: 'succeeded', counts: { created: 950, refused: 0 } });
    const [count] = await query(
      "select count(*)::int as leads from leads where email_key like '%@kill.test'",
    );
    expect(count).toEqual({ leads: 950 });
    const [history] = await query(
      "select count(*)::int as entries from lead_history where changes::text like '%@kill.test%'",
    );
    expect(history).toEqual({ entries: 950 });
    const [events] = await query(
      "select count(*)::int as all, count(distinct lead_id)::int as leads from events where lead like '%@kill.test%'",
    );
    expect(events).toEqual({ all: 950, leads: 950 });
  });

  test('a worker that lost the lease writes nothing', async () => {
    const id = await startFile(database.current, admin, 'last_name\nFenced\n');
    await query('update jobs set fence = 7 where id = $1', [id]);
    const { context } = database.current;
    expect(await jobSteps.import(context, { workspace: workspace.id, id, fence: 6 })).toBe(false);
    expect(await namesLike('fenced')).toEqual([]);
    expect(await jobSteps.import(context, { workspace: workspace.id, id, fence: 7 })).toBe(false);
    expect(await namesLike('fenced')).toEqual(['Fenced']);
  });

  test('a revoked permission or a cancellation stops a running import', async () => {
    const seller = await buildPrincipal(database.current, workspace, {
      permissions: { 'leads.view': 'own', 'leads.create': true },
    });
    const rows = Array.from({ length: 350 }, (_, row) => `Row${row}`).join('\n');
    const id = await startFile(database.current, seller, `last_name\n${rows}\n`);
    const { context } = database.current;
    const step = (fence: number) => jobSteps.import(context, { workspace: workspace.id, id, fence });
    expect(await step(0)).toBe(true);
    await changing(context, workspace.id, (change) =>
      saveRole(change, { name: seller.role.name, permissions: { 'leads.create': false } }),
    );
    expect(await step(0)).toBe(false);
    expect(await find(id)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('no longer allows it'),
      counts: { created: 100 - 1 },
    });
    const other = await startFile(database.current, admin, `last_name\n${rows}\n`);
    expect(await jobSteps.import(context, { workspace: workspace.id, id: other, fence: 0 })).toBe(true);
    await cancelJob(context, admin, other);
    expect(await jobSteps.import(context, { workspace: workspace.id, id: other, fence: 0 })).toBe(false);
    expect(await find(other)).toMatchObject({ status: 'cancelled', counts: { created: 99 } });
  });

  test("another user or another workspace can't see a job", async () => {
    const [one, two] = await Promise.all([
      buildPrincipal(database.current, workspace, { permissions: { 'leads.create': true } }),
      buildPrincipal(database.current, workspace, { permissions: { 'leads.create': true } }),
    ]);
    const id = await startFile(database.current, one, 'last_name\nMine\n');
    await expect(find(id, two)).rejects.toThrow("This import or export doesn't exist");
    const elsewhere = await buildWorkspace(database.current.context);
    const foreign = await buildPrincipal(database.current, elsewhere, { isAdmin: true });
    await expect(find(id, foreign)).rejects.toThrow("This import or export doesn't exist");
    await cancelJob(database.current.context, one, id);
  });

  test('an unclosed quote fails the import with an error', async () => {
    const id = await startFile(
      database.current,
      admin,
      `last_name\nGood\n"${'x'.repeat(1_300_000)}`,
      {},
      400_000,
    );
    await workOff(database.current);
    expect(await find(id)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('never closed'),
    });
  });

  test('the preview guesses the delimiter, the header row and the fields', async () => {
    const text = 'Surname;E-Mail Address;Shoe\nO"Hara;a@b.test;44\n';
    const id = await startFile(database.current, admin, text, {
      mapping: [{ column: 0, alias: 'last_name' }],
      is_trial: true,
    });
    expect(await previewImport(database.current.context, admin, id, {})).toEqual({
      delimiter: ';',
      encoding: 'utf-8',
      has_header: true,
      size: Buffer.byteLength(text),
      columns: [
        { heading: 'Surname', samples: ['O"Hara'], alias: 'last_name' },
        { heading: 'E-Mail Address', samples: ['a@b.test'], alias: 'email' },
        { heading: 'Shoe', samples: ['44'], alias: null },
      ],
    });
    await workOff(database.current);
  });
});

describe('exporting', () => {
  const columns = ['last_name', 'phone', 'score', 'tags', 'owner'];
  const options = {
    filters: [{ alias: 'company', operator: 'eq', value: 'Exported' }],
    match: 'all' as const,
    columns,
  };

  test('streams a view ordered by id, and escapes cells that a spreadsheet would execute', async () => {
    await changingLeads(database.current.context, workspace.id, async (change) => {
      await createLead(change, {
        company: 'Exported',
        last_name: '=HYPERLINK("x")',
        phone: '+49',
        score: -3,
        tags: ['a', 'b'],
      });
      await createLead(change, {
        company: 'Exported',
        last_name: 'Plain, "quoted"',
        tags: ['x;y'],
        owner_id: admin.user.id,
      });
    });
    const id = await startExport(database.current.context, admin, '', { name: 'view', options });
    await workOff(database.current);
    expect(await find(id)).toMatchObject({ status: 'succeeded', rowNumber: 2, size: 2 });
    expect(await resultOf(id)).toBe(
      '\ufeffLast name,Phone,Score,Tags,owner\r\n' +
        `"'=HYPERLINK(""x"")",'+49,-3,"a;b",\r\n` +
        `"Plain, ""quoted""",,,"[""x;y""]",${admin.user.name}\r\n`,
    );
  });

  test('exports every lead once across batches, and only leads the user can see', async () => {
    const all = await startExport(database.current.context, admin, '', {
      name: 'all',
      options: {
        filters: [{ alias: 'email', operator: 'ends_with', value: '@big.test' }],
        match: 'all',
        columns: ['email'],
      },
    });
    await workOff(database.current);
    const lines = (await resultOf(all)).trim().split('\r\n').slice(1);
    expect(lines).toHaveLength(698);
    expect(new Set(lines).size).toBe(698);
    const guest = await buildPrincipal(database.current, workspace, { permissions: { 'leads.view': 'own' } });
    const own = await startExport(database.current.context, guest, '', { name: 'own', options });
    await workOff(database.current);
    expect(await find(own)).toMatchObject({ status: 'succeeded', rowNumber: 0 });
  });

  test("permissions granted during the export don't extend it, so the file matches what the user could see at the start", async () => {
    const { context } = database.current;
    const view = (reach: 'own' | 'all') => ({ permissions: { 'leads.view': reach } });
    const seller = await buildPrincipal(database.current, workspace, view('own'));
    const filters = [{ alias: 'company', operator: 'eq', value: 'Grown' }];
    await changingLeads(context, workspace.id, async (change) => {
      await createLead(change, { company: 'Grown', last_name: 'Own', owner_id: seller.user.id });
      await createLead(change, { company: 'Grown', last_name: 'Foreign', owner_id: admin.user.id });
    });
    const wanted = { filters, match: 'all' as const, columns: ['last_name'] };
    const id = await startExport(context, seller, '', { name: 'grown', options: wanted });
    await changing(context, workspace.id, (change) =>
      saveRole(change, { name: seller.role.name, ...view('all') }),
    );
    await workOff(database.current);
    expect(await find(id)).toMatchObject({ status: 'succeeded', rowNumber: 1 });
    expect(await resultOf(id)).toBe('\ufeffLast name\r\nOwn\r\n');
    // The file can be downloaded with the original role, because it contains no more than that role can see.
    expect(isWithinReach(seller, await find(id))).toBe(true);
  });

  test('rejects an invalid filter immediately', async () => {
    const wrong = { ...options, filters: [{ alias: 'nothing', operator: 'eq', value: 1 }] };
    await expect(
      startExport(database.current.context, admin, '', { name: 'x', options: wrong }),
    ).rejects.toThrow('there is no filterable field');
  });
});

test('upkeep removes files a week after their job ended; erasing a person removes every file immediately', async () => {
  const id = await startFile(database.current, admin, 'email,last_name\nerased@x.test,Erased\n');
  await workOff(database.current);
  const time = manualTime(Date.now());
  const { upkeep } = database.current;
  await time.move(6 * 24 * 3_600_000);
  await purgeJobs(upkeep, time);
  expect((await find(id)).status).toBe('succeeded');
  const operator = { user: null, means: { type: 'command' }, origin: null } as const;
  const erased = await erasePerson(database.current.context, operator, workspace.id, {
    email: 'erased@x.test',
  });
  expect(erased.files).toBeGreaterThan(0);
  expect(await query('select from job_parts where workspace_id = $1', [workspace.id])).toEqual([]);
  await time.move(2 * 24 * 3_600_000);
  await purgeJobs(upkeep, time);
  await expect(find(id)).rejects.toThrow("This import or export doesn't exist");
});

test('jobs from all workspaces are processed in turn', async () => {
  const { context } = database.current;
  const elsewhere = await buildWorkspace(context);
  const other = await buildPrincipal(database.current, elsewhere, { isAdmin: true });
  const many: JobId[] = [];
  for (let index = 0; index < 4; index++)
    many.push(await startFile(database.current, admin, 'last_name\nTurn\n'));
  const one = await startFile(database.current, other, 'last_name\nTurn\n');
  const order: JobId[] = [];
  const seen: JobStep = async (where, lease) => {
    order.push(lease.id);
    return jobSteps.import(where, lease);
  };
  await workOff(database.current, { ...jobSteps, import: seen });
  expect(order.indexOf(one)).toBeLessThanOrEqual(1);
  expect(new Set(order)).toEqual(new Set([...many, one]));
});
