import { Command } from 'commander';
import { readConfig } from '../../config.ts';
import { type ListedWorkspace, listFigures } from '../../core/workspaces/index.ts';
import { example } from '../shared/example.ts';
import { withContext } from '../shared/with-context.ts';

export const listCommand = () =>
  new Command('list')
    .description('List all workspaces: id, base URL, leads, users, runs in the last 24 hours, and state.')
    .option('--json', 'print JSON')
    .addHelpText('after', example('hark workspace list --json'))
    .action(async ({ json = false }: { json?: boolean }) => {
      await withContext(readConfig(), async (context) => {
        const workspaces: ListedWorkspace[] = [];
        for await (const workspace of listFigures(context)) workspaces.push(workspace);
        if (json) console.log(JSON.stringify({ workspaces }, null, 2));
        else console.log(workspaces.map(describeWorkspace).join('\n') || 'There is no workspace yet.');
      });
    });

function describeWorkspace(workspace: ListedWorkspace): string {
  const { id, name, base_url, leads, users, runs_last_24_hours: runs } = workspace;
  return `#${id}  ${name}  ${base_url}\n  ${leads} leads, ${users} users, ${runs} runs in the last 24 hours${stateOf(workspace)}`;
}

function stateOf(workspace: ListedWorkspace): string {
  const { suspended_at: suspendedAt, deletion_began_at: deletionBeganAt, move_state: moveState } = workspace;
  if (moveState === 'moved') return '\n  moved to another installation';
  if (moveState === 'arriving') return '\n  arriving from another installation';
  if (moveState) return '\n  moving to another installation';
  if (deletionBeganAt) return `\n  being deleted since ${deletionBeganAt.toISOString()}`;
  return suspendedAt ? `\n  suspended since ${suspendedAt.toISOString()}` : '';
}
