import { Command } from 'commander';
import { readConfig } from '../config.ts';
import { makeSetUpSecret } from '../core/setup/index.ts';
import { invalid } from '../lib/errors.ts';
import { example } from './shared/example.ts';
import { withContext } from './shared/with-context.ts';

/** Prints the same link as `hark up`, for installations that run `serve` and `work` separately. */
export const setUpCommand = () =>
  new Command('set-up')
    .option('--at <base_url>', 'base URL of the installation (default: BASE_URL, or HOST and PORT)')
    .addHelpText('after', example('hark set-up --at https://acme.example.com'))
    .action(async ({ at }: { at?: string }) => {
      const config = readConfig();
      const secret = await withContext(config, makeSetUpSecret);
      if (secret === undefined) {
        throw invalid(
          'set_up_done',
          'There is already an administrator. To reset a password, run `hark user reset --email ADDRESS`.',
        );
      }
      const address = at ?? config.BASE_URL ?? `http://${config.HOST}:${config.PORT}`;
      console.log(`${address.replace(/\/$/, '')}/set-up?secret=${secret}`);
    });
