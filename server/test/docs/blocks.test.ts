import { describe, expect, test } from 'vitest';
import { readBlocks } from './blocks.ts';
import { treatmentOf, wholeFile } from './examined.ts';
import { showsThe } from './shown-output.ts';

const treatments = (text: string, path = 'docs/listeners.md') => {
  const page = { path, text, blocks: readBlocks(text) };
  return page.blocks.map((block) => treatmentOf(page, block));
};
const fenced = (language: string, inside: string) => `\`\`\`${language}\n${inside}\n\`\`\`\n`;

describe('the code block check', () => {
  test('runs commands, and compares the block right below with their output', () => {
    expect(treatments(`${fenced('sh', 'echo 1')}\n${fenced('text', '1')}`)).toEqual([
      'run',
      'compared with what was printed',
    ]);
    expect(treatments(`${fenced('sh', 'echo 1')}\nWords.\n\n${fenced('json', '{}')}`)).toEqual([
      'run',
      'read as JSON',
    ]);
  });

  test('skips a block if a comment above it gives a reason or names the test that runs it', () => {
    expect(treatments(`<!-- not run: needs a cluster -->\n${fenced('sh', 'helm')}`)).toEqual(['not run']);
    expect(() => treatments(`<!-- not run: -->\n${fenced('js', 'x')}`)).toThrow('is not run');
    const byTest = (path: string) => treatments(`<!-- run by: ${path} -->\n${fenced('ts', 'x')}`);
    expect(byTest('server/test/docs/blocks.test.ts')).toEqual(['run by another test']);
    expect(() => byTest('server/test/nothing.test.ts')).toThrow('is not there');
  });

  test('a comment between commands and their output changes nothing', () => {
    const page = `${fenced('sh', 'echo 1')}\n<!-- run by: a.test.ts -->\n${fenced('text', '1')}`;
    expect(readBlocks(page).map(({ isOutput }) => isOutput)).toEqual([false, true]);
  });

  test('rejects code that no test runs', () => {
    expect(() => treatments(fenced('js', 'call()'))).toThrow('docs/listeners.md:2: a block of js is not run');
    expect(() => treatments(fenced('js', '// call.mjs\ncall()'))).toThrow(
      'no command below it uses call.mjs',
    );
    expect(treatments(fenced('js', '// call.mjs\ncall()') + fenced('sh', 'node call.mjs'))).toEqual([
      'written to a file that is used',
      'run',
    ]);
    expect(() => treatments(fenced('', 'curl -i https://a.test'))).toThrow('commands without a language');
    expect(treatments(fenced('', ' a caller ──► listener'))).toEqual(['words only']);
    expect(() => treatments(fenced('json', '{ nothing }'))).toThrow('not JSON');
    expect(() => treatments('```sh\nls')).toThrow('has no end');
  });

  test('completes a fragment of a workspace file', () => {
    expect(wholeFile('workspaces: []')).toEqual({ workspaces: [] });
    expect(wholeFile('settings: { timezone: UTC }')).toMatchObject({
      workspaces: [{ settings: { timezone: 'UTC' } }],
    });
    expect(wholeFile('- { type: stop }')).toMatchObject({
      workspaces: [{ workflows: [{ steps: [{ type: 'stop' }] }, { name: 'Follow-up' }] }],
    });
  });
});

test('ignores white space in output, and lets … match anything', () => {
  expect(showsThe('{"ok": true, "id": "…"}', '{"ok":true,"id":"7"}\n')).toBe(true);
  expect(showsThe('1 run', '2 run')).toBe(false);
  expect(showsThe('1 run', '1 run and more')).toBe(false);
  expect(showsThe('', 'something')).toBe(false);
});
