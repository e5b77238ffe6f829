import pg from 'pg';
import { functionDoors } from './database-roles.ts';
import type { RoleNames } from './role-names.ts';
import type { Fact } from './security-facts.ts';

const { escapeIdentifier } = pg;

/** Returns the expected state of all functions. Omits functions that no migration has created yet. */
export async function wantedFunctionWalls(client: pg.ClientBase, roles: RoleNames): Promise<Fact[]> {
  const made = new Set((await readFunctions(client)).map(({ signature }) => signature));
  return functionDoors
    .filter(({ signature }) => made.has(signature))
    .flatMap(({ signature, owner, callers }) => [
      runsAs(signature, roles[owner]),
      ...callers.map((caller) => mayCall(signature, roles[caller])),
    ]);
}

/**
 * Changes a function's owner. PostgreSQL requires that the new owner can create objects in the schema, so it
 * gets that privilege briefly.
 */
function runsAs(signature: string, owner: string): Fact {
  const quoted = escapeIdentifier(owner);
  return {
    kind: 'function',
    table: signature,
    says: `runs as ${owner}`,
    putUp: `grant create on schema public to ${quoted};
      alter function ${signature} owner to ${quoted};
      revoke create on schema public from ${quoted}`,
  };
}

function mayCall(signature: string, role: string): Fact {
  return {
    kind: 'grant',
    table: signature,
    says: `execute to ${role}`,
    putUp: `grant execute on function ${signature} to ${escapeIdentifier(role)}`,
  };
}

/**
 * Reads the current state of all functions. Extra grants to roles in `known` are revoked; unlisted functions
 * are only reported.
 */
export async function readFunctionWalls(client: pg.ClientBase, known: ReadonlySet<string>): Promise<Fact[]> {
  const functions = await readFunctions(client);
  return functions.flatMap(({ signature, owner, callers }) => [
    { kind: 'function', table: signature, says: `runs as ${owner}` } as const,
    ...callers.map((role): Fact => {
      const fact = { kind: 'grant', table: signature, says: `execute to ${role}` } as const;
      if (role !== 'public' && !known.has(role)) return fact;
      const from = role === 'public' ? role : escapeIdentifier(role);
      return { ...fact, takeDown: `revoke execute on function ${signature} from ${from}` };
    }),
  ]);
}

/**
 * Lists every `security definer` function in the schema. If a function has no grants at all, everyone can call
 * it.
 */
async function readFunctions(
  client: pg.ClientBase,
): Promise<{ signature: string; owner: string; callers: string[] }[]> {
  const { rows } = await client.query<{ signature: string; owner: string; callers: string[] }>(
    `select quote_ident(p.proname) || '(' || oidvectortypes(p.proargtypes) || ')' as signature,
            pg_get_userbyid(p.proowner) as owner,
            array(select coalesce(r.rolname, 'public')
                  from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
                  left join pg_roles r on r.oid = a.grantee
                  where a.grantee <> p.proowner order by 1)::text[] as callers
     from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prosecdef
     order by 1`,
  );
  return rows;
}
