import { hashApiKey, sealApiKey } from '../../server/src/core/api-keys/api-key.ts';
import { hashPassword } from '../../server/src/core/users/password.ts';
import { type Administrator, testKey } from '../../server/test/harness/scratch-database.ts';
import { customFields, fieldsVersion } from './copy-rows.ts';
import { hostOf, keyOfUser, largeOf, type Population, type SeedShape, smallOf } from './shape.ts';

/** The highest rate limit that a workspace's settings accept, so the benchmark never reaches it. */
const unlimited = 1_000_000_000;
const ownRole = {
  'api.access_rest': true,
  'leads.view': 'own',
  'leads.create': true,
  'leads.edit': 'own',
  'leads.delete': 'own',
};
const atOnce = 1_000;

/**
 * Creates workspaces, settings, roles, fields and users, and API keys for the first two users in each
 * workspace, in one transaction.
 */
export async function makeAccounts(client: Administrator, shape: SeedShape): Promise<void> {
  const passwordHash = await hashPassword('no one can sign in with this');
  await client.query('begin');
  const numbers = Array.from({ length: shape.smallWorkspaces }, (_, index) => index + 1);
  const all = [largeOf(shape), ...numbers.map((number) => smallOf(shape, number))];
  for (let from = 0; from < all.length; from += atOnce)
    await insertAccounts(client, all.slice(from, from + atOnce), passwordHash);
  for (const table of ['workspaces', 'roles', 'users', 'lead_fields'])
    await client.query(
      `select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`,
    );
  await client.query('commit');
}

async function insertAccounts(
  client: Administrator,
  populations: readonly Population[],
  passwordHash: string,
): Promise<void> {
  const workspaces = populations.map((population) => ({
    id: population.workspace,
    host: hostOf(population),
  }));
  const each = 'jsonb_to_recordset($1::jsonb)';
  await client.query(
    `with made as (
       insert into workspaces (id, name, base_url, host)
       select id, 'Workspace ' || id, 'http://' || host, host from ${each} as w(id bigint, host text) returning id),
     settings as (
       insert into workspace_settings (workspace_id, rate_limit_per_minute, rate_limit_burst, lead_fields_version)
       select id, ${unlimited}, ${unlimited}, ${fieldsVersion} from made)
     insert into roles (workspace_id, id, name, is_admin, permissions) overriding system value
     select made.id, made.id * 2 + r.number, r.name, r.number = 0, r.permissions from made,
       (values (0, 'Administrator', '{}'::jsonb), (1, 'Own only', $2::jsonb)) r(number, name, permissions)`,
    [JSON.stringify(workspaces), JSON.stringify(ownRole)],
  );
  const fields = populations.flatMap(({ workspace }) =>
    customFields.map(({ alias, type }, index) => ({
      workspace,
      id: (workspace - 1) * customFields.length + index + 1,
      alias,
      type,
    })),
  );
  await client.query(
    `insert into lead_fields (workspace_id, id, alias, label, type, is_unique, is_required, options)
     overriding system value select workspace, id, alias, alias, type, false, false, '{}'
     from ${each} as f(workspace bigint, id bigint, alias text, type text)`,
    [JSON.stringify(fields)],
  );
  await client.query(
    `insert into users (workspace_id, id, email, email_key, name, role_id, password_hash) overriding system value
     select p.workspace, u, 'person.' || u || '@example.test', 'person.' || u || '@example.test', 'Person ' || u,
       p.workspace * 2 + case when u = p."firstUser" + 1 then 1 else 0 end, $2
     from ${each} as p(workspace bigint, "firstUser" bigint, users bigint),
       generate_series(p."firstUser", p."firstUser" + p.users - 1) u`,
    [JSON.stringify(populations), passwordHash],
  );
  const key = { number: 1, secret: testKey };
  const keys = populations.flatMap(({ workspace, firstUser }) =>
    [firstUser, firstUser + 1].map((user) => ({
      workspace,
      user,
      sealed: sealApiKey(key, keyOfUser(user)),
      hash: hashApiKey(key, keyOfUser(user)).toString('hex'),
    })),
  );
  await client.query(
    `insert into api_keys (workspace_id, user_id, sealed_key, key_hash)
     select workspace, "user", sealed, decode(hash, 'hex')
     from ${each} as k(workspace bigint, "user" bigint, sealed text, hash text)`,
    [JSON.stringify(keys)],
  );
}
