import { afterAll } from 'vitest';
import { type OwnerDatabase, openOwner } from '../../src/db/owner-database.ts';
import { silent } from './scratch-database.ts';
import type { TestDatabase } from './test-database.ts';

/** Opens databases as their owner, until the tests of the file are done. */
export function useOwners() {
  const owners: OwnerDatabase[] = [];
  afterAll(async () => {
    for (const owner of owners) await owner.close();
  });
  return ({ addresses }: TestDatabase, isSnapshot = false): OwnerDatabase => {
    const owner = openOwner(addresses, silent, { isSnapshot });
    owners.push(owner);
    return owner;
  };
}
