import { Command } from 'commander';
import { readConfig } from '../../config.ts';
import { findFailed, type Retried, retryRuns } from '../../core/runs/index.ts';
import { requireWorkflow } from '../../core/workflows/index.ts';
import { invalid } from '../../lib/errors.ts';
import type { RunId } from '../../lib/ids.ts';
import { example } from '../shared/example.ts';
import { readMomentOption } from '../shared/moment-option.ts';
import { readWholeNumber } from '../shared/whole-number.ts';
import { withContext } from '../shared/with-context.ts';
import { requireWorkspace, workspaceOption } from '../shared/workspace-option.ts';
import { commandController, type RetryOptions, retryParamsOf, withRetryOptions } from './run-control.ts';

/** The exit code if runs would be retried but `--yes` is missing. */
const exitForUnconfirmed = 3;
const shownReasons = 20;

interface RetryFailedOptions extends RetryOptions {
  workspace?: string;
  workflow?: string;
  failed?: boolean;
  since: string;
  until?: string;
  perSecond: string;
  yes?: boolean;
  json?: boolean;
}

/** `hark runs retry --failed --since …`: retries all runs that failed during an outage. */
export const retryFailedCommand = () =>
  withRetryOptions(
    new Command('retry')
      .description('Retry all runs that failed in a time range and have not been retried yet, oldest first.')
      .addOption(workspaceOption())
      .requiredOption('--failed', 'retry failed runs (required)')
      .requiredOption(
        '--since <time>',
        'runs that failed at or after this time: a timestamp (2026-05-01T12:00:00Z) or an age (90m, 2h, 3d)',
      )
      .option('--until <time>', 'runs that failed before this time (default: now)')
      .option('--workflow <name>', 'only runs of this workflow')
      .option('--per-second <count>', 'maximum number of retries per second', '50')
      .option('--yes', 'retry the runs; without this option, only count them and exit with status 3')
      .addHelpText(
        'after',
        example('hark runs retry --workspace https://acme.example.com --failed --since 2h --yes'),
      ),
  ).action(async (options: RetryFailedOptions) => {
    const { workspace: baseUrl, workflow: name, since, until, yes = false, json = false } = options;
    const perSecond = readWholeNumber('--per-second', options.perSecond, 1_000);
    const [runs, done] = await withContext(readConfig(), async (context) => {
      const now = context.clock.now();
      const time = {
        since: readMomentOption('--since', since, now),
        until: until === undefined ? now : readMomentOption('--until', until, now),
      };
      if (time.since >= time.until) throw invalid('bad_option', '--since must be before --until.');
      const { id } = await requireWorkspace(context, baseUrl);
      const workflow = name === undefined ? null : (await requireWorkflow(context, id, name)).id;
      const found = await findFailed(context, id, { ...time, workflow });
      if (!yes) return [found, undefined] as const;
      const params = { ...retryParamsOf(options), perSecond };
      return [found, await retryRuns(context, commandController('runs retry'), id, found, params)] as const;
    });
    console.log(json ? JSON.stringify(documentOf(runs, done), null, 2) : describe(runs, done));
    if (!done && runs.length > 0) process.exitCode = exitForUnconfirmed;
  });

const documentOf = (runs: readonly RunId[], done: Retried | undefined) => ({
  found: runs.length,
  retried: done?.retried.map(({ run, as, version }) => ({ run, retried_as: as, version })) ?? [],
  refused: done?.refused ?? [],
});

function describe(runs: readonly RunId[], done: Retried | undefined): string {
  if (runs.length === 0) return 'No failed runs to retry in that time range.';
  if (!done) return `${runs.length} runs would be retried. Add --yes to retry them.`;
  const older = Map.groupBy(
    done.retried.flatMap(({ version: { used, reason } }) =>
      reason === null ? [] : [`version ${used}: ${reason}`],
    ),
    (line) => line,
  );
  const reasons = done.refused.slice(0, shownReasons).map(({ reason }) => `  ${reason}`);
  const more = done.refused.length - reasons.length;
  return [
    `Retried ${done.retried.length} of ${runs.length} runs.`,
    ...[...older].map(([line, { length }]) => `  ${length} with ${line}`),
    ...reasons,
    ...(more > 0 ? [`  and ${more} more; use --json to list all`] : []),
  ].join('\n');
}
