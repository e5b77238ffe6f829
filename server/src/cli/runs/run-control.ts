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
import { operator } from '../shared/operator.ts';
import { withContext } from '../shared/with-context.ts';
import { requireWorkspace } from '../shared/workspace-option.ts';
import { runIdOf } from './run-id.ts';

export interface RetryOptions {
  fromStart?: boolean;
  repeatCalls?: boolean;
}

export const retryWishOf = ({ fromStart = false, repeatCalls = false }: RetryOptions): RetryParams => ({
  from: fromStart ? 'start' : 'failed step',
  repeatCalls,
});

/** Operators have all permissions; the audit log names their account. */
export const commandController = (name: string): RunController => ({
  actor: operator('command', name),
  may: () => true,
});

export const withRetryOptions = (command: Command): Command =>
  command
    .option('--from-start', 'begin at the first step, with the version that is published now')
    .option('--repeat-calls', 'with --from-start: also where the old run has called outside')
    .option('--json', 'print one JSON document');

/** Which version a retry uses, and why it isn't the published one. */
const describeVersion = ({ used, reason }: RetryVersion): string =>
  [`It uses version ${used}.`, ...(reason === null ? [] : [reason])].join(' ');

export const cancelCommand = () =>
  new Command('cancel')
    .description('End a run that is queued, running or waiting. What it has done stays done.')
    .argument('<id>', 'the run, as X-Run-Id told it')
    .requiredOption('--workspace <base_url>', 'the workspace, by its base URL')
    .option('--json', 'print one JSON document')
    .action(
      async (id: string, { workspace: baseUrl, json = false }: { workspace: string; json?: boolean }) => {
        const config = readConfig();
        const run = runIdOf(id);
        const { wasCancelled } = await withContext(config, async (context) => {
          const { id: workspace } = await requireWorkspace(context, baseUrl);
          const engine = engineOf(config) ?? engineOfUp(config);
          return cancelRun(context, commandController('run cancel'), { workspace, run }, engine);
        });
        if (json) console.log(JSON.stringify({ run, cancelled: wasCancelled }, null, 2));
        else console.log(wasCancelled ? `${run} is cancelled.` : `${run} was cancelled before.`);
      },
    );

export const retryCommand = () =>
  withRetryOptions(
    new Command('retry')
      .description(
        'Try a failed or cancelled run again, as a new run: from the failed step, or from the start.',
      )
      .argument('<id>', 'the run, as X-Run-Id told it')
      .requiredOption('--workspace <base_url>', 'the workspace, by its base URL'),
  ).action(
    async (
      id: string,
      { workspace: baseUrl, json = false, ...wish }: RetryOptions & { workspace: string; json?: boolean },
    ) => {
      const run = runIdOf(id);
      const { run: retriedAs, version } = await withContext(readConfig(), async (context) => {
        const { id: workspace } = await requireWorkspace(context, baseUrl);
        return retryRun(context, commandController('run retry'), { workspace, run }, retryWishOf(wish));
      });
      if (json) console.log(JSON.stringify({ run, retried_as: retriedAs, version }, null, 2));
      else console.log([`${run} is retried as ${retriedAs}.`, describeVersion(version)].join('\n'));
    },
  );
