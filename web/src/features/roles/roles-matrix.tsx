import { Anchor, Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { ScrollingTable } from '../../components/page/scrolling-table.tsx';
import { Name } from '../../components/values/name.tsx';
import { rolesTexts as texts } from '../../texts/roles.ts';
import { PermissionCell } from './permission-cell.tsx';
import { groupsOf } from './permission-words.ts';
import type { Roles } from './role.ts';
import classes from './roles.module.css';

const permissionWidth = 150;
const roleWidth = 120;

/** The permission matrix: permissions by group, with one column per role. */
export function RolesMatrix({ data: { roles, permissions } }: { data: Roles }) {
  return (
    <ScrollingTable label={texts.matrix} minWidth={permissionWidth + roleWidth * roles.length} isFixed>
      <Table.Thead>
        <Table.Tr>
          <Table.Th className={classes.first}>{texts.permission}</Table.Th>
          {roles.map((role) => (
            <Table.Th key={role.id} className={classes.role}>
              <RoleHead role={role} />
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {groupsOf(permissions).map(([group, ofGroup]) => (
          <Fragment key={group}>
            <Table.Tr>
              <Table.Th scope="rowgroup" colSpan={roles.length + 1} className={classes.group}>
                {group}
              </Table.Th>
            </Table.Tr>
            {ofGroup.map((permission) => (
              <Table.Tr key={permission.key}>
                <Table.Th scope="row" fw={400} pl="lg" className={classes.first}>
                  {permission.label}
                </Table.Th>
                {roles.map(({ id, is_admin, permissions: held }) => {
                  // Administrators pass every check (spec/rest-api §7.5).
                  const full = permission.value === 'switch' ? true : 'all';
                  const value = is_admin ? full : held[permission.key];
                  return (
                    <Table.Td key={id} className={classes.mark}>
                      <PermissionCell permission={permission} held={value} />
                    </Table.Td>
                  );
                })}
              </Table.Tr>
            ))}
          </Fragment>
        ))}
      </Table.Tbody>
    </ScrollingTable>
  );
}

/** A role's name, and how many users have it. */
const RoleHead = ({ role: { id, name, users, is_admin } }: { role: Roles['roles'][number] }) => (
  <>
    <div className={classes.name}>
      <Anchor
        size="sm"
        fw={500}
        renderRoot={(props) => <Link to="/settings/roles/$id" params={{ id: String(id) }} {...props} />}
      >
        <Name>{name}</Name>
      </Anchor>
      {is_admin && (
        <span className={classes.reach} data-all>
          {texts.fullAccess}
        </span>
      )}
    </div>
    <Anchor
      size="xs"
      c="dimmed"
      className={classes.users ?? ''}
      aria-label={`${texts.people(users)}: ${texts.whoHas(name)}`}
      renderRoot={(props) => <Link to="/settings/users" search={{ role: id }} {...props} />}
    >
      {texts.people(users)}
    </Anchor>
  </>
);
