import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const folder = new URL('../../migrations/', import.meta.url);
const checksumOf = (name: string) => createHash('sha256').update(readFileSync(new URL(name, folder)));

/**
 * An installation rejects a migration that differs from the one it ran, even in a comment. Add a line for
 * each new migration.
 */
test('no migration has changed since it was written', () => {
  const recorded = JSON.parse(readFileSync(new URL('migration-checksums.json', import.meta.url), 'utf8'));
  const names = readdirSync(folder).sort();
  const present = Object.fromEntries(names.map((name) => [name, checksumOf(name).digest('hex')]));
  expect(present).toEqual(recorded);
});
