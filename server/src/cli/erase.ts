import { Command, Option } from 'commander';
import { readConfig } from '../config.ts';
import { type Erased, erasePerson, type Person } from '../core/erasure/index.ts';
import { invalid } from '../lib/errors.ts';
import type { LeadId } from '../lib/ids.ts';
import { example } from './shared/example.ts';
import { operator } from './shared/operator.ts';
import { readWholeNumber } from './shared/whole-number.ts';
import { withContext } from './shared/with-context.ts';
import { requireWorkspace, workspaceOption } from './shared/workspace-option.ts';

/** The exit code if data would be removed but `--yes` is missing. */
const exitForUnconfirmed = 3;

interface EraseOptions {
  workspace?: string;
  lead?: string;
  email?: string;
  yes?: boolean;
  json?: boolean;
}

export const eraseCommand = () =>
  new Command('erase')
    .addOption(workspaceOption())
    .addOption(new Option('--lead <id>', 'erase the lead with this id').conflicts('email'))
    .option('--email <address>', 'erase all leads with this email address, including deleted ones')
    .option(
      '--yes',
      'erase the data; without this option, only show what would be removed and exit with status 3',
    )
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      example('hark erase --workspace https://acme.example.com --email lea@example.com --yes'),
    )
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
  throw invalid('bad_option', 'Specify the person with --lead ID or --email ADDRESS.');
}

const isNothing = ({ leads, runs, files, views, calls, proposals }: Erased): boolean =>
  leads.length === 0 && [runs, files, views, calls, proposals].every((count) => count === 0);

function describe(erased: Erased, yes: boolean): string {
  if (isNothing(erased)) return 'Nothing found: no lead, active or deleted, and no run matches.';
  const verb = yes ? 'Removed' : 'Would remove';
  const lines = erased.leads.map(({ id, state, removed }) => {
    const counts = Object.entries(removed).map(([name, count]) => `${name} ${count}`);
    return `${verb} lead ${id} (${state}) with ${counts.join(', ')}`;
  });
  if (erased.runs > 0) lines.push(`${verb} ${erased.runs} runs and their steps`);
  if (erased.files > 0)
    lines.push(`${verb} ${erased.files} import and export files, because they may contain the person's data`);
  if (erased.views > 0) lines.push(`${verb} ${erased.views} saved views that contain the email address`);
  if (erased.calls > 0) lines.push(`${verb} ${erased.calls} agent calls that contain the email address`);
  if (erased.proposals > 0)
    lines.push(`${verb} ${erased.proposals} proposals that contain the email address`);
  return yes ? lines.join('\n') : `${lines.join('\n')}\nNothing was removed. Add --yes to remove this data.`;
}
