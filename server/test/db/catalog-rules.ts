import type pg from 'pg';
import {
  appPrivileges,
  directoryChanges,
  doors,
  functionDoors,
} from '../../src/db/tenancy/database-roles.ts';
import type { RoleNames } from '../../src/db/tenancy/role-names.ts';

type Rows = Record<string, string>[];

/** Each rule for tables, as a query that finds violations. Partitions are always included. */
const rules: Record<string, string> = {
  'has a workspace_id but no forced row-level security': `
    select c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and not (c.relrowsecurity and c.relforcerowsecurity)`,
  'is the directory but has no forced row-level security': `
    select relname as name from pg_class where oid = 'workspaces'::regclass and not (relrowsecurity and relforcerowsecurity)`,
  'has a unique index that does not begin with workspace_id': `
    select c.relname || '.' || i.relname as name from pg_index x
    join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
    join pg_attribute w on w.attrelid = c.oid and w.attname = 'workspace_id' and not w.attisdropped
    where c.relnamespace = 'public'::regnamespace and x.indisunique and x.indkey[0] <> w.attnum`,
  'has a foreign key that does not begin with workspace_id': `
    select c.relname || '.' || k.conname as name from pg_constraint k
    join pg_class c on c.oid = k.conrelid
    join pg_attribute w on w.attrelid = c.oid and w.attname = 'workspace_id' and not w.attisdropped
    left join pg_attribute t on t.attrelid = k.confrelid and t.attname = 'workspace_id' and not t.attisdropped
    where c.relnamespace = 'public'::regnamespace and k.contype = 'f'
      and (k.conkey[1] <> w.attnum or k.confkey[1] <> coalesce(t.attnum, k.confkey[1])
           or (t.attnum is null and k.confrelid <> 'workspaces'::regclass))`,
  'is a partition with its own grant': `
    select c.relname as name from pg_class c, aclexplode(c.relacl) a
    where c.relnamespace = 'public'::regnamespace and c.relispartition and a.grantee <> c.relowner`,
  "is a view that reads with its owner's permissions": `
    select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('v', 'm')
      and not coalesce(c.reloptions @> array['security_invoker=true'], false)`,
  'is a security definer function without a fixed search_path': `
    select p.proname as name from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prosecdef
      and not coalesce(p.proconfig @> array['search_path=pg_catalog, pg_temp'], false)`,
};

/**
 * Returns every violation of the rules above, and every grant, policy or role attribute that
 * database-roles.ts does not list.
 */
export async function findBreaches(client: pg.Client, roles: RoleNames): Promise<string[]> {
  const breaches: string[] = [];
  for (const [rule, query] of Object.entries(rules)) {
    const { rows } = await client.query<{ name: string }>(query);
    breaches.push(...rows.map(({ name }) => `${name} ${rule}`));
  }
  return [
    ...breaches,
    ...(await findExtraPrivileges(client, roles)),
    ...(await findUnlisted(client, roles)),
    ...(await findUnlistedFunctions(client, roles)),
  ];
}

/**
 * Finds roles that own tables, bypass row-level security or belong to another role, because they could read
 * every workspace.
 */
async function findExtraPrivileges(client: pg.Client, { owner, ...others }: RoleNames): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select rolname as name from pg_roles r where rolname = any($1)
       and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication
            or exists (select from pg_auth_members m where m.member = r.oid)
            or has_schema_privilege(r.oid, 'public', 'create')
            or exists (select from pg_class c where c.relowner = r.oid))
     union select rolname from pg_roles where rolname = any($2) and (rolcanlogin or rolsuper or rolbypassrls)`,
    [Object.values(others), [owner, others.finder]],
  );
  return rows.map(({ name }) => `${name} has privileges that it does not need`);
}

async function findUnlisted(client: pg.Client, roles: RoleNames): Promise<string[]> {
  const listed = new Set([
    ...Object.entries(appPrivileges).flatMap(([table, list]) =>
      list.map((privilege) => `${roles.app} ${privilege} ${table}`),
    ),
    ...directoryChanges.map((column) => `${roles.app} update workspaces ${column}`),
    ...doors.flatMap((door) =>
      door.privileges.flatMap((privilege) =>
        (door.columns ?? ['']).map((column) =>
          `${roles[door.role]} ${privilege} ${door.table} ${column}`.trim(),
        ),
      ),
    ),
  ]);
  const { rows: grants }: { rows: Rows } = await client.query(
    `select coalesce(r.rolname, 'public') || ' ' || lower(a.privilege_type) || ' ' || c.relname as name
     from pg_class c, aclexplode(c.relacl) a left join pg_roles r on r.oid = a.grantee
     where c.relnamespace = 'public'::regnamespace and a.grantee <> c.relowner
     union all
     select coalesce(r.rolname, 'public') || ' ' || lower(a.privilege_type) || ' ' || c.relname || ' ' || t.attname
     from pg_class c join pg_attribute t on t.attrelid = c.oid, aclexplode(t.attacl) a left join pg_roles r on r.oid = a.grantee
     where c.relnamespace = 'public'::regnamespace and a.grantee <> c.relowner`,
  );
  const { rows: policies }: { rows: Rows } = await client.query(
    `select array_to_string(roles, ',') || ' ' || policyname || ' ' || lower(cmd) || ' ' || tablename as name
     from pg_policies where schemaname = 'public'
       and not (roles = array[$1::name] and policyname = 'workspace' and permissive = 'PERMISSIVE'
                and qual like '%hark.workspace%' and with_check like '%hark.workspace%')
       and not (roles = array[$2::name] and policyname = 'owner')`,
    [roles.app, roles.owner],
  );
  const listedPolicies = new Set([
    `${roles.app} read select workspaces`,
    `${roles.app} create insert workspaces`,
    ...doors.flatMap((door) =>
      door.privileges.map((p) => `${roles[door.role]} ${door.role}_${p} ${p} ${door.table}`),
    ),
  ]);
  return [
    ...grants
      .filter(({ name }) => !listed.has(name ?? ''))
      .map(({ name }) => `the grant "${name}" is not listed`),
    ...policies
      .filter(({ name }) => !listedPolicies.has(name ?? ''))
      .map(({ name }) => `the policy "${name}" is not listed`),
  ];
}

/** Checks owner, security mode and callers of every function that Hark defines. */
async function findUnlistedFunctions(client: pg.Client, roles: RoleNames): Promise<string[]> {
  const listed = new Set(
    functionDoors.flatMap(({ signature, owner, callers }) => [
      `${signature} runs as ${roles[owner]}`,
      ...callers.map((caller) => `${signature} is called by ${roles[caller]}`),
    ]),
  );
  const { rows } = await client.query<{ name: string }>(
    `with ours as (
       select p.oid::regprocedure::text as signature, p.* from pg_proc p
       where p.pronamespace = 'public'::regnamespace
         and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e'))
     select signature || ' runs as ' || pg_get_userbyid(proowner) as name from ours
     where prosecdef or pg_get_userbyid(proowner) <> $1
     union all
     select signature || ' is called by ' || coalesce(r.rolname, 'public')
     from ours, aclexplode(coalesce(proacl, acldefault('f', proowner))) a left join pg_roles r on r.oid = a.grantee
     where a.grantee <> proowner`,
    [roles.owner],
  );
  const found = new Set(rows.map(({ name }) => name.replaceAll(',', ', ')));
  return [
    ...[...found].filter((name) => !listed.has(name)).map((name) => `"${name}" is not listed`),
    ...[...listed].filter((name) => !found.has(name)).map((name) => `"${name}" is listed but missing`),
  ];
}
