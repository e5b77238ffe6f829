import cluster from 'node:cluster';
import { Command } from 'commander';
import { startWork } from '../app/work.ts';
import { startWorkProcesses } from '../app/work-processes.ts';
import { readConfig } from '../config.ts';
import { createLogger } from '../lib/log.ts';
import { parentOf, untilStopped } from './shared/until-stopped.ts';

interface WorkOptions {
  processes?: string;
  withParent?: string;
}

export const workCommand = () =>
  new Command('work')
    .description('Execute what the engine hands out. Needs RESTATE_ADMIN_URL.')
    .option('--processes <count>', 'how many processes share the work and the port (WORK_PROCESSES)')
    .option('--with-parent <pid>', 'end when the process that started this one ends')
    .action(async ({ processes, withParent }: WorkOptions) => {
      const config = readConfig(processes === undefined ? {} : { WORK_PROCESSES: processes });
      const logger = createLogger(config.LOG_LEVEL, 'work');
      const isOneOfMany = cluster.isWorker;
      const stopped = untilStopped({ parent: isOneOfMany ? process.ppid : parentOf(withParent) });
      const work =
        config.WORK_PROCESSES > 1 && !isOneOfMany
          ? await startWorkProcesses(config.WORK_PROCESSES, config, logger)
          : await startWork(config, logger);
      await stopped;
      await work.close();
    });
