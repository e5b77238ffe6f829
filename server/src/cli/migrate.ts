import { Command } from 'commander';
import { installationSettings, readConfig } from '../config.ts';
import { prepareInstallation } from '../core/installation/index.ts';
import { createLogger } from '../lib/log.ts';

/** `hark migrate`: for installations that run `serve` and `work` separately. */
export const migrateCommand = () =>
  new Command('migrate')
    .description(
      'Bring the database to this version: roles, schema, walls. Safe to run twice, or at the same time.',
    )
    .action(async () => {
      const config = readConfig();
      const logger = createLogger(config.LOG_LEVEL, 'command');
      await prepareInstallation(installationSettings(config), logger, { makeKey: false });
      console.log('The database is up to date.');
    });
