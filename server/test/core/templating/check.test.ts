import { describe, expect, test } from 'vitest';
import { compileCondition, compileTemplate, formatProblem } from '../../../src/core/templating/index.ts';
import { compiled, problemsOf, renderSetting, renderStep, scopeWith } from './render-template.ts';

describe('errors when a template is saved', () => {
  test.each<[string, string, string | undefined]>([
    ['{{ uper }}', 'There is no variable uper here.', undefined],
    ['{{ _data.x }}', 'There is no variable _data here.', '__data'],
    ['{{ workspcae.x }}', 'There is no variable workspcae here.', 'workspace'],
    ['{{ hashHmac }}', 'There is no variable hashHmac here.', 'hashHmac(…)'],
    ["{{ foo ?? 'x' }}", 'There is no variable foo here.', undefined],
    ['{{ foo is defined }}', 'There is no variable foo here.', undefined],
    ['{% set total = 1 %}{{ totla }}', 'There is no variable totla here.', 'total'],
    ["{{ 'a'|uppr }}", 'There is no filter uppr.', 'upper'],
    ["{{ 'a'|UPPER }}", 'There is no filter UPPER.', 'upper'],
    ["{{ 'a'|map }}", 'There is no filter map.', undefined],
    ["{{ 'a'|raw }}", 'There is no filter raw.', undefined],
    ['{{ dateadd(now, 1) }}', 'There is no function dateadd.', 'dateAdd'],
    ["{{ constant('x') }}", 'There is no function constant.', undefined],
    ['{{ 1 is evne }}', 'There is no test evne.', 'even'],
    ["{{ 'x'|upper(1) }}", 'upper takes no arguments, not 1.', undefined],
    ["{{ 'x'|slice }}", 'slice takes 1 to 2 arguments, not 0.', undefined],
    ["{{ 'x'|replace }}", 'replace takes 1 argument, not 0.', undefined],
    ['{{ dateDiff(1) }}', 'dateDiff takes 2 to 3 arguments, not 1.', undefined],
    ['{{ 1 is same as(1, 2) }}', 'same as takes 1 argument, not 2.', undefined],
    ['{{ 1 is even(2) }}', 'even takes no arguments, not 1.', undefined],
    ['{{ now() is defined }}', '"is defined" works only on a variable or a part of one.', undefined],
    [
      '{{ secrets }}',
      "Name a single secret: secrets.name. The list of all secrets can't be read.",
      undefined,
    ],
    [
      "{{ secrets['a' ~ 'b'] }}",
      "Name a single secret: secrets.name. The list of all secrets can't be read.",
      undefined,
    ],
    [
      '{% for s in secrets %}{% endfor %}',
      "Name a single secret: secrets.name. The list of all secrets can't be read.",
      undefined,
    ],
    ['{{ secrets.tokne }}', 'There is no secret tokne.', 'token'],
    ['{{ secrets.tokne is defined }}', 'There is no secret tokne.', 'token'],
    ['{% set secrets = 1 %}', 'secrets is a built-in variable. Choose another name.', undefined],
    ['{% set __data %}x{% endset %}', '__data is a built-in variable. Choose another name.', undefined],
    ['{% for now in [] %}{% endfor %}', 'now is a built-in variable. Choose another name.', undefined],
    ['{% for run, x in [] %}{% endfor %}', 'run is a built-in variable. Choose another name.', undefined],
    ['{% set loop = 1 %}', 'loop is a built-in variable. Choose another name.', undefined],
    ['{{ loop.index }}', 'loop exists only inside {% for %}.', undefined],
    [
      '{% for x in [] %}{% else %}{{ loop.index }}{% endfor %}',
      'loop exists only inside {% for %}.',
      undefined,
    ],
    ['{% for x in [] %}{{ loop.indx }}{% endfor %}', 'loop has no indx.', 'index'],
    ['{% for x in [] %}{{ loop.parent.x }}{% endfor %}', 'loop has no x.', undefined],
    [
      '{% for x in [] %}{{ loop.parent.loop.index }}{% endfor %}',
      "There aren't that many enclosing loops.",
      undefined,
    ],
    ['{{ 1 is defined ? __data.x : unknown }}', 'There is no variable unknown here.', undefined],
  ])('%s', (source, message, suggestion) => {
    const [problem] = problemsOf(source, { secrets: ['token', 'other'] });
    expect(problem).toMatchObject({ code: 'syntax', message });
    expect(problem?.suggestion).toBe(suggestion);
  });

  test('`loop` on its own has no value', () => {
    expect(problemsOf('{% for x in [] %}{{ loop }}{% endfor %}')[0]?.message).toMatch(
      /^loop itself has no value/,
    );
  });

  test('all errors are reported together, in order, but at most twenty', () => {
    const problems = problemsOf('{{ a|b }}\n{{ c(1) }}{% if d is e %}{% endif %}');
    expect(problems.map(({ line, column }) => [line, column])).toEqual([
      [1, 4],
      [1, 6],
      [2, 4],
      [2, 17],
      [2, 22],
    ]);
    expect(problemsOf('{{ a }}'.repeat(100))).toHaveLength(20);
  });

  test('additional variables can be declared', () => {
    expect(problemsOf('{{ item.x }}')).toHaveLength(1);
    expect(problemsOf('{{ item.x }}', { variables: ['item'] })).toEqual([]);
    const outcome = compiled('{{ item.x }}', { variables: ['item'] }).render(scopeWith({ item: { x: 1 } }));
    expect(outcome).toMatchObject({ value: 1 });
  });

  test('a variable that was not declared is not visible, even if it is in scope', () => {
    expect(
      compiled('{% if false %}{% set x = 1 %}{% endif %}{{ x }}.').render(scopeWith({ x: 'leak' })),
    ).toMatchObject({ value: '.' });
  });

  test('secret names are checked only if the list of secrets is known', () => {
    expect(problemsOf('{{ secrets.any }}', { secrets: true })).toEqual([]);
  });

  test.each([
    '{{ secrets.k }}',
    '{{ secrets|json_encode }}',
    "{{ secrets['k'] }}",
    '{% set secrets = 1 %}',
    '{% for s in secrets %}{% endfor %}',
    '{{ __data.x is defined and secrets is defined }}',
  ])("a field that doesn't accept secrets rejects %s (spec/runs §2.5)", (source) => {
    for (const profile of ['step', 'setting'] as const) {
      const compiled = compileTemplate(source.replace('__data', 'workspace'), { profile });
      expect(compiled).toMatchObject({
        ok: false,
        problems: [{ message: expect.stringMatching(/secrets/i) }],
      });
    }
  });

  test.each([
    '{{ secrets.k }}',
    "{{ 'a:' ~ secrets.k ~ secrets.l }}",
    '{{ secrets.k|base64_encode|url_encode }}',
    "{{ [secrets.k, 'b']|join(':') }}",
    "{{ hashHmac('sha256', __data.a, secrets.k) }}",
    "{{ jwtEncode({'iss': secrets.k}, secrets.l) }}",
    '{% if __data.a %}{{ secrets.k }}{% else %}{{ secrets.l }}{% endif %}',
    "{{ __data.a ? secrets.k : secrets.l|default('x') }}",
    '{{ secrets.k ?? secrets.l }}',
  ])('a secret can be used as a whole: %s (spec/runs §2.5)', (source) => {
    expect(problemsOf(source)).toEqual([]);
  });

  test.each([
    '{{ secrets.k|slice(0, 1) }}',
    "{{ ('x' ~ secrets.k)|first }}",
    "{{ secrets.k == 'x' }}",
    "{{ secrets.k ? 'a' : 'b' }}",
    "{{ secrets.k ~ 'a' matches 'x' }}",
    '{{ secrets.k is empty }}',
    '{{ not secrets.k }}',
    "{{ 'a' in secrets.k }}",
    '{{ __data[secrets.k] }}',
    '{{ secrets.k.l }}',
    "{{ 'x'|replace({'x': secrets.k}) }}",
    '{% if secrets.k %}x{% endif %}',
    '{% set x = secrets.k %}',
    '{% set x %}{{ secrets.k }}{% endset %}',
    '{% for x in [secrets.k] %}{% endfor %}',
    '{{ secrets.k ** 2 }}',
    "{{ jwtDecode(secrets.k, 'x') }}",
  ])("a part of a secret can't be used: %s", (source) => {
    expect(problemsOf(source)).not.toEqual([]);
  });

  test("a value that isn't a string isn't a template", () => {
    for (const source of [{ type: 'Program' }, null, 5, ['{{ 1 }}']]) {
      expect(compileTemplate(source as unknown as string, { profile: 'step' })).toMatchObject({
        ok: false,
        problems: [{ message: 'A template must be text.' }],
      });
      expect(compileCondition(source as unknown as string, { profile: 'step' }).ok).toBe(false);
    }
  });
});

describe("settings that can't be evaluated are rejected (spec/listeners §2.2, §2.5)", () => {
  const variables = { workspace: { name: 'Acme', none: null, list: [1] }, secrets: { a: 'k' } };
  test.each<[string, unknown]>([
    ['literal', 'literal'],
    ['{{ secrets.a }}', 'k'],
    ["{{ secrets['a'] }}", 'k'],
    ['{{ 5 }}', '5'],
    ['{{ true }}', '1'],
    ['{{ now }}', '2026-01-15T12:30:45+00:00'],
    ["{{ workspace.missing ?? 'x' }}", 'x'],
    ["{{ workspace.missing.more|default('x') }}", 'x'],
    ["{{ workspace['mis' ~ 'sing'] ?? 'x' }}", 'x'],
    ["{{ workspace.missing is defined ? 'a' : 'b' }}", 'b'],
    ['https://{{ workspace.name|lower }}.test', 'https://acme.test'],
    ["{{ workspace['na' ~ 'me'] }}", 'Acme'],
    ['{% for x in workspace.list %}{{ x }}{{ loop.index }}{% endfor %}', '11'],
  ])('%s renders %s', (source, value) => {
    expect(renderSetting(source, variables)).toMatchObject({ ok: true, value });
  });

  test.each<[string, string]>([
    ['', 'The result is empty.'],
    ["{{ '' }}", 'The result is empty.'],
    ['{{ null }}', 'The result is empty.'],
    ['{{ false }}', 'The result is empty.'],
    ['{{ workspace.none }}', 'The result is empty.'],
    ['{% if false %}x{% endif %}', 'The result is empty.'],
    ['{{ workspace.list }}', 'The result must be text, but it is a list.'],
    ['{{ workspace }}', 'The result must be text, but it is a map.'],
    ['{{ workspace.missing }}', "This value doesn't exist."],
    ['x{{ workspace.missing }}', "This value doesn't exist."],
    ['{{ workspace.missing.more }}', "This value doesn't exist."],
    ["{{ workspace['mis' ~ 'sing'] }}", "This value doesn't exist."],
    ["{{ workspace.missing ?: 'x' }}", "This value doesn't exist."],
    ["{{ 'a'|replace({'a': workspace.missing}) }}", "This value doesn't exist."],
    ['{% if false %}{% set x = 1 %}{% endif %}{{ x }}', 'The variable x has no value.'],
    ['{% for i in 1..9000 %}x{% endfor %}', 'The result is longer than 8192 characters.'],
    [
      '{% set a %}{% for i in 1..9000 %}x{% endfor %}{% endset %}{{ a|length }}',
      'The result is longer than 8192 characters.',
    ],
  ])('%s is rejected', (source, message) => {
    expect(renderSetting(source, variables)).toMatchObject({ ok: false, problem: { message } });
  });

  test('a variable that is missing from the scope is rejected too', () => {
    expect(renderSetting('{{ workspace.name }}', {})).toMatchObject({
      ok: false,
      problem: { code: 'runtime', message: 'The variable workspace has no value.', line: 1, column: 4 },
    });
  });

  test("settings can't read the caller's data, the run or its steps (spec/listeners §2.2)", () => {
    for (const source of [
      '{{ __data.a }}',
      "{{ __data ?? 'x' }}",
      '{{ steps.a }}',
      '{{ run.id }}',
      '{% if __data is defined %}{% endif %}',
    ]) {
      expect(problemsOf(source, { profile: 'setting' })).toHaveLength(1);
    }
  });
});

describe('a missing secret (spec/runs §2.5)', () => {
  const variables = { secrets: { other: 'k' }, __data: { off: false } };
  const problem = {
    code: 'runtime',
    message:
      'There is no secret called gone. Create it under Settings → Secrets & connections, or correct the name.',
  };

  test.each([
    '{{ secrets.gone }}',
    'Bearer {{ secrets.gone }}',
    "{{ hashHmac('sha256', 'x', secrets.gone) }}",
    "{{ jwtDecode('x', secrets.gone) }}",
    '{{ secrets.other ~ secrets.gone }}',
    "{{ (secrets.gone ~ 'x')|default('y') }}",
    '{{ __data.none ?? secrets.gone ?? secrets.gone }}',
    '{% if not __data.off %}{{ secrets.gone }}{% endif %}',
  ])('is an error in %s', (source) => {
    expect(compiled(source).render(scopeWith(variables))).toMatchObject({ ok: false, problem });
  });

  test('is an error in a condition and in a listener setting', () => {
    const condition = compileCondition("{{ hashHmac('sha256', 'x', secrets.gone) == 'x' }}", {
      profile: 'step',
    });
    if (!condition.ok) throw new Error('invalid condition');
    expect(condition.template.render(scopeWith(variables))).toMatchObject({ ok: false, problem });
    expect(renderSetting('{{ secrets.gone }}', variables)).toMatchObject({ ok: false, problem });
  });

  test.each([
    ["{{ secrets.gone ?? 'x' }}", 'x'],
    ["{{ secrets.gone|default('x') }}", 'x'],
    ['{{ secrets.gone ?? secrets.other }}', 'k'],
    ["{{ __data.off ? secrets.gone : 'x' }}", 'x'],
  ])('is no error in %s, which has a fallback or does not read it', (source, value) => {
    expect(compiled(source).render(scopeWith(variables))).toMatchObject({ ok: true, value });
  });
});

describe('template analysis', () => {
  const analysisOf = (source: string) => compiled(source).analysis;

  test('a literal reads nothing', () => {
    expect(analysisOf('text')).toMatchObject({ variables: [], secrets: [], readsRaw: false });
  });

  test('variables, paths, steps and secrets are listed', () => {
    const source = `{% set x = __data.a.b %}{% if steps.one.output.id %}{{ x ~ __data.a.c[0] ~ run.id ~ secrets.k }}
      {% else %}{% for i in __data['list'] %}{{ i|default(secrets['z']) }}{{ loop.index }}{% endfor %}{% endif %}
      {% set y %}{{ workspace.name }}{% endset %}{{ now ?? 1 }}{{ {a: __data.d}.a is same as(1) }}`;
    expect(analysisOf(source)).toEqual({
      variables: ['__data', 'steps', 'run', 'secrets', 'workspace', 'now'],
      data: { names: ['a', 'list', 'd'], all: false },
      dataPaths: ['a.b', 'a.c.0', 'list', 'd'],
      steps: { names: ['one'], all: false },
      secrets: ['k', 'z'],
      requiredSecrets: ['k', 'z'],
      readsRaw: false,
    });
  });

  test('a secret with a fallback is not required, the fallback itself is (spec/runs §2.5)', () => {
    const source =
      "{{ secrets.a ?? secrets.b ?? secrets.c }}{{ secrets.d|default('x') ~ (secrets.e ~ 'y')|default }}";
    expect(analysisOf(source)).toMatchObject({
      secrets: ['a', 'b', 'c', 'd', 'e'],
      requiredSecrets: ['c', 'e'],
    });
  });

  test('a variable used as a whole, or with a computed key, counts as being read completely', () => {
    expect(analysisOf('{{ __data }}')).toMatchObject({ data: { all: true }, readsRaw: false });
    expect(analysisOf('{{ __data[steps.a.output.b] }}')).toMatchObject({
      data: { all: true },
      steps: { names: ['a'] },
    });
    expect(analysisOf('{% for s in steps %}{% endfor %}')).toMatchObject({ steps: { all: true } });
    expect(analysisOf('{{ __data.__raw }}')).toMatchObject({
      data: { names: ['__raw'], all: false },
      readsRaw: true,
    });
  });
});

describe('a formatted error', () => {
  const shown = (source: string) => {
    const [problem] = problemsOf(source);
    return problem && formatProblem(source, problem);
  };

  test('shows the line with a marker, and a suggestion', () => {
    expect(shown('a\n\t{{ __data.name|uper }} b\r\nc')).toBe(
      'Line 2, column 17: There is no filter uper. Did you mean upper?\n2 | \t{{ __data.name|uper }} b\n  | \t               ^',
    );
    expect(shown('{{ 1 +')).toBe('Line 1, column 1: This has no closing }}.\n1 | {{ 1 +\n  | ^');
  });

  test('shortens a long line around the position', () => {
    const text = shown(`${'x'.repeat(300)}{{ foo }}${'y'.repeat(300)}`) ?? '';
    const [, line = '', mark = ''] = text.split('\n');
    expect(line.length).toBeLessThan(110);
    expect(line.slice(mark.indexOf('^'), mark.indexOf('^') + 3)).toBe('foo');
    expect(line.startsWith('1 | …') && line.endsWith('…')).toBe(true);
  });

  test('at run time has a position and no values from the data', () => {
    const outcome = renderStep('line\n{{ __data.secret + 1 }}', { secret: 'hunter2' });
    expect(outcome).toMatchObject({ ok: false, problem: { line: 2, column: 18, code: 'runtime' } });
    expect(JSON.stringify(outcome)).not.toContain('hunter2');
  });
});

describe('budgets', () => {
  test('steps are counted identically on every machine', () => {
    const outcome = renderStep('{% for i in 1..10 %}{{ i }}{% endfor %}');
    expect(outcome).toMatchObject({ ok: true, steps: 32 });
    expect(renderStep('literal').steps).toBe(0);
  });

  test('each exceeded budget has a different message', () => {
    const ofSteps = renderStep('{% for i in 1..10000 %}{% for j in 1..10000 %}{% endfor %}{% endfor %}');
    expect(ofSteps).toMatchObject({
      steps: 200_000,
      problem: { code: 'budget', message: 'The template needs too many evaluation steps.' },
    });
    const ofMemory = renderStep("{% set a = 'xx' %}{% for i in 1..30 %}{% set a = a ~ a %}{% endfor %}");
    expect(ofMemory).toMatchObject({
      problem: { code: 'budget', message: 'The template creates too much data.' },
    });
    const ofOutput = renderStep('{% for i in 1..300 %}{{ __data.a }}{% endfor %}', { a: 'x'.repeat(1000) });
    expect(ofOutput).toMatchObject({
      problem: { code: 'budget', message: 'The result is longer than 262144 characters.' },
    });
  });

  test('a body of one megabyte can be hashed and searched', () => {
    const raw = 'x'.repeat(1024 * 1024);
    expect(renderStep("{{ hashHmac('sha256', __data.__raw, 'k')|length }}", { __raw: raw })).toMatchObject({
      value: 64,
    });
    expect(renderStep("{{ 'y' in __data.__raw }}", { __raw: raw })).toMatchObject({ value: false });
  });
});
