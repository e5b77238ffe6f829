import { Command } from 'commander';
import { installationSettings, readConfig } from '../config.ts';
import { findInstallation, openOwnerDoor } from '../core/installation/index.ts';
import { type RekeyStatus, readRekeyStatus, rekey } from '../core/key-rotation/index.ts';
import { createLogger } from '../lib/log.ts';
import { example } from './shared/example.ts';
import { createProgress } from './shared/progress.ts';

export const rekeyCommand = () =>
  new Command('rekey')
    .description(
      'Change the installation key: encrypt everything with SECRET_KEY that was with SECRET_KEY_PREVIOUS. First restart every process with both.',
    )
    .option('--status', 'only tell how far it is, and what is left to do')
    .option('--json', 'with --status: print one JSON document')
    .addHelpText(
      'after',
      example('SECRET_KEY_FILE=new SECRET_KEY_PREVIOUS_FILE=old hark rekey', 'hark rekey --status'),
    )
    .action(async ({ status = false, json = false }: { status?: boolean; json?: boolean }) => {
      const config = readConfig();
      const installation = findInstallation(installationSettings(config));
      const owner = openOwnerDoor(installation, createLogger(config.LOG_LEVEL, 'command'));
      try {
        if (status) {
          const found = await readRekeyStatus({ installation, owner });
          console.log(json ? JSON.stringify(found, null, 2) : describe(found));
          return;
        }
        const done = await rekey({ installation, owner, onProgress: createProgress('encrypting') });
        console.log(`${done} values were encrypted anew. The key before is not needed any more.`);
        console.log('Remove SECRET_KEY_PREVIOUS from every process, and restart them when it suits you.');
      } finally {
        await owner.close();
      }
    });

const says: Record<RekeyStatus['state'], string> = {
  none: 'No change of the key is under way.',
  ready: 'SECRET_KEY_PREVIOUS is the key in use. When every process has both, run `hark rekey`.',
  'under way': 'The key is being changed. Run `hark rekey` until it says that it is done.',
  done: 'Done: SECRET_KEY_PREVIOUS is not needed any more. Remove it.',
};

function describe({ state, keyNumber, left, withOneKey }: RekeyStatus): string {
  const lines = [says[state], `The key in use has number ${keyNumber}.`];
  for (const [column, count] of Object.entries(left))
    lines.push(`${column}: ${count} values with another key`);
  if (withOneKey.length > 0) lines.push(`Without SECRET_KEY_PREVIOUS: ${withOneKey.join(', ')}`);
  return lines.join('\n');
}
