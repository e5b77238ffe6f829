import { Command } from 'commander';
import { readConfig } from '../../config.ts';
import { findFailed, type Retried, retryRuns } from '../../core/runs/index.ts';
import { requireWorkflow } from '../../core/workflows/index.ts';
import { invalid } from '../../lib/errors.ts';
import type { RunId } from '../../lib/ids.ts';
import { readMomentOption } from '../shared/moment-option.ts';
import { readWholeNumber } from '../shared/whole-number.ts';
import { withContext } from '../shared/with-context.ts';
import { requireWorkspace } from '../shared/workspace-option.ts';
import { commandController, type RetryOptions, retryWishOf, withRetryOptions } from './run-control.ts';

/** Runs would be retried, but `--yes` is missing. */
const exitForUnconfirmed = 3;
const shownReasons = 20;

interface RetryFailedOptions extends RetryOptions {
  workspace: string;
  workflow?: string;
  failed?: boolean;
  since: string;
  until?: string;
  perSecond: string;
  yes?: boolean;
  json?: boolean;
}

/** `hark runs retry --failed --since …`: all failed runs of an outage at once. */
export const retryFailedCommand = () =>
  withRetryOptions(
    new Command('retry')
      .description('Try all runs again that failed in a time and were not retried yet, the oldest first.')
      .requiredOption('--workspace <base_url>', 'the workspace, by its base URL')
      .requiredOption('--failed', 'those that failed: says what is meant, and nothing else can be')
      .requiredOption(
        '--since <time>',
        'failed at or after this time: 2026-05-01T12:00:00Z, or 90m, 2h, 3d ago',
      )
      .option('--until <time>', 'failed before this time; now, if it is left out')
      .option('--workflow <name>', 'of this workflow only')
      .option('--per-second <count>', 'how many a second at most', '50')
      .option('--yes', 'do it; without this, only tell how many there are, and exit with 3'),
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
      const wish = { ...retryWishOf(options), perSecond };
      return [found, await retryRuns(context, commandController('runs retry'), id, found, wish)] as const;
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
  if (runs.length === 0) return 'No run failed in that time that was not retried.';
  if (!done) return `${runs.length} runs would be retried. Nothing was done. Add --yes to do it.`;
  const older = Map.groupBy(
    done.retried.flatMap(({ version: { used, reason } }) =>
      reason === null ? [] : [`version ${used}: ${reason}`],
    ),
    (line) => line,
  );
  const reasons = done.refused.slice(0, shownReasons).map(({ reason }) => `  ${reason}`);
  const more = done.refused.length - reasons.length;
  return [
    `${done.retried.length} of ${runs.length} runs are retried.`,
    ...[...older].map(([line, { length }]) => `  ${length} with ${line}`),
    ...reasons,
    ...(more > 0 ? [`  and ${more} more; --json lists all`] : []),
  ].join('\n');
}
