import { Anchor, Badge, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
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
            <Anchor
              fw={600}
              size="sm"
              renderRoot={(props) => <Link to="/settings/users/$id" params={{ id: String(id) }} {...props} />}
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
          </Table.Td>
          <Table.Td visibleFrom="sm" className={classes.words}>
            <Name>{role.name}</Name>
          </Table.Td>
          <Table.Td visibleFrom="sm">
            <Badge variant="dot" color={active ? 'green' : 'gray'}>
              {active ? texts.on : texts.off}
            </Badge>
          </Table.Td>
          <Table.Td visibleFrom="sm">
            <Moment at={last_seen_at} />
          </Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </ScrollingTable>
);
