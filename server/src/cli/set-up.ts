import { Command } from 'commander';
import { readConfig } from '../config.ts';
import { makeSetUpSecret } from '../core/setup/index.ts';
import { invalid } from '../lib/errors.ts';
import { withContext } from './shared/with-context.ts';

/** Prints the link that `hark up` prints, for installations that run `serve` and `work` separately. */
export const setUpCommand = () =>
  new Command('set-up')
    .description('Print a one-time link that opens the set-up page, while there is no administrator yet.')
    .option('--at <base_url>', 'where the installation is reached (BASE_URL, or HOST and PORT)')
    .action(async ({ at }: { at?: string }) => {
      const config = readConfig();
      const secret = await withContext(config, makeSetUpSecret);
      if (secret === undefined) {
        throw invalid(
          'set_up_done',
          'There is an administrator already. Use: hark user reset --email ADDRESS',
        );
      }
      const address = at ?? config.BASE_URL ?? `http://${config.HOST}:${config.PORT}`;
      console.log(`${address.replace(/\/$/, '')}/set-up?secret=${secret}`);
    });
