import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RequestParts } from '../../../src/core/listeners/index.ts';
import { isFullRun } from '../../harness/seeded-random.ts';
import { codeOf, json, multipart, parts, urlencoded } from './requests.ts';

const runs = isFullRun ? 100_000 : 1_000;
const known = [
  'none',
  'malformed_json',
  'json_too_deep',
  'too_many_fields',
  'not_utf8',
  'malformed_form',
  'file_not_taken',
];
const types = [json, urlencoded, 'multipart/form-data; boundary=b', 'text/plain', 'a/b+json', ''];

describe('arbitrary bytes', { timeout: 600_000 }, () => {
  const pieces = fc.constantFrom(
    '--b',
    '--b--',
    '\r\n',
    '\r',
    '\n',
    'Content-Disposition: form-data; name="a"',
    '; filename=""',
    ';',
    '"',
    '\\',
    '=',
    '&',
    '%',
    '%0',
    '[]',
    '{',
    '}',
    '[',
    ']',
    ':',
    ',',
    '"a"',
    '__',
    '__proto__',
    ' ',
    '\u0000',
    'é',
    '\ud800',
    '1e999',
    'null',
    '+',
  );
  const texts = fc.array(pieces, { maxLength: 40 }).map((all) => Buffer.from(all.join('')));
  const bytes = fc.uint8Array({ maxLength: 200 }).map((all) => Buffer.from(all));

  test('are parsed, or rejected with one of our errors', () => {
    fc.assert(
      fc.property(
        fc.oneof(texts, bytes),
        fc.constantFrom(...types),
        fc.string(),
        fc.boolean(),
        (body, type, query, wantsRaw) => {
          expect(known).toContain(codeOf(parts(body, type, { query, wantsRaw })));
        },
      ),
      { numRuns: runs },
    );
  });

  test('under any Content-Type are parsed, or rejected with one of our errors', () => {
    const words = fc.constantFrom(
      'application/json',
      'multipart/form-data',
      ';',
      'boundary',
      '=',
      '"',
      '\\',
      ' ',
      '\t',
      'b',
      'é',
      ',',
      '/',
    );
    const contentTypes = fc.array(words, { maxLength: 12 }).map((all) => all.join(''));
    fc.assert(
      fc.property(texts, fc.oneof(contentTypes, fc.string()), (body, type) => {
        expect(known).toContain(codeOf(parts(body, type)));
      }),
      { numRuns: runs },
    );
  });

  test('that differ from a valid form in one byte are parsed, or rejected with one of our errors', () => {
    const [good, type] = multipart([
      ['a', 'b'],
      ['c[]', 'd'],
      ['é', 'f'],
    ]);
    fc.assert(
      fc.property(fc.nat(good.length - 1), fc.nat(255), (index, byte) => {
        const changed = Buffer.from(good);
        changed[index] = byte;
        expect(known).toContain(codeOf(parts(changed, type)));
      }),
      { numRuns: runs },
    );
  });
});

describe('a body of 1 MiB costs about as much per byte as one of 128 KiB', { timeout: 120_000 }, () => {
  const boundary = `${'a'.repeat(69)}b`;
  const form = `multipart/form-data; boundary=${boundary}`;
  const opened = `--${boundary}\r\nContent-Disposition: form-data; name="x"\r\n\r\n`;
  const fill = (text: string, size: number) => text.repeat(Math.ceil(size / text.length)).slice(0, size);
  const cases: [string, (size: number) => RequestParts][] = [
    ['JSON with brackets in a string', (size) => parts(`{"a":"${fill('[{', size)}"}`, json)],
    ['JSON of backslashes', (size) => parts(`{"a":"${fill('\\\\', size)}"}`, json)],
    [
      'JSON of integer-like names',
      (size) =>
        parts(`{"a":{${Array.from({ length: size / 16 }, (_, i) => `"${i * 65_536}":1`).join()}}}`, json),
    ],
    [
      'JSON of too many names',
      (size) => parts(`{${Array.from({ length: size / 16 }, (_, i) => `"n${i}":1`).join()}}`, json),
    ],
    ['JSON of one number', (size) => parts(`{"a":${fill('9', size)}}`, json)],
    ['JSON of white space', (size) => parts(`{"a":1}${fill(' \n', size)}`, json)],
    ['a form of one value', (size) => parts(`a=${fill('%2', size)}`, urlencoded)],
    ['a form of separators', (size) => parts(fill('&', size), urlencoded)],
    [
      'a form of one list',
      (size) =>
        parts(Array.from({ length: 999 }, () => `a[]=${fill('+', size / 1_024)}`).join('&'), urlencoded),
    ],
    [
      'boundaries that are almost right',
      (size) => parts(`${opened}${fill(`\r\n--${'a'.repeat(69)}c`, size)}\r\n--${boundary}--`, form),
    ],
    [
      'a value made of boundary characters',
      (size) => parts(`${opened}${fill('a', size)}\r\n--${boundary}--`, form),
    ],
    ['a value of line breaks', (size) => parts(`${opened}${fill('\r\n-', size)}\r\n--${boundary}--`, form)],
    ['a preamble without an end', (size) => parts(fill('\r\n--', size), form)],
    ['spaces after a boundary', (size) => parts(`--${boundary}${fill(' ', size)}`, form)],
    [
      'headers without an end',
      (size) => parts(`--${boundary}\r\n${fill('; a="', size)}\r\n--${boundary}--`, form),
    ],
    ['parts without content', (size) => parts(fill(`${opened}\r\n`, size), form)],
    [
      'a part with a long head',
      (size) =>
        parts(
          `--${boundary}\r\nContent-Disposition: form-data${fill(';a="\\', Math.min(size, 8_000))}\r\n\r\n${fill('x', size)}\r\n--${boundary}--`,
          form,
        ),
    ],
    ['text', (size) => parts(fill('é"\\', size), 'text/plain', { wantsRaw: true })],
  ];

  /** Returns the CPU time of the fastest of several runs, because other processes slow down single runs. */
  const quickest = (request: RequestParts) => {
    const times = Array.from({ length: 3 }, () => {
      const before = process.cpuUsage();
      codeOf(request);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1_000;
    });
    return Math.min(...times);
  };

  test.each(cases)('%s', (_title, build) => {
    const [small, large] = [build(128 * 1024), build(1024 * 1024)];
    const [smallMs, largeMs] = [quickest(small), quickest(large)];
    // The body is 8 times as large, so quadratic parsing would take 64 times as long. The constant covers
    // times too short to measure.
    expect(largeMs).toBeLessThan(smallMs * 24 + 20);
    expect(largeMs).toBeLessThan(500);
  });

  test('a Content-Type of 16 KB is parsed quickly', () => {
    for (const unit of ['; a="', ';a=\\"', '; ', '"', ';a', ' ', '=', '; boundary=']) {
      const type = `multipart/form-data${fill(unit, 16_000)}`;
      expect(quickest(parts('x', type))).toBeLessThan(50);
    }
  });
});
