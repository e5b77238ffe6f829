import cluster from 'node:cluster';
import { Command } from 'commander';
import { startWorkProcesses } from '../app/work/processes.ts';
import { startWork } from '../app/work/work.ts';
import { readConfig } from '../config.ts';
import { createLogger } from '../lib/log.ts';
import { reportStarted } from '../lib/process/report-started.ts';
import { example } from './shared/example.ts';
import { parentOf, untilStopped } from './shared/until-stopped.ts';

interface WorkOptions {
  processes?: string;
  withParent?: string;
}

export const workCommand = () =>
  new Command('work')
    .option('--processes <count>', 'number of worker processes that share the port (WORK_PROCESSES)')
    .option('--with-parent <pid>', 'stop when this parent process exits')
    .addHelpText('after', example('hark work --processes 4'))
    .action(async ({ processes, withParent }: WorkOptions) => {
      const config = readConfig(processes === undefined ? {} : { WORK_PROCESSES: processes });
      const logger = createLogger(config.LOG_LEVEL, 'work');
      const isOneOfMany = cluster.isWorker;
      const stopped = untilStopped({ parent: isOneOfMany ? process.ppid : parentOf(withParent) });
      const work =
        config.WORK_PROCESSES > 1 && !isOneOfMany
          ? await startWorkProcesses(config.WORK_PROCESSES, config, logger)
          : await startWork(config, logger);
      reportStarted();
      await stopped;
      await work.close();
    });
