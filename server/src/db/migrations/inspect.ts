import pg from 'pg';
import type { DatabaseAddresses } from '../tenancy/addresses.ts';
import { readWalls, wantedWalls } from '../tenancy/row-security.ts';
import { missingFrom } from '../tenancy/security-facts.ts';

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

/** Connects as the owner and lists deviations from the expected row-level security. Throws if it can't connect. */
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
