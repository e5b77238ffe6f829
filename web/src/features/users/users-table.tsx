import { Anchor, Box, Group, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { PersonAvatar } from '../../components/chips/person-avatar.tsx';
import { StateChip } from '../../components/chips/state-chip.tsx';
import { ScrollingTable } from '../../components/page/scrolling-table.tsx';
import { Moment } from '../../components/values/moment.tsx';
import { Name } from '../../components/values/name.tsx';
import { usersTexts as texts } from '../../texts/users.ts';
import classes from './users.module.css';
import type { ListedUser } from './viewed-user.ts';

const { columns } = texts;

export const UsersTable = ({ users }: { users: readonly ListedUser[] }) => (
  <ScrollingTable label={texts.title} minWidth={0}>
    <Table.Thead>
      <Table.Tr>
        <Table.Th>{columns.name}</Table.Th>
        <Table.Th visibleFrom="sm">{columns.role}</Table.Th>
        <Table.Th visibleFrom="sm">{columns.state}</Table.Th>
        <Table.Th visibleFrom="sm">{columns.seen}</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {users.map(({ id, name, email, role, active, last_seen_at }) => (
        <Table.Tr key={id}>
          <Table.Td className={classes.words}>
            <Group gap="sm" wrap="nowrap">
              <PersonAvatar name={name} size={28} />
              <Box miw={0}>
                <Anchor
                  fw={500}
                  size="sm"
                  data-row-link
                  renderRoot={(props) => (
                    <Link to="/settings/users/$id" params={{ id: String(id) }} {...props} />
                  )}
                >
                  <Name>{name}</Name>
                </Anchor>
                <Text size="xs" c="dimmed">
                  {email}
                </Text>
                <Text size="xs" c="dimmed" component="div" hiddenFrom="sm">
                  <Name>{role.name}</Name> · {active ? texts.on : texts.off} ·{' '}
                  {last_seen_at === null ? texts.page.neverSeen : texts.page.lastSeen}{' '}
                  {last_seen_at !== null && <Moment at={last_seen_at} />}
                </Text>
              </Box>
            </Group>
          </Table.Td>
          <Table.Td visibleFrom="sm" className={classes.words}>
            <Name>{role.name}</Name>
          </Table.Td>
          <Table.Td visibleFrom="sm">
            <StateChip tone={active ? 'good' : 'off'}>{active ? texts.on : texts.off}</StateChip>
          </Table.Td>
          <Table.Td visibleFrom="sm">
            <Moment at={last_seen_at} />
          </Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </ScrollingTable>
);
