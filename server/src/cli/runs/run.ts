import { Command } from 'commander';
import { readConfig } from '../../config.ts';
import { readRun } from '../../core/runs/index.ts';
import { example } from '../shared/example.ts';
import { findRemote } from '../shared/remote.ts';
import { workspaceOption } from '../shared/workspace-option.ts';
import { countWarnings } from './count-warnings.ts';
import { inWorkspaceOfRun } from './in-workspace-of-run.ts';
import { showRemotely } from './remote-runs.ts';
import { cancelCommand, retryCommand } from './run-control.ts';
import { runIdOf } from './run-id.ts';

export const runCommand = () =>
  new Command('run').addCommand(showCommand()).addCommand(cancelCommand()).addCommand(retryCommand());

const showCommand = () =>
  new Command('show')
    .description('Show a run and its steps: input, output, errors and times. Secrets are hidden.')
    .argument('<id>', 'id of the run, as in the X-Run-Id header')
    .addOption(workspaceOption())
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      example('hark run show 019a8b3c-5f0e-7c1d-9b2a-3d4e5f607182 --workspace https://acme.example.com'),
    )
    .action(
      async (id: string, { workspace: baseUrl, json = false }: { workspace?: string; json?: boolean }) => {
        const runId = runIdOf(id);
        const config = readConfig();
        const remote = findRemote(config, baseUrl);
        const run = await (remote
          ? showRemotely(remote, runId)
          : inWorkspaceOfRun(config, baseUrl, runId, (context, workspace) =>
              readRun(context, workspace, runId),
            ));
        if (json) console.log(JSON.stringify(run, null, 2));
        else console.log(describeRun(run));
      },
    );

function describeRun(run: Awaited<ReturnType<typeof readRun>>): string {
  const took = (from: Date | null, to: Date | null) =>
    from && to ? `, ${to.getTime() - from.getTime()} ms` : '';
  return [
    `${run.id}  ${run.status}  ${run.workflow ?? 'a deleted workflow'}, version ${run.version}${took(run.startedAt, run.endedAt)}${countWarnings(run.warnings)}`,
    ...(run.startedBy === null ? [] : [`  started by run ${run.startedBy}`]),
    ...(run.retryOf === null ? [] : [`  retry of ${run.retryOf}`]),
    ...(run.retriedAs === null ? [] : [`  retried as ${run.retriedAs}`]),
    ...(run.error === null ? [] : [`  ${run.error}`]),
    ...(run.result === null ? [] : [describeValue('  returned', run.result)]),
    ...run.steps.flatMap((step) => [
      `  ${step.path}  ${step.type}  ${step.status}${step.handled ? ', handled' : ''}${took(step.startedAt, step.endedAt)}`,
      ...(step.input === null ? [] : [describeValue('    in  ', step.input)]),
      ...step.attempts.map(
        ({ at, ms, status, error, next_at }, index) =>
          `    attempt ${index + 1}  ${at}${ms === undefined ? '' : ` ${ms} ms`}${status === undefined ? '' : ` ${status}`}${error === undefined ? '' : `  ${error}`}${next_at === undefined ? '' : `  next attempt at ${next_at}`}`,
      ),
      ...(step.output === null ? [] : [describeValue('    out ', step.output)]),
      ...(step.error === null ? [] : [`    error  ${step.error}`]),
    ]),
  ].join('\n');
}

/** Longer values get a line for each field. */
const maxLength = 80;

function describeValue(label: string, value: unknown): string {
  const text = JSON.stringify(value);
  return text.length <= maxLength
    ? `${label} ${text}`
    : `${label} ${JSON.stringify(value, null, 2).replaceAll('\n', '\n      ')}`;
}
