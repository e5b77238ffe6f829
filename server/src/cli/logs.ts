import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Command } from 'commander';
import { userPath } from '../config.ts';
import { invalid, messageOf } from '../lib/errors.ts';
import { type LogLine, logLevels, readLogLine, showLogLine } from '../lib/process/log-lines.ts';
import { example } from './shared/example.ts';
import { LogFilter } from './shared/log-filter.ts';
import { readMomentOption } from './shared/moment-option.ts';

interface LogsOptions {
  request?: string;
  run?: string;
  level: string;
  since?: string;
}

export const logsCommand = () =>
  new Command('logs')
    .argument('[file]', 'log file (- for standard input)', userPath, '-')
    .option('--request <id>', 'only lines about this request and its runs')
    .option('--run <id>', 'only lines about this run and the request that started it')
    .option('--level <level>', `minimum level: ${logLevels.join(', ')}`, 'trace')
    .option(
      '--since <time>',
      'only lines since this time: a timestamp (2026-01-31T08:00:00Z) or an age (15m, 2h, 3d)',
    )
    .addHelpText('after', example('hark up | hark logs --level warn', 'hark logs hark.log --since 2h'))
    .action(async (file: string, { request, run, level, since }: LogsOptions) => {
      if (!logLevels.includes(level))
        throw invalid('bad_option', `--level must be one of ${logLevels.join(', ')}.`);
      const filter = new LogFilter({
        request,
        run,
        level,
        since: since === undefined ? undefined : readMomentOption('--since', since, new Date()),
      });
      for await (const line of linesOf(file)) {
        for (const shown of filter.take(line)) console.log(showLogLine(shown));
      }
    });

async function* linesOf(file: string): AsyncGenerator<LogLine> {
  const input = file === '-' ? process.stdin : createReadStream(file);
  try {
    for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (text !== '') yield readLogLine(text);
    }
  } catch (error) {
    throw invalid('file_unreadable', `Can't read ${file}: ${messageOf(error)}`);
  }
}
