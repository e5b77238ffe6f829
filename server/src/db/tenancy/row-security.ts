import pg from 'pg';
import { appPrivileges, directoryChanges, doors, type Privilege } from './database-roles.ts';
import { readFunctionWalls, wantedFunctionWalls } from './function-security.ts';
import type { RoleNames } from './role-names.ts';
import { type Fact, missingFrom } from './security-facts.ts';

const { escapeIdentifier } = pg;

/**
 * The condition of the policy, as PostgreSQL prints it. It uses `nullif` because the setting is an empty
 * string, not null, after its first use.
 */
const onlyWorkspace = (column: 'id' | 'workspace_id') =>
  `(${column} = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint)`;

/** The table that maps hosts to workspaces. */
const directory = 'workspaces';

export async function wantedWalls(client: pg.ClientBase, roles: RoleNames): Promise<Fact[]> {
  const functions = await wantedFunctionWalls(client, roles);
  return [...wantedTableWalls(await readTables(client), roles), ...functions];
}

interface Table {
  readonly table: string;
  readonly columns: readonly string[];
  readonly hasWorkspace: boolean;
}

function wantedTableWalls(tables: readonly Table[], roles: RoleNames): Fact[] {
  return tables.flatMap(({ table, hasWorkspace, columns }) => [
    ...(hasWorkspace ? workspaceWall(table, roles) : []),
    ...(table === directory ? directoryWall(columns, roles) : []),
    ...(appPrivileges[table] ?? []).map((privilege) => grant(table, roles.app, privilege, null)),
    ...doors
      // Skip columns that no migration has created yet.
      .filter((door) => door.table === table && (door.columns ?? []).every((name) => columns.includes(name)))
      .flatMap((door) => [
        ...door.privileges.map((privilege) => grant(table, roles[door.role], privilege, door.columns)),
        ...(hasWorkspace || table === directory
          ? door.privileges.map((privilege) =>
              policy(table, `${door.role}_${privilege}`, roles[door.role], privilege, 'true'),
            )
          : []),
      ]),
  ]);
}

function workspaceWall(table: string, roles: RoleNames): Fact[] {
  return [
    ...forcedSecurity(table, roles),
    policy(table, 'workspace', roles.app, 'all', onlyWorkspace('workspace_id')),
  ];
}

/** The directory is read, and gets new rows, before the workspace is known. Only the current one's row can change. */
function directoryWall(columns: readonly string[], roles: RoleNames): Fact[] {
  // Skip columns that no migration has created yet.
  const changes = directoryChanges.filter((name) => columns.includes(name));
  return [
    ...forcedSecurity(directory, roles),
    policy(directory, 'read', roles.app, 'select', 'true'),
    policy(directory, 'create', roles.app, 'insert', 'true'),
    policy(directory, 'workspace', roles.app, 'update', onlyWorkspace('id')),
    grant(directory, roles.app, 'update', changes),
  ];
}

/**
 * Row-level security also applies to the owner, so the owner gets a policy too. Otherwise a data migration
 * would see no rows.
 */
function forcedSecurity(table: string, roles: RoleNames): Fact[] {
  return [
    {
      kind: 'row security',
      table,
      says: 'enabled and forced',
      putUp: `alter table ${escapeIdentifier(table)} enable row level security, force row level security`,
    },
    policy(table, 'owner', roles.owner, 'all', 'true'),
  ];
}

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

function grant(
  table: string,
  role: string,
  privilege: string,
  columns: readonly string[] | null | undefined,
): Fact {
  const what = columns ? `${privilege} (${[...columns].sort().map(escapeIdentifier).join(', ')})` : privilege;
  const whom = role === 'public' ? role : escapeIdentifier(role);
  return {
    kind: 'grant',
    table,
    says: `${what} to ${role}`,
    putUp: `grant ${what} on ${escapeIdentifier(table)} to ${whom}`,
    takeDown: `revoke ${what} on ${escapeIdentifier(table)} from ${whom}`,
  };
}

const policyText = (name: string, command: string, role: string, reads: string, writes: string) =>
  `${name}: ${command} to ${role} using ${reads || '–'} with check ${writes || '–'}`;

/** Reads the actual policies and grants from the catalog, including those on partitions. */
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
  const grants = await client.query<
    Record<'table' | 'role' | 'privilege', string> & { columns: string[] | null }
  >(
    `select c.relname as table, coalesce(r.rolname, 'public') as role, lower(g.privilege_type) as privilege, g.columns
     from pg_class c
     cross join lateral (
       select grantee, privilege_type, null::text[] as columns from aclexplode(c.relacl)
       union all
       select e.grantee, e.privilege_type, array_agg(a.attname::text order by a.attname)
       from pg_attribute a, aclexplode(a.attacl) e where a.attrelid = c.oid group by 1, 2) g
     left join pg_roles r on r.oid = g.grantee
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
       and g.grantee <> c.relowner`,
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
    ...grants.rows.map(({ table, role, privilege, columns }): Fact => {
      const { takeDown = '', ...fact } = grant(table, role, privilege, columns);
      // Grants to roles that the operator created are only reported; the operator has to revoke them.
      return known.has(role) || role === 'public' ? { ...fact, takeDown } : fact;
    }),
    ...(await readFunctionWalls(client, known)),
  ];
}

export async function readTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Omit<Table, 'hasWorkspace'>>(
    `select c.relname as table,
            array(select a.attname::text from pg_attribute a
                  where a.attrelid = c.oid and (a.attnum > 0 or a.attname = 'ctid') and not a.attisdropped) as columns
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     order by 1`,
  );
  return rows.map((row) => ({ ...row, hasWorkspace: row.columns.includes('workspace_id') }));
}

/**
 * Brings policies and grants to the expected state in one transaction. Does nothing if they already match. Run
 * it after the migrations: until it runs, a new table has no grants, so no role can reach it.
 * @returns the statements that were needed
 */
export async function applyRowSecurity(client: pg.ClientBase, roles: RoleNames): Promise<string[]> {
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
