// The quick versions of `npm run drill`, which follow the procedures of docs/operating.md.
import { expect, test } from 'vitest';
import { drillRestore } from '../drills/restore.ts';
import { drillRollback } from '../drills/rollback.ts';

const progress = (line: string) => console.error(line);

test('restore drill: after the database and the engine are lost, every run that was accepted before the backup finishes once', async () => {
  const document = await drillRestore({ isQuick: true, progress });
  console.error(JSON.stringify(document));
  expect(document.wrong).toEqual([]);
  expect(document).toMatchObject({ lost: 0, doubled: 0, unfinished: 0 });
  expect(document.unfinished_in_backup).toBeGreaterThan(0);
}, 600_000);

test('rollback drill: during an upgrade and the way back, no request is rejected or waits a second for a lock, and waiting runs resume', async () => {
  const document = await drillRollback({ isQuick: true, progress });
  console.error(JSON.stringify(document));
  expect(document.wrong).toEqual([]);
  expect(document).toMatchObject({ unanswered: 0, lost: 0, doubled: 0, unfinished: 0 });
  expect(document.api_calls).toBeGreaterThan(0);
}, 600_000);
