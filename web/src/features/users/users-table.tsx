import { Group, Text } from '@mantine/core';
import { PersonAvatar } from '../../components/chips/person-avatar.tsx';
import { StateChip } from '../../components/chips/state-chip.tsx';
import type { Column } from '../../components/table/column.ts';
import { DataTable } from '../../components/table/data-table.tsx';
import { escapeBidi } from '../../components/values/escape-bidi.ts';
import { Moment } from '../../components/values/moment.tsx';
import { Name } from '../../components/values/name.tsx';
import { usersTexts as texts } from '../../texts/users.ts';
import type { ListedUser } from './viewed-user.ts';

const { columns: labels } = texts;

const keyOf = ({ id }: ListedUser) => String(id);
const nameOf = ({ name }: ListedUser) => escapeBidi(name);

/** A table of users. On narrow screens, role and last activity are below the name, and the state if it isn't active. */
export const UsersTable = ({ users, total }: { users: readonly ListedUser[]; total: number }) => (
  <DataTable
    name="users"
    label={texts.title}
    columns={columns}
    rows={users}
    keyOf={keyOf}
    nameOf={nameOf}
    footer={<span role="status">{texts.shown(users.length, total)}</span>}
    linkOf={({ id }) => ({ to: '/settings/users/$id', params: { id: String(id) } })}
  />
);

const State = ({ active, is_invited }: Pick<ListedUser, 'active' | 'is_invited'>) =>
  active && is_invited ? (
    <StateChip tone="waiting">{texts.invited}</StateChip>
  ) : (
    <StateChip tone={active ? 'good' : 'off'}>{active ? texts.on : texts.off}</StateChip>
  );

const columns: readonly Column<ListedUser>[] = [
  {
    key: 'name',
    label: labels.name,
    isLink: true,
    sortBy: ({ name }) => name,
    cell: ({ name, email }) => (
      <Group component="span" gap="sm" wrap="nowrap">
        <PersonAvatar name={name} size={32} />
        <span>
          <Name>{name}</Name>
          <Text span display="block" size="xs" c="dimmed">
            {email}
          </Text>
        </span>
      </Group>
    ),
    below: ({ role, active, is_invited, last_seen_at }) => (
      <Text size="xs" c="dimmed" component="div" hiddenFrom="sm" pl={44}>
        {(!active || is_invited) && (
          <>
            <State active={active} is_invited={is_invited} />{' '}
          </>
        )}
        <Name>{role.name}</Name> · {last_seen_at === null ? texts.page.neverSeen : texts.page.lastSeen}{' '}
        {last_seen_at !== null && <Moment at={last_seen_at} isInGrid />}
      </Text>
    ),
  },
  {
    key: 'role',
    label: labels.role,
    width: 200,
    from: 'sm',
    sortBy: ({ role }) => role.name,
    cell: ({ role }) => <Name>{role.name}</Name>,
  },
  {
    key: 'state',
    label: labels.state,
    width: 150,
    from: 'sm',
    sortBy: ({ active, is_invited }) => (active ? Number(is_invited) : 2),
    cell: State,
  },
  {
    key: 'seen',
    label: labels.seen,
    width: 170,
    from: 'sm',
    sortBy: ({ last_seen_at }) => last_seen_at ?? '',
    cell: ({ last_seen_at }) => <Moment at={last_seen_at} isInGrid />,
  },
];
