import { describe, expect, test } from 'vitest';
import { findWallDifferences } from '../../src/db/migrations/inspect.ts';
import { appPrivileges } from '../../src/db/tenancy/database-roles.ts';
import { applyRowSecurity, readTables } from '../../src/db/tenancy/row-security.ts';
import { copyTemplate, useTestDatabase } from '../harness/test-database.ts';
import { findBreaches } from './catalog-rules.ts';

const database = useTestDatabase();

describe('the catalog', () => {
  test('breaks none of the rules', async () => {
    const { addresses, asAdministrator } = database.current;
    expect(await asAdministrator((client) => findBreaches(client, addresses.roleNames))).toEqual([]);
  });

  test('contains exactly the tables listed in database-roles.ts', async () => {
    const tables = await database.current.asAdministrator(readTables);
    expect(tables.map(({ table }) => table)).toEqual(Object.keys(appPrivileges).sort());
    expect(tables.filter(({ hasWorkspace }) => !hasWorkspace).map(({ table }) => table)).toEqual([
      'installation_keys',
      'installation_limits',
      'schema_migrations',
      'set_up_secrets',
      'workspaces',
    ]);
  });

  test('lets the service roles read exactly the listed columns across all workspaces, and no content', async () => {
    const { addresses, asAdministrator } = database.current;
    const { ingest, dispatch, upkeep } = addresses.roleNames;
    const { rows } = await asAdministrator((client) =>
      client.query<{ role: number; table: string; columns: string }>(
        `select r.role, c.relname as table, string_agg(a.attname, ' ' order by a.attname) as columns
         from unnest($1::text[]) with ordinality r (name, role), pg_class c join pg_attribute a on a.attrelid = c.oid
         where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not a.attisdropped
           and (a.attnum > 0 or a.attname = 'ctid') and has_column_privilege(r.name, c.oid, a.attnum, 'select')
         group by 1, 2 order by 1, 2`,
        [[ingest, dispatch, upkeep]],
      ),
    );
    const names = ['ingest', 'dispatch', 'upkeep'];
    expect(rows.map(({ role, table, columns }) => `${names[role - 1]} ${table}: ${columns}`)).toEqual([
      'ingest delivery_keys: body_hash key_hash listener_id run_id workspace_id',
      'ingest listeners: id version workflow_id workspace_id',
      'ingest users: active id workspace_id',
      'ingest workflows: enabled id owner_id published_version workspace_id',
      'ingest workspace_settings: template_values_version workspace_id',
      'ingest workspaces: host id listener_host move_state suspended_at',
      'dispatch runs: accepted_at answered_at doubted_at due_at fence id is_awaited sent_at status workflow_id workspace_id',
      'dispatch users: active id workspace_id',
      'dispatch workflows: id owner_id workspace_id',
      'dispatch workspace_settings: runs_in_flight workspace_id',
      'dispatch workspaces: id move_state suspended_at',
      'upkeep agent_calls: at id workspace_id',
      'upkeep api_key_uses: ctid last_used_at',
      'upkeep approvals: created_at id mail_due_at run_id workspace_id',
      'upkeep attempts: at ctid',
      'upkeep deleted_leads: deleted_at id workspace_id',
      'upkeep delivery_keys: accepted_at key_hash listener_id workspace_id',
      'upkeep events: at ctid position workspace_id',
      'upkeep idempotent_answers: answered_at ctid',
      'upkeep jobs: attempts created_at ended_at fence id kind lease_until status turn_at workspace_id',
      'upkeep lead_blocks: block count ctid workspace_id',
      'upkeep lead_count_deltas: block ctid delta owner_id workspace_id',
      'upkeep lead_counts: count ctid owner_id workspace_id',
      'upkeep lead_history: at id lead_id workspace_id',
      'upkeep lead_upkeep: recounted_at rewrite_since workspace_id',
      'upkeep oauth_codes: ctid expires_at',
      'upkeep oauth_grants: ctid expires_at',
      'upkeep oauth_requests: ctid expires_at',
      'upkeep oauth_tokens: ctid expires_at kind',
      'upkeep password_links: ctid expires_at',
      'upkeep proposals: ctid expires_at',
      'upkeep refused_requests: at id listener_id workspace_id',
      'upkeep run_steps: run_id workspace_id',
      'upkeep runs: ended_at id workspace_id',
      'upkeep sessions: ctid ends_at last_used_at',
      'upkeep sign_in_flows: ctid expires_at',
      'upkeep webhook_deliveries: created_at ctid id next_attempt_at status webhook_id workspace_id',
      'upkeep webhooks: active disabled_reason disabled_told_at failing_since id workspace_id',
      'upkeep workflow_triggers: due_at workflow_id workspace_id',
      'upkeep workflows: failing_since failure_told_at id workspace_id',
      'upkeep workspace_settings: agent_call_days history_days restore_days run_retention_days workspace_id',
      'upkeep workspaces: id move_state suspended_at',
    ]);
  });

  const planted: [string, string, RegExp][] = [
    [
      'a table without a policy',
      'create table loose (workspace_id bigint)',
      /loose has a workspace_id but no forced/,
    ],
    [
      "row-level security that doesn't apply to the owner",
      'alter table users no force row level security',
      /users has a workspace_id but no forced/,
    ],
    [
      'a unique index across workspaces',
      'create unique index users_name on users (name)',
      /users.users_name has a unique/,
    ],
    [
      'a unique index across workspaces on a partition',
      `create table parted (workspace_id bigint, id bigint) partition by range (id);
       create table parted_1 partition of parted for values from (0) to (9);
       create unique index parted_1_id on parted_1 (id)`,
      /parted_1.parted_1_id has a unique/,
    ],
    [
      'a grant on a partition',
      `create table cut (workspace_id bigint, id bigint) partition by range (id);
       create table cut_1 partition of cut for values from (0) to (9);
       grant select on cut_1 to public`,
      /cut_1 is a partition with its own grant/,
    ],
    [
      'a foreign key without the workspace',
      `create table other (workspace_id bigint, id bigint unique);
       alter table users add foreign key (role_id) references other (id)`,
      /users.users_role_id_fkey has a foreign key/,
    ],
    ['a grant to public', 'grant select on users to public', /"public select users" is not listed/],
    [
      'a grant on a column',
      'grant select (name) on users to public',
      /"public select users name" is not listed/,
    ],
    ['another policy', 'create policy extra on users using (true)', /"public extra all users" is not listed/],
    [
      "a view with its owner's permissions",
      'create view everything as select * from users',
      /everything is a view/,
    ],
    [
      'a security definer function',
      'create function peek() returns bigint language sql security definer as $$select 1::bigint$$',
      /"peek\(\) runs as .*" is not listed/,
    ],
    [
      'a security definer function without a fixed search_path',
      'alter function leads_like reset search_path',
      /leads_like is a security definer function without a fixed search_path/,
    ],
    [
      'a function granted to public',
      'grant execute on function leads_like to public',
      /"leads_like\(text, text, integer\) is called by public" is not listed/,
    ],
    [
      'a function granted to public by default',
      `drop function leads_like;
       create function leads_like(text, text, integer) returns bigint language sql security definer as $$select 1::bigint$$`,
      /is called by public" is not listed/,
    ],
    [
      'a function that runs as another role',
      'alter function leads_like owner to current_user',
      /"leads_like\(text, text, integer\) runs as .*" is not listed/,
    ],
    [
      'a function that runs as its caller',
      'alter function leads_like security invoker; alter function leads_like owner to current_user',
      /"leads_like.* runs as .*finder" is listed but missing/,
    ],
    [
      'an additional grant to the finder role',
      'grant select on users to "<finder>"',
      /finder select users" is not listed/,
    ],
    [
      'an additional policy for the finder role',
      'create policy extra on users for select to "<finder>" using (true)',
      /finder extra select users" is not listed/,
    ],
    [
      'a finder role that can create objects',
      'grant create on schema public to "<finder>"',
      /finder has privileges that it does not need/,
    ],
  ];

  test.each(planted)('reports %s', async (_, statements, expected) => {
    const { addresses, asAdministrator } = database.current;
    const breaches = await asAdministrator(async (client) => {
      await client.query('begin');
      await client.query(statements.replaceAll('<finder>', addresses.roleNames.finder));
      const found = await findBreaches(client, addresses.roleNames);
      await client.query('rollback');
      return found;
    });
    expect(breaches.join('\n')).toMatch(expected);
  });
});

describe('row-level security', () => {
  test('is not changed when it is complete', async () => {
    const { addresses, asAdministrator } = database.current;
    expect(await asAdministrator((client) => applyRowSecurity(client, addresses.roleNames))).toEqual([]);
  });

  test('is restored after manual changes, and additional grants are revoked', async () => {
    const copy = await copyTemplate();
    try {
      await copy.asAdministrator(async (client) => {
        const { roleNames } = copy.addresses;
        await client.query('drop policy workspace on users; create policy workspace on users using (true)');
        await client.query('alter table roles no force row level security; grant select on users to public');
        expect(await findWallDifferences(client, roleNames)).toHaveLength(4);
        expect(await applyRowSecurity(client, roleNames)).toHaveLength(4);
        expect(await findBreaches(client, roleNames)).toEqual([]);
      });
    } finally {
      await copy.drop();
    }
  });

  test('on functions is restored, even by the owner role, and leaves no role with the create privilege', async () => {
    const copy = await copyTemplate();
    try {
      await copy.asAdministrator(async (client) => {
        const { roleNames } = copy.addresses;
        const { owner, app, upkeep } = roleNames;
        // The state after restoring a dump as the owner.
        await client.query(`alter function leads_like owner to ${owner};
          revoke execute on function leads_like from ${app}; grant execute on function leads_like to public, ${upkeep}`);
        expect(await findWallDifferences(client, roleNames)).toHaveLength(5);
        await client.query(`set role ${owner}`);
        expect(await applyRowSecurity(client, roleNames)).toHaveLength(4);
        await client.query('reset role');
        expect(await findBreaches(client, roleNames)).toEqual([]);
      });
    } finally {
      await copy.drop();
    }
  });

  test("reports an unlisted function but doesn't drop it", async () => {
    const copy = await copyTemplate();
    try {
      await copy.asAdministrator(async (client) => {
        const { roleNames } = copy.addresses;
        await client.query(
          'create function peek() returns bigint language sql security definer as $$select 1::bigint$$',
        );
        expect(await applyRowSecurity(client, roleNames)).toEqual([
          'revoke execute on function peek() from public',
        ]);
        expect(await findWallDifferences(client, roleNames)).toEqual([
          expect.stringMatching(/^peek\(\) should not have function: runs as /),
        ]);
      });
    } finally {
      await copy.drop();
    }
  });
});
