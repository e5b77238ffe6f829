import { Command } from 'commander';
import { readConfig } from '../../config.ts';
import { listRuns } from '../../core/runs/index.ts';
import { requireWorkflow } from '../../core/workflows/index.ts';
import { example } from '../shared/example.ts';
import { listRecords } from '../shared/record-list.ts';
import { findRemote } from '../shared/remote.ts';
import { inWorkspace, workspaceOption } from '../shared/workspace-option.ts';
import { countWarnings } from './count-warnings.ts';
import { listRemotely } from './remote-runs.ts';
import { retryFailedCommand } from './runs-retry.ts';

interface RunsOptions {
  workspace?: string;
  workflow?: string;
}

type ListedRuns = Awaited<ReturnType<typeof listRuns>>;
type ListedRun = ListedRuns['runs'][number];

/** `hark runs` and `hark runs list` do the same (spec/provisioning §2). */
export const runsCommand = () =>
  listing(new Command('runs'), 'hark runs')
    .addCommand(listing(new Command('list').description('List runs, as `hark runs` does.'), 'hark runs list'))
    .addCommand(retryFailedCommand());

const listing = (command: Command, typed: string) =>
  listRecords<ListedRun, RunsOptions>(
    command
      .addOption(workspaceOption())
      .option('--workflow <name>', 'only runs of this workflow')
      .addHelpText('after', example(typed, `${typed} --workflow "Contact form" --limit 10`)),
    {
      noun: 'run',
      read: async (options, most) => {
        const { total, runs } = await findRuns(options, most);
        return { total, records: runs };
      },
      scope: ({ workflow }) => (workflow === undefined ? '' : ` of "${workflow}"`),
      describe: describeRun,
      toJson: documentOf,
    },
  );

async function findRuns({ workspace, workflow: name }: RunsOptions, most: number): Promise<ListedRuns> {
  const config = readConfig();
  const remote = findRemote(config, workspace);
  if (remote) return listRemotely(remote, name, most);
  return inWorkspace(config, workspace, async (context, { id }) => {
    const workflow = name === undefined ? undefined : await requireWorkflow(context, id, name);
    return listRuns(context, id, workflow?.id, most);
  });
}

const documentOf = (run: ListedRun, { workflow: name }: RunsOptions) => ({
  id: run.id,
  ...(name === undefined && { workflow: run.workflow }),
  status: run.status,
  started_at: run.startedAt,
  ended_at: run.endedAt,
  error: run.error,
  warnings: run.warnings,
});

function describeRun(run: ListedRun, { workflow: name }: RunsOptions): string {
  const outcome = `${run.status}${countWarnings(run.warnings)}${run.error === null ? '' : `  ${run.error}`}`;
  const of = name === undefined ? `${run.workflow ?? 'a deleted workflow'}  ` : '';
  return `${run.id}  ${run.acceptedAt.toISOString()}  ${of}${outcome}`;
}
