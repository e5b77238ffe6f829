import { createInterface } from 'node:readline/promises';
import { Command } from 'commander';
import { readConfig } from '../../config.ts';
import { deleteWorkspace } from '../../core/workspace-transfer/index.ts';
import { invalid } from '../../lib/errors.ts';
import { example } from '../shared/example.ts';
import { createProgress } from '../shared/progress.ts';
import { withOwnerDatabase } from '../shared/with-owner-database.ts';
import { requireWorkspace } from '../shared/workspace-option.ts';

export const deleteCommand = () =>
  new Command('delete')
    .description(
      'Remove a workspace and everything in it, for good. Interrupted, the same command goes on where it ended.',
    )
    .argument('<base_url>', 'the workspace, by its base URL')
    .option(
      '--yes <name>',
      'do it without asking; the name of the workspace, as `hark workspace list` shows it',
    )
    .addHelpText('after', example('hark workspace delete https://acme.example.com --yes "Acme"'))
    .action(async (baseUrl: string, { yes }: { yes?: string }) => {
      await withOwnerDatabase(readConfig(), async (context) => {
        const { id, name } = await requireWorkspace(context, baseUrl);
        if ((yes ?? (await ask(name))) !== name)
          throw invalid('not_confirmed', `Nothing was removed: the name of this workspace is "${name}".`);
        const removed = await deleteWorkspace({ ...context, onProgress: createProgress('removing') }, id);
        console.log(`${name} is gone: ${removed} rows were removed.`);
      });
    });

/** Typing the name proves that the operator has read it. */
async function ask(name: string): Promise<string> {
  if (!process.stdin.isTTY)
    throw invalid('not_confirmed', 'Nothing was removed. Confirm by --yes and the name of the workspace.');
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await asking.question(`This removes "${name}" for good. Type its name to go on: `);
  asking.close();
  return answer;
}
