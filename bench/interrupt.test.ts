import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../server/test/harness/eventually.ts';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));

test('Ctrl-C ends every process that a benchmark started, and removes its files', {
  timeout: 300_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hark-interrupt-'));
  chmodSync(folder, 0o711);
  const bench = spawn(process.execPath, [main, 'listener', '--quick'], {
    env: { ...process.env, TMPDIR: folder },
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  let progress = '';
  bench.stderr.on('data', (chunk: Buffer) => (progress += chunk));
  const exited = once(bench, 'exit');
  onTestFinished(async () => {
    bench.kill('SIGINT');
    await exited;
    rmSync(folder, { recursive: true, force: true });
  });
  // By then, PostgreSQL, the engine, Hark and the load generator are running.
  await eventually(() => progress.includes('sleeping') || bench.exitCode !== null, 240_000);
  expect(progress).toContain('sleeping');
  expect(processesIn(folder).length).toBeGreaterThan(8);
  bench.kill('SIGINT');
  expect(await exited).toEqual([130, null]);
  expect(processesIn(folder)).toEqual([]);
  expect(readdirSync(folder)).toEqual([]);
});

/** Returns the command lines of the processes that use a folder: as an argument, a variable or their working directory. */
const processesIn = (folder: string): string[] =>
  readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid) && Number(pid) !== process.pid)
    .flatMap((pid) => {
      try {
        const read = (file: string) => readFileSync(`/proc/${pid}/${file}`, 'utf8');
        const uses = [read('cmdline'), read('environ'), readlinkSync(`/proc/${pid}/cwd`)];
        return uses.some((text) => text.includes(folder)) ? [read('cmdline')] : [];
      } catch {
        // The process has exited, or belongs to another user.
        return [];
      }
    });
