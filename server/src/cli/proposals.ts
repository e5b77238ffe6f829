import { Command, Option } from 'commander';
import { readConfig } from '../config.ts';
import { proposalStatuses, type ShownProposal } from '../core/proposals/index.ts';
import { invalid } from '../lib/errors.ts';
import { example } from './shared/example.ts';
import { listRecords } from './shared/record-list.ts';
import { findRemote, type Remote } from './shared/remote.ts';
import { readPages } from './shared/remote-pages.ts';
import { readWholeNumber } from './shared/whole-number.ts';

/** `hark proposals`: lists and decides what agents and programs propose (spec/proposals §3.5). */
export const proposalsCommand = () =>
  new Command('proposals')
    .addCommand(listCommand())
    .addCommand(decideCommand('approve', 'Make proposed changes, in the name of the user of HARK_TOKEN.'))
    .addCommand(decideCommand('reject', 'Reject proposed changes. The leads stay as they are.'));

/** A proposal is decided in the name of a user, so the commands always call the server with a user's token. */
function requireRemote(): Remote {
  const remote = findRemote(readConfig(), undefined);
  if (remote) return remote;
  throw invalid(
    'remote_missing',
    'Set HARK_URL and HARK_TOKEN: proposals are listed and decided in the name of a user.',
  );
}

const listCommand = () =>
  listRecords<ShownProposal, { status: string }>(
    new Command('list')
      .description('List proposals, newest first, with their id and the old and new values.')
      .addOption(
        new Option('--status <status>', 'only proposals with this status')
          .choices([...proposalStatuses, 'all'])
          .default('pending'),
      )
      .addHelpText('after', example('hark proposals list')),
    {
      noun: 'proposal',
      read: ({ status }, most) =>
        readPages(requireRemote(), `/proposals?status=${status}`, 'proposals', most),
      describe: describeProposal,
    },
  );

function describeProposal(proposal: ShownProposal): string {
  const { id, status, action, lead_id, changes, proposed_by, means, created_at } = proposal;
  const lead = lead_id === null ? 'a new lead' : `lead ${lead_id}`;
  const who = means.name === null ? proposed_by.name : `${means.name} for ${proposed_by.name}`;
  const values = changes.map(({ field, old, new: value }) =>
    action === 'create'
      ? `  ${field}: ${JSON.stringify(value)}`
      : `  ${field}: ${JSON.stringify(old)} → ${JSON.stringify(value)}`,
  );
  const shown = action === 'create' || action === 'edit' ? values : [];
  return [`${id}  ${status}  ${action} ${lead}, by ${who}, ${created_at}`, ...shown].join('\n');
}

interface Result {
  readonly id: number;
  readonly status: number;
  readonly error?: { readonly message: string };
}

const decideCommand = (what: 'approve' | 'reject', description: string) =>
  new Command(what)
    .description(description)
    .argument('<id...>', 'ids of the proposals, at most 100')
    .option('--json', 'print JSON')
    .addHelpText('after', example(`hark proposals ${what} 12 13`))
    .action(async (given: string[], { json = false }: { json?: boolean }) => {
      const ids = given.map((id) => readWholeNumber('ID', id));
      const answer = await requireRemote().call('POST', `/proposals/${what}`, { ids });
      const { results } = answer as { results: Result[] };
      if (json) console.log(JSON.stringify({ results }, null, 2));
      for (const { id, error } of json ? [] : results) {
        if (error) console.error(`${id}: ${error.message}`);
        else console.log(`${what === 'approve' ? 'Approved' : 'Rejected'} ${id}.`);
      }
      if (results.some(({ error }) => error)) process.exitCode = 1;
    });
