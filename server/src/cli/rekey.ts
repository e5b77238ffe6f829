import { Command } from 'commander';
import { installationSettings, readConfig } from '../config.ts';
import { findInstallation, openOwnerDoor } from '../core/installation/index.ts';
import { type RekeyStatus, readRekeyStatus, rekey } from '../core/key-rotation/index.ts';
import { createLogger } from '../lib/log.ts';
import { example } from './shared/example.ts';
import { createProgress } from './shared/progress.ts';

export const rekeyCommand = () =>
  new Command('rekey')
    .option('--status', 'only show the progress and what is left to do')
    .option('--json', 'with --status: print JSON')
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
        console.log(`Re-encrypted ${done} values. The previous key is no longer needed.`);
        console.log(
          'Remove SECRET_KEY_PREVIOUS from the configuration of every process. You can restart them at any time.',
        );
      } finally {
        await owner.close();
      }
    });

const says: Record<RekeyStatus['state'], string> = {
  none: 'No key rotation is in progress.',
  ready: 'SECRET_KEY_PREVIOUS is still in use. When every process has both keys, run `hark rekey`.',
  'under way': 'A key rotation is in progress. Run `hark rekey` until it reports completion.',
  done: 'Done. SECRET_KEY_PREVIOUS is no longer needed; remove it.',
};

function describe({ state, keyNumber, left, withOneKey }: RekeyStatus): string {
  const lines = [says[state], `Current key: number ${keyNumber}.`];
  for (const [column, count] of Object.entries(left))
    lines.push(`${column}: ${count} values encrypted with another key`);
  if (withOneKey.length > 0) lines.push(`Processes without SECRET_KEY_PREVIOUS: ${withOneKey.join(', ')}`);
  return lines.join('\n');
}
