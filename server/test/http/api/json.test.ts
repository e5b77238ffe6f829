import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HarkError } from '../../../src/lib/errors.ts';
import { parseJson } from '../../../src/lib/json.ts';

const codeOf = (source: string | Buffer): string => {
  try {
    parseJson(source);
    return 'none';
  } catch (error) {
    if (!(error instanceof HarkError)) throw error;
    return error.code;
  }
};
const nest = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
/** Returns the result of `JSON.parse`, or undefined if it throws. Skips a leading byte order mark. */
const reference = (text: string): { value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text.replace(/^\ufeff/, '')) };
  } catch {
    return undefined;
  }
};

describe('parseJson', () => {
  test('agrees with JSON.parse on every value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
        const text = JSON.stringify(value);
        expect(JSON.stringify(parseJson(text))).toBe(text);
        expect(parseJson(Buffer.from(text))).toEqual(parseJson(text));
      }),
      { numRuns: 500 },
    );
  });

  test('agrees with JSON.parse on any text made of JSON characters', () => {
    const characters = fc.constantFrom(...'{}[]":,\\/ \n\t0123456789.eE+-truefalsnu_é😀\u0000\ufeff');
    const texts = fc.oneof(
      fc.array(characters, { maxLength: 24 }).map((all) => all.join('')),
      fc.json(),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const expected = reference(text);
        if (!expected) expect(codeOf(text)).toBe('malformed_json');
        else expect(JSON.stringify(parseJson(text))).toBe(JSON.stringify(expected.value));
      }),
      { numRuns: 5_000 },
    );
  });

  test('agrees with JSON.parse on JSON with one character changed', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.string({ maxLength: 1 }), (text, at, other) => {
        const index = at % (text.length + 1);
        const changed = text.slice(0, index) + other + text.slice(index + 1);
        expect(codeOf(changed) === 'none').toBe(reference(changed) !== undefined);
      }),
      { numRuns: 3_000 },
    );
  });

  test.each([1, 63, 64])('accepts %i levels of nesting', (depth) => {
    expect(codeOf(nest(depth))).toBe('none');
    expect(codeOf(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)).toBe('none');
  });

  test.each([65, 66, 10_000, 1_000_000])('rejects %i levels of nesting', (depth) => {
    expect(codeOf(nest(depth))).toBe('json_too_deep');
    expect(codeOf('[{"a":'.repeat(depth))).toBe('json_too_deep');
  });

  test('does not count brackets in strings or sibling values as levels of nesting', () => {
    const brackets = '['.repeat(200);
    expect(parseJson(JSON.stringify(`${brackets}\\"${brackets}`))).toBe(`${brackets}\\"${brackets}`);
    expect(codeOf(`[${'[[]],'.repeat(500)}[]]`)).toBe('none');
  });

  test('rejects a million levels of nesting quickly', () => {
    const text = nest(1_000_000);
    const before = performance.now();
    codeOf(text);
    expect(performance.now() - before).toBeLessThan(100);
  });

  test('rejects bytes that are not UTF-8', () => {
    for (const bytes of [
      [0xff],
      [0x22, 0xc0, 0x80, 0x22],
      [0x22, 0xed, 0xa0, 0x80, 0x22],
      [0x22, 0xe2, 0x82, 0x22],
    ]) {
      expect(codeOf(Buffer.from(bytes))).toBe('malformed_json');
    }
    expect(parseJson(Buffer.from('"😀"'))).toBe('😀');
  });

  test('treats every key as data and inherits nothing', () => {
    const value = parseJson(
      '{"a":[{"__proto__":{"name":"evil"},"constructor":{"prototype":{"name":"evil"}}}]}',
    );
    const inner = (value as { a: Record<string, Record<string, unknown>>[] }).a[0] ?? {};
    expect(Object.keys(inner)).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(inner)).toBeNull();
    expect(Object.values(inner).map((item) => Object.getPrototypeOf(item))).toEqual([null, null]);
    expect(inner.name).toBeUndefined();
    expect((parseJson('{}') as { toString?: unknown }).toString).toBeUndefined();
    expect(({} as { name?: unknown }).name).toBeUndefined();
  });

  test('never quotes the input in its message', () => {
    for (const text of ['CANARY', '{"key":"CANARY', '[CANARY]', '{"a":1,}CANARY']) {
      expect(() => parseJson(text)).toThrow(/^The JSON is invalid\.( Check character \d+\.)?$/);
    }
  });
});
