import pg from 'pg';
import { appPrivileges, doors, type Privilege } from './doors.ts';
import { readFunctionWalls, wantedFunctionWalls } from './function-walls.ts';
import type { RoleNames } from './role-names.ts';
import { type Fact, missingFrom } from './wall-fact.ts';

const { escapeIdentifier } = pg;

/**
 * What stands between workspaces, as PostgreSQL prints it. `nullif`, because after its first use on a connection
 * the setting is an empty text and not null.
 */
const workspaceOnly =
  "(workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint)";

/** The walls as they should be, for the tables and functions that are there. */
export async function wantedWalls(client: pg.ClientBase, roles: RoleNames): Promise<Fact[]> {
  const functions = await wantedFunctionWalls(client, roles);
  return [...wantedTableWalls(await readTables(client), roles), ...functions];
}

/** The one template for every table with a `workspace_id`, and the list of doors. */
function wantedTableWalls(
  tables: readonly { table: string; hasWorkspace: boolean }[],
  roles: RoleNames,
): Fact[] {
  return tables.flatMap(({ table, hasWorkspace }) => [
    ...(hasWorkspace ? workspaceWall(table, roles) : []),
    ...(appPrivileges[table] ?? []).map((privilege) => grant(table, roles.app, privilege)),
    ...doors
      .filter((door) => door.table === table)
      .flatMap((door) => [
        ...door.privileges.map((privilege) => grant(table, roles[door.role], privilege)),
        ...(hasWorkspace
          ? door.privileges.map((privilege) => openPolicy(table, roles[door.role], privilege))
          : []),
      ]),
  ]);
}

/** Row-level security that binds the owner too; the owner gets a policy, or a data migration would see no row. */
function workspaceWall(table: string, roles: RoleNames): Fact[] {
  const quoted = escapeIdentifier(table);
  return [
    {
      kind: 'row security',
      table,
      says: 'enabled and forced',
      putUp: `alter table ${quoted} enable row level security, force row level security`,
    },
    policy(table, 'workspace', roles.app, 'all', workspaceOnly),
    policy(table, 'owner', roles.owner, 'all', 'true'),
  ];
}

const openPolicy = (table: string, role: string, privilege: Privilege) =>
  policy(table, `${privilege}_over_workspaces`, role, privilege, 'true');

function policy(table: string, name: string, role: string, command: Privilege | 'all', rule: string): Fact {
  const reads = command === 'insert' ? '' : rule;
  const writes = command === 'select' || command === 'delete' ? '' : rule;
  return {
    kind: 'policy',
    table,
    says: policyText(name, command, role, reads, writes),
    putUp: `create policy ${escapeIdentifier(name)} on ${escapeIdentifier(table)} for ${command} to ${escapeIdentifier(role)}${
      reads && ` using (${reads})`
    }${writes && ` with check (${writes})`}`,
  };
}

function grant(table: string, role: string, privilege: Privilege): Fact {
  return {
    kind: 'grant',
    table,
    says: grantText(role, privilege),
    putUp: `grant ${privilege} on ${escapeIdentifier(table)} to ${escapeIdentifier(role)}`,
  };
}

const policyText = (name: string, command: string, role: string, reads: string, writes: string) =>
  `${name}: ${command} to ${role} using ${reads || '–'} with check ${writes || '–'}`;
const grantText = (role: string, privilege: string) => `${privilege} to ${role}`;

/** The walls as they are, read from the catalog, partitions included. */
export async function readWalls(client: pg.ClientBase, roles: RoleNames): Promise<Fact[]> {
  const security = await client.query<{ table: string }>(
    `select relname as table from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relrowsecurity and relforcerowsecurity`,
  );
  const policies = await client.query<
    Record<'table' | 'name' | 'command' | 'role' | 'reads' | 'writes', string>
  >(
    `select tablename as table, policyname as name, lower(cmd) as command, array_to_string(roles, ',') as role,
            coalesce(qual, '') as reads, coalesce(with_check, '') as writes
     from pg_policies where schemaname = 'public'`,
  );
  const grants = await client.query<Record<'table' | 'role' | 'privilege', string>>(
    `select c.relname as table, coalesce(r.rolname, 'public') as role, lower(a.privilege_type) as privilege
     from pg_class c, aclexplode(c.relacl) a left join pg_roles r on r.oid = a.grantee
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
       and a.grantee <> c.relowner`,
  );
  const known = new Set(Object.values(roles));
  return [
    ...security.rows.map(({ table }): Fact => ({ kind: 'row security', table, says: 'enabled and forced' })),
    ...policies.rows.map(
      (row): Fact => ({
        kind: 'policy',
        table: row.table,
        says: policyText(row.name, row.command, row.role, row.reads, row.writes),
        takeDown: `drop policy ${escapeIdentifier(row.name)} on ${escapeIdentifier(row.table)}`,
      }),
    ),
    ...grants.rows.map(
      (row): Fact => ({
        kind: 'grant',
        table: row.table,
        says: grantText(row.role, row.privilege),
        ...(known.has(row.role) || row.role === 'public'
          ? {
              takeDown: `revoke ${row.privilege} on ${escapeIdentifier(row.table)} from ${row.role === 'public' ? 'public' : escapeIdentifier(row.role)}`,
            }
          : {}),
      }),
    ),
    ...(await readFunctionWalls(client, known)),
  ];
}

/** Every table of ours, and whether its rows belong to a workspace. */
export async function readTables(client: pg.ClientBase): Promise<{ table: string; hasWorkspace: boolean }[]> {
  const { rows } = await client.query<{ table: string; hasWorkspace: boolean }>(
    `select c.relname as table,
            exists (select from pg_attribute a
                    where a.attrelid = c.oid and a.attname = 'workspace_id' and not a.attisdropped) as "hasWorkspace"
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     order by 1`,
  );
  return rows;
}

/**
 * Brings the walls to where they should be, in one transaction, and touches nothing when they stand already.
 * Run after the migrations: a table that a migration just made has no grant, so nobody reaches it before.
 * @returns the statements that were needed
 */
export async function raiseWalls(client: pg.ClientBase, roles: RoleNames): Promise<string[]> {
  const wanted = await wantedWalls(client, roles);
  const present = await readWalls(client, roles);
  const statements = [
    ...missingFrom(wanted, present).map((fact) => fact.takeDown),
    ...missingFrom(present, wanted).map((fact) => fact.putUp),
  ].filter((statement) => statement !== undefined);
  if (statements.length === 0) return [];
  await client.query('begin');
  for (const statement of statements) await client.query(statement);
  await client.query('commit');
  return statements;
}
