import { Command } from 'commander';
import { startWork } from '../app/work.ts';
import { readConfig } from '../config.ts';
import { createLogger } from '../lib/log.ts';
import { untilStopped } from './until-stopped.ts';

/** `hark work`: the worker that the engine calls. */
export const workCommand = () =>
  new Command('work')
    .description('Execute what the engine hands out. Needs RESTATE_ADMIN_URL.')
    .option('--with-parent', 'end when the process that started this one ends')
    .action(async (options: { withParent?: boolean }) => {
      const config = readConfig();
      const logger = createLogger(config.LOG_LEVEL, 'work');
      const stopped = untilStopped({ withParent: options.withParent ?? false });
      const worker = await startWork(config, logger);
      await stopped;
      await worker.close();
    });
