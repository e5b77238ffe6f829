import { Command } from 'commander';
import { installationSettings, readConfig } from '../config.ts';
import { describeDatabase, prepareInstallation } from '../core/installation/index.ts';
import { createLogger } from '../lib/log.ts';
import { example } from './shared/example.ts';

/** `hark migrate`: migrates the database of installations that run `serve` and `work` separately. */
export const migrateCommand = () =>
  new Command('migrate').addHelpText('after', example('hark migrate')).action(async () => {
    const config = readConfig();
    const logger = createLogger(config.LOG_LEVEL, 'command');
    const settings = installationSettings(config);
    const newer = await prepareInstallation(settings, logger, { makeKey: false });
    console.log(
      newer === undefined
        ? `The ${describeDatabase(settings.ownerUrl)} is up to date.`
        : `Hark ${newer} has migrated this database. This version can use the newer schema and left it unchanged.`,
    );
  });
