import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../harness/eventually.ts';
import { isAlive, type RunningHark, runHark, startHark, untilWhole } from '../harness/hark-process.ts';

const example = new URL('../../../docs/examples/new-lead.yaml', import.meta.url);
let temporary: string;

beforeEach(() => {
  temporary = mkdtempSync(join(tmpdir(), 'hark-dev-test-'));
  // If the test runs as root, PostgreSQL runs as another user, who must be able to reach its folder.
  chmodSync(temporary, 0o755);
});
afterEach(() => rmSync(temporary, { recursive: true, force: true }));

/** An empty value counts as not set. */
const environment = () => ({
  TMPDIR: temporary,
  HARK_DATA_DIR: '',
  METRICS_PORT: '0',
  WORK_METRICS_PORT: '0',
});

async function startDev(): Promise<RunningHark> {
  const hark = await startHark('up --dev', environment());
  await untilWhole(hark, 60_000);
  return hark;
}

/** The settings that `up --dev` prints for other commands. */
async function printedSettings(hark: RunningHark): Promise<Record<string, string>> {
  const [, url = '', folder = ''] = await eventually(
    () => /export DATABASE_URL='(.*)' HARK_DATA_DIR='(.*)'/.exec(hark.output()) ?? false,
  );
  return { DATABASE_URL: url, HARK_DATA_DIR: folder };
}

describe('hark up --dev', () => {
  test('accepts a request with its own PostgreSQL, and Ctrl-C leaves no process and no file', async () => {
    const hark = await startDev();
    try {
      const file = join(temporary, 'workspace.yaml');
      writeFileSync(file, readFileSync(example, 'utf8').replaceAll('http://127.0.0.1:8080', hark.url));
      const { stdout } = await runHark(['apply', '-f', file], await printedSettings(hark));
      rmSync(file);
      const listener = /http:\S+\/listener\/\S+/.exec(stdout)?.[0] ?? '';
      const response = await fetch(listener, {
        method: 'POST',
        body: new URLSearchParams({ email: 'lea@example.test', first: 'lea' }),
      });
      expect(await response.json()).toMatchObject({ ok: true });

      const children = Object.values(hark.children());
      expect(Object.keys(hark.children()).sort()).toEqual(['engine', 'postgres', 'serve', 'sh', 'work']);
      hark.process.kill('SIGINT');
      expect(await once(hark.process, 'exit')).toEqual([0, null]);
      await eventually(() => children.every((pid) => !isAlive(pid)));
      expect(hark.output().trimEnd().endsWith('Hark has stopped.')).toBe(true);
      expect(readdirSync(temporary)).toEqual([]);
    } finally {
      await hark.remove();
    }
  });

  test('leaves no process and no file when it is killed with SIGKILL', async () => {
    const hark = await startDev();
    try {
      const children = Object.values(hark.children());
      hark.process.kill('SIGKILL');
      await eventually(() => children.every((pid) => !isAlive(pid)));
      await eventually(() => readdirSync(temporary).length === 0);
    } finally {
      await hark.remove();
    }
  });

  test('rejects a DATABASE_URL', async () => {
    const env = { ...environment(), DATABASE_URL: 'postgres://postgres@127.0.0.1/kept' };
    expect(await runHark(['up', '--dev'], env)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        'cannot be combined with DATABASE_URL. To use your own database, leave out --dev',
      ),
    });
    expect(readdirSync(temporary)).toEqual([]);
  });
});
