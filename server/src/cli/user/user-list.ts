import { Command } from 'commander';
import { listUsersById, showUser } from '../../core/users/index.ts';
import { example } from '../shared/example.ts';
import { listRecords, readRecords } from '../shared/record-list.ts';
import { workspaceOption } from '../shared/workspace-option.ts';

type ShownUser = ReturnType<typeof showUser>;

export const listCommand = () =>
  listRecords<ShownUser, { workspace?: string }>(
    new Command('list')
      .description('List users: id, email address, name, role, state, and when they were last seen.')
      .addOption(workspaceOption())
      .addHelpText('after', example('hark user list', 'hark user list --json')),
    {
      noun: 'user',
      read: ({ workspace }, most) =>
        readRecords(workspace, 'users', most, async (context, { id }) => {
          const { total, users } = await listUsersById(context, id, {
            after: undefined,
            start: 0,
            limit: most,
          });
          return { total, records: users.map(showUser) };
        }),
      describe: describeUser,
    },
  );

function describeUser({ id, email, name, role, active, last_seen_at: lastSeenAt }: ShownUser): string {
  const seen = lastSeenAt === null ? 'never seen' : `last seen ${lastSeenAt}`;
  return `#${id}  ${email}  ${name}  ${role.name}${active ? '' : ', deactivated'}, ${seen}`;
}
