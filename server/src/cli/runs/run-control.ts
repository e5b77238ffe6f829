import { Command } from 'commander';
import { engineOf, engineOfUp } from '../../app/engine.ts';
import { readConfig } from '../../config.ts';
import {
  cancelRun,
  type RetryParams,
  type RetryVersion,
  type RunController,
  retryRun,
} from '../../core/runs/index.ts';
import { example } from '../shared/example.ts';
import { operator } from '../shared/operator.ts';
import { findRemote } from '../shared/remote.ts';
import { workspaceOption } from '../shared/workspace-option.ts';
import { inWorkspaceOfRun } from './in-workspace-of-run.ts';
import { cancelRemotely, retryRemotely } from './remote-runs.ts';
import { runIdOf } from './run-id.ts';

export interface RetryOptions {
  fromStart?: boolean;
  repeatCalls?: boolean;
}

export const retryParamsOf = ({ fromStart = false, repeatCalls = false }: RetryOptions): RetryParams => ({
  from: fromStart ? 'start' : 'failed step',
  repeatCalls,
});

/** Operators have all permissions; the audit log names their account. */
export const commandController = (name: string): RunController => ({
  actor: operator('command', name),
  may: () => true,
});

const exampleRun = '019a8b3c-5f0e-7c1d-9b2a-3d4e5f607182';

export const withRetryOptions = (command: Command): Command =>
  command
    .option('--from-start', 'start at the first step, with the currently published version')
    .option('--repeat-calls', 'with --from-start: retry even if the old run has already made outbound calls')
    .option('--json', 'print JSON');

/** Describes which version a retry uses and, if it isn't the published one, why. */
const describeVersion = ({ used, reason }: RetryVersion): string =>
  [`It uses version ${used}.`, ...(reason === null ? [] : [reason])].join(' ');

export const cancelCommand = () =>
  new Command('cancel')
    .description('Cancel a queued, running or waiting run. Completed steps are not undone.')
    .argument('<id>', 'id of the run, as in the X-Run-Id header')
    .addOption(workspaceOption())
    .option('--json', 'print JSON')
    .addHelpText('after', example(`hark run cancel ${exampleRun} --workspace https://acme.example.com`))
    .action(
      async (id: string, { workspace: baseUrl, json = false }: { workspace?: string; json?: boolean }) => {
        const config = readConfig();
        const run = runIdOf(id);
        const remote = findRemote(config, baseUrl);
        const { wasCancelled } = await (remote
          ? cancelRemotely(remote, run)
          : inWorkspaceOfRun(config, baseUrl, run, (context, workspace) => {
              const engine = engineOf(config) ?? engineOfUp(config);
              return cancelRun(context, commandController('run cancel'), { workspace, run }, engine);
            }));
        if (json) console.log(JSON.stringify({ run, cancelled: wasCancelled }, null, 2));
        else console.log(wasCancelled ? `Canceled ${run}.` : `${run} was already canceled.`);
      },
    );

export const retryCommand = () =>
  withRetryOptions(
    new Command('retry')
      .description('Retry a failed or canceled run as a new run, from the failed step or from the start.')
      .argument('<id>', 'id of the run, as in the X-Run-Id header')
      .addOption(workspaceOption())
      .addHelpText('after', example(`hark run retry ${exampleRun} --workspace https://acme.example.com`)),
  ).action(
    async (
      id: string,
      { workspace: baseUrl, json = false, ...params }: RetryOptions & { workspace?: string; json?: boolean },
    ) => {
      const run = runIdOf(id);
      const config = readConfig();
      const remote = findRemote(config, baseUrl);
      const wanted = retryParamsOf(params);
      const { run: retriedAs, version } = await (remote
        ? retryRemotely(remote, run, wanted)
        : inWorkspaceOfRun(config, baseUrl, run, (context, workspace) =>
            retryRun(context, commandController('run retry'), { workspace, run }, wanted),
          ));
      if (json) console.log(JSON.stringify({ run, retried_as: retriedAs, version }, null, 2));
      else console.log([`Retried ${run} as ${retriedAs}.`, describeVersion(version)].join('\n'));
    },
  );
