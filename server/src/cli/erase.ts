import { Command, Option } from 'commander';
import { readConfig } from '../config.ts';
import { type Erased, erasePerson, type Person } from '../core/erasure/index.ts';
import { invalid } from '../lib/errors.ts';
import type { LeadId } from '../lib/ids.ts';
import { operator } from './shared/operator.ts';
import { readWholeNumber } from './shared/whole-number.ts';
import { withContext } from './shared/with-context.ts';
import { requireWorkspace } from './shared/workspace-option.ts';

/** Data would be removed, but `--yes` is missing. */
const exitForUnconfirmed = 3;

interface EraseOptions {
  workspace: string;
  lead?: string;
  email?: string;
  yes?: boolean;
  json?: boolean;
}

export const eraseCommand = () =>
  new Command('erase')
    .description(
      'Remove a person for good: the lead, live or deleted, its history, stored answers that hold it, and runs about them.',
    )
    .requiredOption('--workspace <base_url>', 'the workspace, by its base URL')
    .addOption(new Option('--lead <id>', 'the lead with this id').conflicts('email'))
    .option('--email <address>', 'every lead with this address, also those that were deleted')
    .option('--yes', 'do it; without this, only tell what would be removed, and exit with 3')
    .option('--json', 'print one JSON document')
    .action(async ({ workspace: baseUrl, yes = false, json = false, ...named }: EraseOptions) => {
      const person = personOf(named);
      const erased = await withContext(readConfig(), async (context) => {
        const { id } = await requireWorkspace(context, baseUrl);
        return erasePerson(context, operator('command', 'erase'), id, person, { isTrial: !yes });
      });
      const isDone = yes || isNothing(erased);
      console.log(json ? JSON.stringify({ erased: yes, ...erased }, null, 2) : describe(erased, yes));
      if (!isDone) process.exitCode = exitForUnconfirmed;
    });

function personOf({ lead, email }: Pick<EraseOptions, 'lead' | 'email'>): Person {
  if (lead !== undefined) return { lead: readWholeNumber('--lead', lead) as LeadId };
  if (email) return { email };
  throw invalid('bad_option', 'Say who is meant: --lead ID or --email ADDRESS.');
}

const isNothing = ({ leads, runs, files, views, calls }: Erased): boolean =>
  leads.length === 0 && [runs, files, views, calls].every((count) => count === 0);

function describe(erased: Erased, yes: boolean): string {
  if (isNothing(erased))
    return 'Nothing was found: there is no such lead, live or deleted, and no run about it.';
  const verb = yes ? 'Removed' : 'Would remove';
  const lines = erased.leads.map(({ id, state, removed }) => {
    const counts = Object.entries(removed).map(([name, count]) => `${name} ${count}`);
    return `${verb} lead ${id} (${state}), and with it: ${counts.join(', ')}`;
  });
  if (erased.runs > 0) lines.push(`${verb} ${erased.runs} runs, finished or not, with all their steps`);
  if (erased.files > 0)
    lines.push(
      `${verb} ${erased.files} files of imports and exports, because any of them may name the person`,
    );
  if (erased.views > 0) lines.push(`${verb} ${erased.views} saved views that name the address`);
  if (erased.calls > 0) lines.push(`${verb} ${erased.calls} calls of agents that name the address`);
  return yes ? lines.join('\n') : `${lines.join('\n')}\nNothing was removed. Add --yes to do it.`;
}
