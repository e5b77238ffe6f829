import { Command } from 'commander';
import { runWorkflowTest } from '../../app/trials.ts';
import { readConfig, userPath } from '../../config.ts';
import type { CheckedTests } from '../../core/workflow-tests/index.ts';
import { describeFailingSteps } from '../../core/workflows/index.ts';
import { HarkError, invalid } from '../../lib/errors.ts';
import { example } from '../shared/example.ts';
import { operator } from '../shared/operator.ts';
import { withContext } from '../shared/with-context.ts';
import { readTests } from './read-tests.ts';

interface TestResult {
  readonly file: string;
  readonly name: string;
  readonly passed: boolean;
  readonly problems: readonly string[];
}

/** `hark workflow test` (spec/workflow-tests §4.1). */
export const testCommand = () =>
  new Command('test')
    .description('Run workflows against written requests. Nothing is stored, called or sent.')
    .argument('<files...>', 'test files, JSON or YAML')
    .option('--json', 'print JSON')
    .addHelpText('after', example('hark workflow test order.test.yaml'))
    .action(async (files: string[], { json = false }: { json?: boolean }) => {
      const results = await runFiles(files);
      const failed = results.filter(({ passed }) => !passed).length;
      const passed = results.length - failed;
      if (json) console.log(JSON.stringify({ passed, failed, tests: results }, null, 2));
      else for (const line of describe(results, passed, failed)) console.log(line);
      if (failed > 0) process.exitCode = 1;
    });

/** Checks all files before it runs the first test (spec/workflow-tests §4.2). */
async function runFiles(files: readonly string[]): Promise<TestResult[]> {
  const read = await Promise.all(
    files.map(async (file) => ({ file, tests: await readTests(userPath(file)).catch(naming(file)) })),
  );
  const config = readConfig();
  const hasMail = config.SMTP_URL !== undefined;
  for (const warning of new Set(read.flatMap(({ tests }) => warnSteps(tests, hasMail))))
    console.error(`Warning: ${warning}`);
  return withContext(config, async (context) => {
    const testing = { context, actor: operator('apply'), egressAllow: config.HARK_EGRESS_ALLOW };
    const results: TestResult[] = [];
    for (const { file, tests } of read) {
      for (const [index, { name }] of tests.file.tests.entries()) {
        const problems = await runWorkflowTest(testing, tests, index).catch(naming(file));
        results.push({ file, name, passed: problems.length === 0, problems });
      }
    }
    return results;
  });
}

/** A test sends no email and may not reach every step, so it can't show each step that will fail. */
function warnSteps({ file, workspace }: CheckedTests, hasMail: boolean): string[] {
  const { secrets = {}, workflows = [] } = workspace;
  const needs = { hasMail, secrets: new Set(Object.keys(secrets).filter((name) => secrets[name] !== null)) };
  return workflows
    .filter(({ name }) => name === file.workflow)
    .flatMap(({ name, steps = [] }) => describeFailingSteps(name, steps, needs));
}

/** Puts the name of the file above an error in it. */
const naming =
  (file: string) =>
  (error: unknown): never => {
    if (!(error instanceof HarkError) || error.kind !== 'invalid') throw error;
    throw invalid('bad_test_file', `${file}\n${error.message}`);
  };

function* describe(results: readonly TestResult[], passed: number, failed: number): Generator<string> {
  for (const { name, passed: isPassed, problems } of results) {
    yield `${isPassed ? 'ok  ' : 'FAIL'} ${name}`;
    for (const problem of problems) yield `  ${problem}`;
  }
  yield `${passed} passed, ${failed} failed`;
}
