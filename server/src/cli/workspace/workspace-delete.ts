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
      'Permanently delete a workspace and all its data. If interrupted, run the same command again to resume.',
    )
    .argument('<base_url>', 'base URL of the workspace')
    .option('--yes <name>', 'confirm by giving the name of the workspace, as shown by `hark workspace list`')
    .addHelpText('after', example('hark workspace delete https://acme.example.com --yes "Acme"'))
    .action(async (baseUrl: string, { yes }: { yes?: string }) => {
      await withOwnerDatabase(readConfig(), async (context) => {
        const { id, name } = await requireWorkspace(context, baseUrl);
        if ((yes ?? (await ask(name))) !== name)
          throw invalid(
            'not_confirmed',
            `Nothing was deleted, because the name of this workspace is "${name}".`,
          );
        const removed = await deleteWorkspace({ ...context, onProgress: createProgress('removing') }, id);
        console.log(`Deleted ${name} (${removed} rows).`);
      });
    });

/** Asks the operator to type the workspace's name, which proves that they have read it. */
async function ask(name: string): Promise<string> {
  if (!process.stdin.isTTY)
    throw invalid('not_confirmed', 'Nothing was deleted. Confirm with --yes and the name of the workspace.');
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await asking.question(`This permanently deletes "${name}". Type its name to continue: `);
  asking.close();
  return answer;
}
