import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { Command } from 'commander';
import { userPath } from '../../config.ts';
import { readDirectory, renderNginxFile } from '../../core/cells/index.ts';
import { changeFile } from '../../lib/change-file.ts';
import { fault } from '../../lib/errors.ts';
import { example } from '../shared/example.ts';
import { readNamedFile } from '../shared/read-input.ts';
import { fileOption } from './file-option.ts';

interface MapOptions {
  readonly file: string;
  readonly out: string;
  readonly reload?: string;
}

export const mapCommand = () =>
  new Command('map')
    .description('Write the file that tells nginx which host belongs to which cell, and reload nginx.')
    .addOption(fileOption())
    .requiredOption('--out <file>', 'file that nginx includes', userPath)
    .option('--reload <command>', 'command that tests the configuration and reloads nginx')
    .addHelpText(
      'after',
      example('hark cells map --out /etc/nginx/hark-cells.conf --reload "nginx -t && nginx -s reload"'),
    )
    .action(async ({ file, out, reload }: MapOptions) => {
      const text = renderNginxFile(readDirectory(await readNamedFile(file)));
      const before = await changeFile(out, () => text);
      if (reload !== undefined && !succeeds(reload)) {
        await putBack(out, before);
        throw fault(
          'reload_failed',
          `"${reload}" failed, so ${out} is as it was before. Fix the error above.`,
        );
      }
      console.log(
        `Wrote ${out}${reload === undefined ? '. Reload nginx to use it.' : ' and reloaded nginx.'}`,
      );
    });

/** The operator's shell runs the command, with its output on standard error. */
const succeeds = (command: string): boolean =>
  spawnSync(command, { shell: true, stdio: ['ignore', 2, 2] }).status === 0;

/** nginx keeps its configuration if the new one is wrong, but it wouldn't start with it after a reboot (spec/cells §2.3). */
async function putBack(path: string, before: string | undefined): Promise<void> {
  if (before === undefined) rmSync(path);
  else await changeFile(path, () => before);
}
