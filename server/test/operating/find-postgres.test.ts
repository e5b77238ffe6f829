import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findPostgres } from '../../src/app/dev/find-postgres.ts';

/** Folders with programs that only print a version, one for each version. */
function installed(...versions: string[]): string[] {
  const root = mkdtempSync(join(tmpdir(), 'hark-find-postgres-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  return versions.map((version) => {
    const folder = join(root, version);
    mkdirSync(folder);
    for (const program of ['initdb', 'postgres'])
      writeFileSync(join(folder, program), `#!/bin/sh\necho "${program} (PostgreSQL) ${version}"\n`, {
        mode: 0o755,
      });
    return folder;
  });
}

test('finds the newest PostgreSQL', async () => {
  const folders = installed('15.8', '17rc1', '9.6.24', '16.4');
  expect(await findPostgres(['/nowhere', ...folders])).toMatchObject({
    version: 17,
    initdb: join(folders[1] ?? '', 'initdb'),
  });
});

test('explains how to install PostgreSQL if there is none that is new enough', async () => {
  await expect(findPostgres(installed('14.13'))).rejects.toThrow(
    /needs PostgreSQL 15 or newer on this machine.*apt install postgresql.*dnf install.*brew install.*or set DATABASE_URL/,
  );
});
