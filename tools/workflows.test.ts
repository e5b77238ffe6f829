import { readdirSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import manifest from '../package.json' with { type: 'json' };

// GitHub's parser imports JSON files without the attribute that Node.js requires.
registerHooks({
  load: (url, context, next) =>
    next(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context),
});
const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } = await import(
  '@actions/workflow-parser'
);

interface Workflow {
  permissions: Record<string, string>;
  jobs: Record<
    string,
    {
      'timeout-minutes'?: unknown;
      permissions?: Record<string, string>;
      strategy?: { matrix: { include: { suite: string; minutes: number }[] } };
      steps: { run?: string }[];
    }
  >;
}

const repository = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(repository, file), 'utf8');
const files = readdirSync(path.join(repository, '.github/workflows')).map((name) => ({
  name,
  text: read(`.github/workflows/${name}`),
}));

/** Lists the errors that GitHub would report for a workflow: unknown keys and values, and invalid expressions. */
async function errorsIn(text: string): Promise<string[]> {
  const { context, value } = parseWorkflow({ name: 'workflow', content: text }, new NoOperationTraceWriter());
  if (value !== undefined) await convertWorkflowTemplate(context, value);
  return context.errors.getErrors().map(({ message }) => message);
}

describe.each(files)('$name', ({ text }) => {
  const workflow = parse(text) as Workflow;

  test('is valid for GitHub', async () => {
    expect(await errorsIn(text)).toEqual([]);
  });

  test('pins every action to a commit and names its version', () => {
    const uses = text.split('\n').filter((line) => line.includes('uses:'));
    expect(uses.length).toBeGreaterThan(0);
    expect(uses.filter((line) => !/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual(
      [],
    );
  });

  test('has write permissions only in the jobs that need them', () => {
    expect(Object.values(workflow.permissions)).not.toContain('write');
  });

  test('contains no logic: each step runs one script', () => {
    const commands = Object.values(workflow.jobs).flatMap(({ steps }) =>
      steps.flatMap(({ run }) => run ?? []),
    );
    const script =
      /^(bash \.ci\/[\w-]+( \S+| \$\{\{ matrix\.suite \}\})?|npm (ci|run|audit) .*|node tools\/.*)$/;
    expect(commands.filter((run) => !script.test(run))).toEqual([]);
  });

  test('limits how long each job can take', () => {
    for (const job of Object.values(workflow.jobs)) expect(job['timeout-minutes']).toBeDefined();
  });
});

test.each([
  ['an unknown key', 'timeout-minute: 3', "Unexpected value 'timeout-minute'"],
  [
    'an unknown name in an expression',
    `timeout-minutes: \${{ matrx.minutes }}`,
    "Unrecognized named-value: 'matrx'",
  ],
  ['an expression that is incomplete', `if: \${{ github.ref == }}`, 'Unexpected end of expression'],
  ['a missing job', 'needs: [missing]', 'missing'],
])('the check finds %s', async (_name, line, message) => {
  const text = [
    'on: push',
    'jobs:',
    '  first:',
    '    runs-on: x',
    '    steps: [{ run: x }]',
    '  second:',
    '    runs-on: x',
  ];
  const errors = await errorsIn([...text, `    ${line}`, '    steps: [{ run: x }]', ''].join('\n'));
  expect(errors.join('\n')).toContain(message);
});

test('on GitHub, every suite of the gate is a job, and each job runs a script that exists', () => {
  const { jobs } = parse(read('.github/workflows/ci.yml')) as Workflow;
  const suites = (jobs.suite?.strategy?.matrix.include ?? []).map(({ suite }) => suite);
  const [, projects = ''] = /suites=\((.*)\)$/m.exec(read('.ci/run')) ?? [];
  const gate = ['check', ...['contract', ...projects.split(' ')].map((name) => `test:${name}`)];
  expect(gate.length).toBeGreaterThan(2);
  expect(suites).toEqual(expect.arrayContaining(gate));
  expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining([...suites, 'test:everything']));
});
