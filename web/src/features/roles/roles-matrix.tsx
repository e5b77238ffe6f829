import { Anchor, Paper, Stack, Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { ScrollingTable } from '../../components/page/scrolling-table.tsx';
import { useNarrow } from '../../components/page/use-narrow.ts';
import { Name } from '../../components/values/name.tsx';
import { rolesTexts as texts } from '../../texts/roles.ts';
import { PermissionCell } from './permission-cell.tsx';
import { groupsOf, heldBy, summaryOf } from './permission-words.ts';
import type { Roles } from './role.ts';
import classes from './roles.module.css';

const permissionWidth = 150;
const roleWidth = 132;

/** The permission matrix: permissions by group, with one column per role. A phone shows one card per role. */
export function RolesMatrix({ data }: { data: Roles }) {
  return useNarrow() ? <RoleCards data={data} /> : <Matrix data={data} />;
}

function Matrix({ data: { roles, permissions } }: { data: Roles }) {
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
                {roles.map((role) => (
                  <Table.Td key={role.id} className={classes.mark}>
                    <PermissionCell permission={permission} held={heldBy(role, permission)} />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Fragment>
        ))}
      </Table.Tbody>
    </ScrollingTable>
  );
}

/** One card per role, with the permissions that it has. */
const RoleCards = ({ data: { roles, permissions } }: { data: Roles }) => (
  <Stack gap="sm" component="section" aria-label={texts.matrix}>
    {roles.map((role) => (
      <Paper key={role.id} withBorder className={classes.card}>
        <RoleHead role={role} />
        {!role.is_admin && (
          <dl className={classes.summary}>
            {groupsOf(permissions).map(([group, ofGroup]) => (
              <div key={group}>
                <dt>{group}</dt>
                <dd>
                  {ofGroup
                    .map((permission) => summaryOf(permission, heldBy(role, permission)))
                    .filter((summary) => summary !== null)
                    .join(', ') || texts.nothing}
                </dd>
              </div>
            ))}
          </dl>
        )}
      </Paper>
    ))}
  </Stack>
);

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
