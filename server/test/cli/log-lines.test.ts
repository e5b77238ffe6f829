import { expect, test } from 'vitest';
import { LogFilter } from '../../src/cli/shared/log-filter.ts';
import { readLogLine, showLogLine } from '../../src/lib/process/log-lines.ts';

const at = '2026-01-31T08:00:00.000Z';
const line = (values: object) => JSON.stringify({ level: 'info', time: at, process: 'serve', ...values });
const lines = [
  'Hark is ready.',
  line({ request_id: 'r1', run_id: 'run1', msg: 'request' }),
  line({ request_id: 'r2', run_id: 'run2', msg: 'request' }),
  line({ process: 'work', run_id: 'run1', level: 'warn', msg: 'run interrupted, retrying' }),
  line({ process: 'work', run_id: 'run1', msg: 'run ended', time: '2026-01-31T09:00:00.000Z' }),
  line({ process: 'work', run_id: 'run2', msg: 'run ended' }),
  line({ process: 'work', run_id: 'run3', msg: 'run ended' }),
  line({ request_id: 'r3', run_id: 'run3', msg: 'request' }),
];

const everything = { request: undefined, run: undefined, level: 'trace', since: undefined };
function chosen(wanted: Partial<ConstructorParameters<typeof LogFilter>[0]>): number[] {
  const filter = new LogFilter({ ...everything, ...wanted });
  return lines.flatMap((text) => filter.take(readLogLine(text)).map((shown) => lines.indexOf(shown.text)));
}

test('shows every line without options', () => {
  expect(chosen({})).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});

test('shows the lines of a request together with those of its run', () => {
  expect(chosen({ request: 'r1' })).toEqual([1, 3, 4]);
  expect(chosen({ request: 'unknown' })).toEqual([]);
});

test('shows a run that finished before its request was logged', () => {
  expect(chosen({ request: 'r3' })).toEqual([6, 7]);
});

test('shows a run together with its request', () => {
  expect(chosen({ run: 'run2' })).toEqual([2, 5]);
});

test('filters by level and time, also within one request', () => {
  expect(chosen({ level: 'warn' })).toEqual([3]);
  expect(chosen({ request: 'r1', since: new Date('2026-01-31T08:30:00Z') })).toEqual([4]);
});

test('prints the important fields first, and removes terminal control characters', () => {
  const text = line({ msg: 'request', run_id: 'run1', reason: 'a\u001b[2Jb', route: null });
  expect(showLogLine(readLogLine(text))).toBe(
    `${at} INFO  serve   request  run_id=run1  reason="a\\u001b[2Jb"`,
  );
  expect(showLogLine(readLogLine('{"msg":"\\u001b[2J"}'))).not.toContain('\u001b');
  expect(showLogLine(readLogLine('{broken'))).toBe('{broken');
  expect(showLogLine(readLogLine('{"__proto__":{"msg":"x"},"msg":"y"}'))).toContain('y');
});
