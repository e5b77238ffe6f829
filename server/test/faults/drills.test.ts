// The quick forms of `npm run drill`: what docs/operating.md says to do, done.
import { expect, test } from 'vitest';
import { drillRestore } from '../drills/restore.ts';
import { drillUpgrade } from '../drills/upgrade.ts';

const progress = (line: string) => console.error(line);

test('restore: database and engine are lost, and everything that was accepted before the backup finishes, once', async () => {
  const document = await drillRestore({ isQuick: true, progress });
  console.error(JSON.stringify(document));
  expect(document.wrong).toEqual([]);
  expect(document).toMatchObject({ lost: 0, doubled: 0, unfinished: 0 });
  expect(document.unfinished_in_backup).toBeGreaterThan(0);
}, 600_000);

test('upgrade: nobody waits a second for a lock, nobody is refused, and runs that wait go on in the new version', async () => {
  const document = await drillUpgrade({ isQuick: true, progress });
  console.error(JSON.stringify(document));
  expect(document.wrong).toEqual([]);
  expect(document).toMatchObject({ unanswered: 0, lost: 0, doubled: 0, unfinished: 0 });
  expect(document.api_calls).toBeGreaterThan(0);
}, 600_000);
