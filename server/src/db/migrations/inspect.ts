import pg from 'pg';
import type { DatabaseAddresses } from '../tenancy/addresses.ts';
import { readWalls, wantedWalls } from '../tenancy/row-security.ts';
import { missingFrom } from '../tenancy/security-facts.ts';

/** How the walls differ from what they should be, one sentence each; none is what should be found. */
export async function findWallDifferences(
  client: pg.ClientBase,
  roles: DatabaseAddresses['roleNames'],
): Promise<string[]> {
  const wanted = await wantedWalls(client, roles);
  const present = await readWalls(client, roles);
  return [
    ...missingFrom(present, wanted).map((fact) => `${fact.table} lacks ${fact.kind}: ${fact.says}`),
    ...missingFrom(wanted, present).map((fact) => `${fact.table} should not have ${fact.kind}: ${fact.says}`),
  ];
}

/** The same over a connection of the owner; throws when the owner cannot connect. */
export async function inspectWalls({ owner, roleNames }: DatabaseAddresses): Promise<string[]> {
  const client = new pg.Client({
    connectionString: owner.reveal(),
    connectionTimeoutMillis: 3_000,
    query_timeout: 10_000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return await findWallDifferences(client, roleNames);
  } finally {
    await client.end().catch(() => {});
  }
}
