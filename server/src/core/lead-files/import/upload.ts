import { conflict, invalid } from '../../../lib/errors.ts';
import type { JobId } from '../../../lib/ids.ts';
import type { Principal } from '../../access/index.ts';
import { recordAudit } from '../../audit/index.ts';
import type { Context } from '../../context/index.ts';
import {
  deleteParts,
  insertJob,
  insertPart,
  type Job,
  jobNotFound,
  selectFileSize,
  selectJob,
  updateQueued,
  updateSize,
} from '../../jobs/index.ts';
import { readFieldSet } from '../../lead-fields/index.ts';
import { requireBytes, requireRoom } from '../require-room.ts';
import type { ImportOptions } from './import-options.ts';
import { mappable } from './suggest-mapping.ts';

const maxFileBytes = 100 * 1024 * 1024;

/** Creates a draft import. Its file is then uploaded in parts. */
export function beginImport({ db, clock }: Context, principal: Principal, name: string): Promise<JobId> {
  const { workspace, user } = principal;
  return db.write(workspace.id, async (transaction) => {
    await requireRoom(transaction, principal);
    const draft = { kind: 'import', status: 'draft', user, name, options: {}, size: 0 } as const;
    return insertJob(transaction, workspace.id, draft, clock.now());
  });
}

/**
 * Stores a part. This is idempotent: sending the same part again changes nothing.
 * @returns how many bytes are stored now
 */
export function addPart(
  { db }: Context,
  principal: Principal,
  id: JobId,
  startsAt: number,
  content: Buffer,
): Promise<number> {
  const workspace = principal.workspace.id;
  return db.write(workspace, async (transaction) => {
    const job = await selectJob(transaction, workspace, id, { user: principal.user.id, lock: true });
    if (job?.kind !== 'import') throw jobNotFound();
    if (job.status !== 'draft')
      throw conflict('not_a_draft', 'The file has already been uploaded completely.');
    const size = await selectFileSize(transaction, job, 'source');
    if (startsAt + content.length === size) return size;
    if (startsAt !== size)
      throw conflict('part_out_of_order', `The next part must start at byte ${size}. Upload the file again.`);
    if (size + content.length > maxFileBytes)
      throw invalid('file_too_large', 'The file is larger than 100 MiB. Split it into several files.');
    await requireBytes(transaction, workspace, content.length);
    await insertPart(transaction, job, 'source', size, content);
    await updateSize(transaction, job, size + content.length);
    return size + content.length;
  });
}

/** Queues an import or a trial import. After a trial, either can follow. */
export function startImport(
  { db, clock, key }: Context,
  principal: Principal,
  origin: string,
  id: JobId,
  options: ImportOptions,
): Promise<void> {
  const workspace = principal.workspace.id;
  return db.write(workspace, async (transaction) => {
    const job = await selectJob(transaction, workspace, id, { user: principal.user.id, lock: true });
    if (job?.kind !== 'import') throw jobNotFound();
    if (job.status !== 'draft' && job.status !== 'checked')
      throw conflict('import_started', 'This import has already been started.');
    if (job.size === 0) throw invalid('file_empty', 'The file is empty.');
    requireMapping(options, mappable((await readFieldSet(transaction, workspace)).byAlias.values()));
    await deleteParts(transaction, job, 'result');
    await updateQueued(transaction, job, options, clock.now());
    if (options.is_trial) return;
    const actor = { user: principal.user, means: principal.means, origin };
    await recordAudit(
      { transaction, workspace, actor, clock, key },
      {
        action: 'created',
        subject: subjectOf(job),
        old: {},
        new: { mode: options.mode, match: options.match, fields: options.mapping.map(({ alias }) => alias) },
      },
    );
  });
}

const subjectOf = ({ id, name }: Job) => ({ type: 'import', id, name }) as const;

function requireMapping(
  { mapping, mode, match }: ImportOptions,
  fields: readonly { readonly alias: string; readonly unique: boolean }[],
): void {
  const known = new Map(fields.map((field) => [field.alias, field]));
  const aliases = mapping.map(({ alias }) => alias);
  const unknown = aliases.find((alias) => !known.has(alias));
  if (unknown !== undefined)
    throw invalid('unknown_field', 'One of the fields no longer exists. Choose the fields again.');
  if (new Set(aliases).size < aliases.length)
    throw invalid('field_twice', 'Two columns are mapped to the same field. Skip one of them.');
  if (mode === 'create') {
    if (aliases.includes('id'))
      throw invalid(
        'id_of_new',
        'Hark assigns the ids of new leads. Skip the column that is mapped to the id.',
      );
    return;
  }
  if (match === null || !known.get(match)?.unique || !aliases.includes(match))
    throw invalid(
      'no_match_field',
      'Choose a unique field to match leads by. One of the columns must be mapped to it.',
    );
}
