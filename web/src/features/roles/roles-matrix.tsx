import { Anchor, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { ScrollingTable } from '../../components/page/scrolling-table.tsx';
import { Name } from '../../components/values/name.tsx';
import { rolesTexts as texts } from '../../texts/roles.ts';
import { groupsOf, wordOf } from './permission-words.ts';
import type { Roles } from './role.ts';
import classes from './roles.module.css';

const permissionWidth = 200;
const roleWidth = 120;

/** The permission matrix: permissions by group, with one column per role. */
export function RolesMatrix({ data: { roles, permissions } }: { data: Roles }) {
  return (
    <ScrollingTable label={texts.matrix} minWidth={permissionWidth + roleWidth * roles.length}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{texts.permission}</Table.Th>
          {roles.map(({ id, name }) => (
            <Table.Th key={id} className={classes.words}>
              <Anchor
                size="sm"
                fw={500}
                renderRoot={(props) => (
                  <Link to="/settings/roles/$id" params={{ id: String(id) }} {...props} />
                )}
              >
                <Name>{name}</Name>
              </Anchor>
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        <Table.Tr>
          <Table.Th scope="row">{texts.people}</Table.Th>
          {roles.map(({ id, name, users }) => (
            <Table.Td key={id}>
              <Anchor
                size="sm"
                aria-label={`${texts.whoHas(name)}: ${users}`}
                renderRoot={(props) => <Link to="/settings/users" search={{ role: id }} {...props} />}
              >
                {users}
              </Anchor>
            </Table.Td>
          ))}
        </Table.Tr>
        <Table.Tr>
          <Table.Th scope="row">{texts.administrator}</Table.Th>
          {roles.map(({ id, is_admin }) => (
            <Cell key={id} word={is_admin ? texts.values.yes : texts.values.no} isQuiet={!is_admin} />
          ))}
        </Table.Tr>
        {groupsOf(permissions).map(([group, ofGroup]) => (
          <Fragment key={group}>
            <Table.Tr>
              <Table.Th scope="rowgroup" colSpan={roles.length + 1} className={classes.group}>
                {group}
              </Table.Th>
            </Table.Tr>
            {ofGroup.map((permission) => (
              <Table.Tr key={permission.key}>
                <Table.Th scope="row" fw={400} pl="lg">
                  {permission.label}
                </Table.Th>
                {roles.map(({ id, is_admin, permissions: held }) => {
                  // Administrators pass every check (spec/rest-api §7.5).
                  const full = permission.value === 'switch' ? true : 'all';
                  const value = is_admin ? full : held[permission.key];
                  const isQuiet = value === undefined || value === false || value === 'none';
                  return <Cell key={id} word={wordOf(permission, value)} isQuiet={isQuiet} />;
                })}
              </Table.Tr>
            ))}
          </Fragment>
        ))}
      </Table.Tbody>
    </ScrollingTable>
  );
}

const Cell = ({ word, isQuiet }: { word: string; isQuiet: boolean }) => (
  <Table.Td>
    <Text size="sm" span {...(isQuiet ? { c: 'dimmed' } : { fw: 600 })}>
      {word}
    </Text>
  </Table.Td>
);
