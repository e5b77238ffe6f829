import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runHark } from '../harness/hark-process.ts';
import { testKey } from '../harness/scratch-database.ts';
import { useRuns } from '../runs/run-actions.ts';

const { database, accepted, row } = useRuns();

test('`workflow start` reads its data from an option or a file, and says why it starts nothing (spec/triggers §4.4)', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hark-workflow-start-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'data.json');
  writeFileSync(file, '{"a":2}');
  const { stage } = await accepted([{ name: 'keep', type: 'set', values: { b: 1 } }]);
  const start = (name: string, ...more: string[]) =>
    runHark(['workflow', 'start', name, '--workspace', stage.workspace.baseUrl, '--json', ...more], {
      DATABASE_URL: database.current.addresses.owner.reveal(),
      // The test database uses the same roles as the template database.
      DATABASE_APP_URL: database.current.addresses.login.app.reveal(),
      SECRET_KEY: testKey.reveal(),
      HARK_DATA_DIR: '/nowhere',
    });
  const inputs = [];
  for (const option of [['--data', '{"a":1}'], ['--data-file', file], []]) {
    const { code, stdout } = await start('Under test', ...option);
    expect(code).toBe(0);
    inputs.push(JSON.parse((await row({ run: JSON.parse(stdout).run_id } as never)).input).a);
  }
  expect(inputs).toEqual([1, 2, undefined]);
  expect(await start('Nothing')).toMatchObject({ code: 2, stderr: expect.stringContaining('Nothing') });
  expect(await start('Under test', '--data', '[]')).toMatchObject({ code: 2 });
  expect(await start('Under test', '--data', '{}', '--data-file', file)).toMatchObject({ code: 2 });
  expect(await start('Under test', '--data-file', join(folder, 'none'))).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("Can't read"),
  });
  await database.current.asAdministrator((client) =>
    client.query('update workflows set enabled = false where workspace_id = $1', [stage.workspace.id]),
  );
  expect(await start('Under test')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is switched off'),
  });
}, 120_000);
