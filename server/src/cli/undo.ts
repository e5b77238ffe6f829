import { Command } from 'commander';
import { readConfig } from '../config.ts';
import { findPrincipal } from '../core/access/index.ts';
import { meansTypes } from '../core/audit/index.ts';
import type { Context } from '../core/context/index.ts';
import { findJobIn } from '../core/jobs/index.ts';
import {
  previewUndo,
  showPreview,
  showUndo,
  startUndo,
  type UndoParams,
  undoSchema,
} from '../core/lead-files/index.ts';
import { requireUser } from '../core/users/index.ts';
import { invalid } from '../lib/errors.ts';
import type { WorkspaceId } from '../lib/ids.ts';
import { readBody } from '../lib/read-body.ts';
import { example } from './shared/example.ts';
import { readMomentOption } from './shared/moment-option.ts';
import { operator } from './shared/operator.ts';
import { findRemote, type Remote } from './shared/remote.ts';
import { inWorkspace, workspaceOption } from './shared/workspace-option.ts';

interface UndoOptions {
  readonly cause: string;
  readonly since?: string;
  readonly until?: string;
  readonly plan?: boolean;
  readonly json?: boolean;
  readonly as?: string;
  readonly workspace?: string;
}

export const undoCommand = () =>
  new Command('undo')
    .requiredOption(
      '--cause <cause>',
      `user:ID, run:ID, job:ID, or a means with its ID: ${meansTypes.join(', ')}; a means and a user are joined by a comma`,
    )
    .option('--since <time>', 'undo changes since this time, such as 2026-05-01T12:00:00Z or 2h')
    .option('--until <time>', 'undo changes until this time; the default is now')
    .option('--plan', 'print what would be undone, and change nothing')
    .option('--as <email>', 'the user who undoes, unless HARK_URL is set')
    .addOption(workspaceOption())
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      example('hark undo --cause mcp:5,user:7 --since 2h --plan --as ann@acme.example.com'),
    )
    .action(async ({ workspace: baseUrl, as, plan = false, json = false, ...options }: UndoOptions) => {
      const config = readConfig();
      const params = paramsOf(options, new Date());
      const remote = findRemote(config, baseUrl);
      const result = await (remote
        ? askRemotely(remote, params, plan)
        : inWorkspace(config, baseUrl, (context, { id }) => askHere(context, id, params, { as, plan })));
      console.log(json ? JSON.stringify(result, null, 2) : describe(result));
    });

function paramsOf({ cause, since, until }: UndoOptions, now: Date): UndoParams {
  const time = (option: string, text: string | undefined) =>
    text === undefined ? undefined : readMomentOption(option, text, now).toISOString();
  return readBody(undoSchema, {
    cause: causeOf(cause),
    since: time('--since', since),
    until: time('--until', until),
  });
}

/** Parses a cause such as `run:ID` or `mcp:5,user:7`. */
function causeOf(text: string): object {
  const parts = text.split(',').map((part) => {
    const [name = '', value] = part.split(':', 2);
    const id = value === undefined ? null : Number(value);
    if (name === 'run') return { run: value };
    if (name === 'user' || name === 'job') return { [name]: id };
    if (meansTypes.some((type) => type === name)) return { means: { type: name, id } };
    throw invalid('bad_option', `--cause: ${part} isn't a user, a run, a job or a means.`);
  });
  return Object.assign({}, ...parts);
}

type Shown = ReturnType<typeof showUndo> | ReturnType<typeof showPreview>;

async function askRemotely(remote: Remote, params: UndoParams, plan: boolean): Promise<Shown> {
  const answer = await remote.call('POST', plan ? '/undo/preview' : '/undo/new', params);
  const { preview, undo } = answer as { preview: Shown; undo: Shown };
  return plan ? preview : undo;
}

/** Acts as a user, because every job does. */
function askHere(
  context: Context,
  workspace: WorkspaceId,
  params: UndoParams,
  { as, plan }: { as: string | undefined; plan: boolean },
): Promise<Shown> {
  if (as === undefined) throw invalid('bad_option', '--as: name the email address of the user who undoes.');
  const actor = operator('command', 'undo');
  return context.db.write(workspace, async (transaction) => {
    const change = { ...context, transaction, workspace, actor };
    const user = await requireUser(change, as);
    const principal = await findPrincipal(transaction, workspace, user.id, actor.means);
    if (!principal) throw invalid('bad_option', `--as: ${as} is deactivated.`);
    if (plan)
      return showPreview(
        await previewUndo({ ...context, db: context.db.within(transaction) }, principal, params),
      );
    const { id } = await startUndo(change, principal, params);
    return showUndo(await findJobIn(change, id));
  });
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;

function describe(result: Shown): string {
  const period = `from ${result.since} to ${result.until}`;
  if ('id' in result) return `Started undo ${result.id}: ${count(result.leads, 'lead')}, changes ${period}.`;
  const { name, leads, covered, changed, fields, deleted, restored, left_alone, first } = result;
  return [
    `${name}, ${period}: ${count(leads, 'lead')}.`,
    ...(covered < leads ? [`There are too many to plan; this covers the last ${covered}.`] : []),
    `To put back: ${count(fields, 'field')} of ${count(changed, 'lead')}. To delete: ${count(deleted, 'lead')}. To restore: ${count(restored, 'lead')}.`,
    `To leave alone: ${count(left_alone, 'change')}.`,
    ...first.left_alone.map(
      ({ lead_id, field, reason, changed_by, changed_at }) =>
        `  lead ${lead_id}${field === null ? '' : ` ${field}`}: ${reason}${changed_by === null ? '' : ` ${changed_by}, ${changed_at}`}`,
    ),
  ].join('\n');
}
