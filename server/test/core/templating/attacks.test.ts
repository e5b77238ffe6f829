import { describe, expect, test } from 'vitest';
import { compileTemplate, type ProfileName } from '../../../src/core/templating/index.ts';
import { profiles } from '../../../src/core/templating/profile.ts';
import { attacks, endless, variables } from './attack-list.ts';
import { cpuMsOf, problemsOf, renderStep, scopeWith } from './render-template.ts';

/** The CPU time limit for every template in both profiles. */
const maxCpuMs = 50;
/**
 * On a slow machine, the limit is this many times the cost of a loop that does nothing until the budget is used up. Without
 * the budget, most attacks would cost thousands of times as much.
 */
const maxTimesLoop = 10;

describe.each(['setting', 'step'] satisfies ProfileName[])('within the budget of a %s', (profile) => {
  const root = profile === 'step' ? '__data' : 'workspace';
  const compile = (source: string) => {
    const outcome = compileTemplate(source.replaceAll('V', root), { profile });
    if (!outcome.ok) throw new Error(JSON.stringify(outcome.problems));
    return outcome.template;
  };
  const loop = compile(endless(''));
  test.each(attacks)(`%s costs less than ${maxCpuMs} ms of CPU`, (_, attack) => {
    const template = compile(attack);
    let [spentMs, times] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    // The first runs aren't optimized yet and other processes slow some runs down, so use the fastest one.
    for (let round = 0; round < 30 && spentMs > maxCpuMs && times > maxTimesLoop; round++) {
      const loopMs = cpuMsOf(() => loop.render(scopeWith(variables)));
      spentMs = cpuMsOf(() => {
        const result = template.render(scopeWith(variables));
        expect(result.ok || /^(budget|runtime)$/.test(result.problem.code)).toBe(true);
        expect(result.steps).toBeLessThanOrEqual(profiles[profile].limits.steps);
      });
      times = spentMs / loopMs;
    }
    expect(spentMs < maxCpuMs || times < maxTimesLoop, `${spentMs} ms, ${times} times a loop`).toBe(true);
  });
});

describe('hostile sources', () => {
  const long = (piece: string, count: number) => piece.repeat(count);
  test.each<[string, string]>([
    ['parentheses', `{{ ${long('(', 30_000)}1${long(')', 30_000)} }}`],
    ['lists', `{{ ${long('[', 30_000)}${long(']', 30_000)} }}`],
    ['maps', `{{ ${long('{a:', 20_000)}1${long('}', 20_000)} }}`],
    ['minus signs', `{{ ${long('-', 60_000)}1 }}`],
    ['not operators', `{{ ${long('not ', 15_000)}1 }}`],
    ['calls', `{{ ${long('now(', 15_000)}${long(')', 15_000)} }}`],
    ['filters', `{{ 1${long('|abs', 15_000)} }}`],
    ['parts', `{{ __data${long('.a', 30_000)} }}`],
    ['indexes', `{{ __data${long('[1]', 20_000)} }}`],
    ['nested indexes', `{{ ${long('__data[', 9000)}1${long(']', 9000)} }}`],
    ['tests', `{{ 1${long(' is odd', 9000)} }}`],
    ['powers', `{{ 1${long('**1', 20_000)} }}`],
    ['alternatives', `{{ 1${long(' ?? 1', 12_000)} }}`],
    ['choices', `{{ ${long('1?1:', 15_000)}1 }}`],
    ['short choices', `{{ 1${long(' ?: 1', 12_000)} }}`],
    ['ifs', `${long('{% if 1 %}', 6000)}`],
    ['fors', `${long('{% for a in [] %}', 3800)}`],
    ['sets', `${long('{% set a %}', 5900)}`],
    ['prints', long('{{1}}', 13_000)],
    ['sums', `{{ 1${long('+1', 30_000)} }}`],
    ['joins', `{{ 1${long('~1', 30_000)} }}`],
    ['blanks', `{{${long(' ', 65_000)}}}`],
    ['spaces before a tag', `${long(' ', 65_000)}{{- 1 }}`],
    ['braces', `{{ 1 }}${long('{', 65_000)}`],
    ['comments without an end', long('{#', 32_000)],
    ['comments', long('{##}', 16_000)],
    ['a quote without an end', `{{ '${long('\\', 65_000)}`],
    ['names', `{{ ${long('a ', 32_000)} }}`],
    ['unknown names', long('{{abcdef}}', 6500)],
    ['a long name', `{{ ${long('a', 65_000)} }}`],
    ['elseifs', `{% if 0 %}${long('{% elseif 0 %}', 4600)}{% endif %}`],
    ['a long list', `{{ [${long('1,', 32_000)}] }}`],
  ])("a source with %s doesn't overflow the stack or take long", (_, source) => {
    const text = source.slice(0, 65_536);
    let worst = Number.POSITIVE_INFINITY;
    for (let round = 0; round < 5 && worst > 100; round++) {
      worst = Math.min(
        worst,
        cpuMsOf(() => {
          const outcome = compileTemplate(text, { profile: 'step' });
          if (outcome.ok) outcome.template.render(scopeWith(variables));
        }),
      );
    }
    expect(worst).toBeLessThan(200);
  });

  test('a source that exceeds the size limit is rejected before it is parsed', () => {
    expect(problemsOf('{{ 1 }}'.padEnd(65_537))[0]).toMatchObject({ code: 'budget', line: 1, column: 1 });
    expect(problemsOf('{{ 1 }}'.padEnd(65_536))).toEqual([]);
    expect(problemsOf('{{ 1 }}'.padEnd(16_385), { profile: 'setting' })[0]?.message).toBe(
      'A template can have at most 16384 characters.',
    );
  });

  test('nesting is limited to 64 levels, and a template to 20,000 parts (spec/templates §1.8)', () => {
    expect(problemsOf(`{{ ${'('.repeat(60)}1${')'.repeat(60)} }}`)).toEqual([]);
    expect(problemsOf(`{{ ${'('.repeat(64)}1${')'.repeat(64)} }}`)[0]?.message).toMatch(/64 levels/);
    expect(problemsOf(`{{ [${'1,'.repeat(19_999)}] }}`)).toEqual([]);
    expect(problemsOf(`{{ [${'1,'.repeat(20_000)}] }}`)[0]?.message).toMatch(/20000 parts/);
  });
});

describe('sandbox escapes', () => {
  const escapes = [
    'constructor',
    '__proto__',
    'prototype',
    'toString',
    'valueOf',
    'hasOwnProperty',
    '__defineGetter__',
  ];
  const holders = [
    "''",
    '1',
    'true',
    '[]',
    '{}',
    '__data',
    '__data.list',
    '__data.text',
    'now',
    "'a'|split('')",
    '{a: 1}|merge({b: 2})',
  ];
  test.each(holders.flatMap((holder) => escapes.map((name) => [holder, name] as const)))(
    '(%s).%s is empty (spec/templates §1.4)',
    (holder, name) => {
      const parts = [
        `.${name}`,
        `['${name}']`,
        `['${name.slice(0, 3)}' ~ '${name.slice(3)}']`,
        `.${name}.constructor`,
      ];
      for (const part of parts) {
        expect(renderStep(`{{ (${holder})${part} }}`, { list: [1], text: 'x' })).toMatchObject({
          ok: true,
          value: null,
        });
      }
    },
  );

  test('a key called __proto__ is data like any other, and no prototype changes', () => {
    const before = Object.getOwnPropertyNames(Object.prototype);
    const body = JSON.parse('{"__proto__": {"polluted": 1}, "a": {"constructor": 2}}');
    expect(renderStep('{{ __data.__proto__.polluted ~ __data.a.constructor }}', body)).toMatchObject({
      value: '12',
    });
    const outcome = renderStep("{{ {'__proto__': {'polluted': 1}}|merge(__data) }}", body);
    if (!outcome.ok) throw new Error(outcome.problem.message);
    expect(Object.getPrototypeOf(outcome.value)).toBeNull();
    expect(Object.keys(outcome.value as object)).toEqual(['__proto__', 'a']);
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  test('data that looks like a date is plain data', () => {
    const forged = { kind: 'date', epochMs: 'x', zone: 'nowhere' };
    expect(renderStep('{{ __data.d.epochMs ~ __data.d }}', { d: forged })).toMatchObject({
      value: 'x{"kind":"date","epochMs":"x","zone":"nowhere"}',
    });
    expect(renderStep('{{ now.epochMs ?? now.zone ?? now.kind }}')).toMatchObject({ value: null });
  });

  test('unsupported values that are passed in by accident have no properties and print nothing', () => {
    const odd = { f: () => 1, s: Symbol('s'), u: undefined, n: Number.NaN, big: 1n };
    expect(
      renderStep('{{ __data.f.name ~ __data.f ~ __data.s ~ __data.u ~ __data.big }}', odd),
    ).toMatchObject({ value: '' });
    expect(renderStep('{{ [__data.f, __data.n, __data.big] }}', odd)).toMatchObject({
      value: [null, null, null],
    });
    expect(renderStep('{{ [__data.f, __data.n]|json_encode }}', odd)).toMatchObject({ value: '[null,null]' });
    expect(renderStep('{{ __data.f ? 1 : 2 }}', odd)).toMatchObject({ value: 2 });
  });

  test("the two-second limit stops templates that the step budget doesn't stop", () => {
    let elapsedMs = 0;
    const clockMs = () => {
      elapsedMs += 500;
      return elapsedMs;
    };
    const outcome = compileTemplate('{% for i in 1..9999 %}{{ i * 2 }}{% endfor %}', { profile: 'step' });
    if (!outcome.ok) throw new Error('must compile');
    const slow = outcome.template.render(scopeWith({}, { clockMs }));
    expect(slow).toMatchObject({
      ok: false,
      problem: { code: 'budget', message: 'The template takes too long.' },
    });
    expect(outcome.template.render(scopeWith({})).ok).toBe(true);
  });

  test('a result can be nested 64 levels deep, like a body, and values that are compared or printed can be nested 96 levels deep (spec/templates §1.7)', () => {
    const nested = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth));
    expect(renderStep('{{ __data.a }}', { a: nested(64) }).ok).toBe(true);
    expect(renderStep('{{ __data.a }}', { a: nested(65) })).toMatchObject({ problem: { code: 'runtime' } });
    expect(renderStep('x{{ __data.a }}', { a: nested(96) }).ok).toBe(true);
    expect(renderStep('x{{ __data.a }}', { a: nested(97) })).toMatchObject({ problem: { code: 'runtime' } });
  });
});
