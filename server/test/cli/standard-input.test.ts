import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const inputModule = new URL('../../src/cli/shared/read-input.ts', import.meta.url).href;
const program = `import { readInput } from ${JSON.stringify(inputModule)};
const input = readInput('-');
console.error('reading');
console.log(await input);`;

test('standard input can be a non-blocking pipe, as in a container', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hark-input-'));
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const readEnd = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
  const writeEnd = openSync(pipe, constants.O_WRONLY);
  const { stdout, stderr } = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: [readEnd, 'pipe', 'pipe'],
  });
  if (!stdout || !stderr) throw new Error('the child process has no output');
  await once(stderr, 'data');
  writeSync(writeEnd, 'workspaces: []');
  closeSync(writeEnd);
  expect(await text(stdout)).toBe('workspaces: []\n');
  closeSync(readEnd);
  rmSync(folder, { recursive: true });
});
