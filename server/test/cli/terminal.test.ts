import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const logModule = new URL('../../src/lib/log.ts', import.meta.url).href;
const program = `import { createLogger } from ${JSON.stringify(logModule)}; createLogger('info', 'up').info({ port: 8080, said: 'a b' }, 'ready');`;
const node = [process.execPath, '--input-type=module', '--eval', program];

test('output to a pipe is JSON', () => {
  const [command = '', ...args] = node;
  const line = JSON.parse(execFileSync(command, args, { encoding: 'utf8' }));
  expect(line).toMatchObject({ level: 'info', process: 'up', port: 8080, said: 'a b', msg: 'ready' });
});

test('output to a terminal is human-readable', () => {
  // `script` runs a command in a pseudo-terminal.
  const inTerminal = ['--quiet', '--return', '--command', node.map(quoted).join(' '), '/dev/null'];
  const shown = execFileSync('script', inTerminal, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  expect(shown).toMatch(/^\S+Z INFO {2}up {6}ready {2}port=8080 {2}said="a b"\r?\n$/);
});

const quoted = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`;
