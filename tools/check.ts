// Runs all checks. Static checks come first, two at a time. The tests run last and alone, so the output ends
// with the test runner's summary.
// Arguments are passed to the test runner: npm run check -- --project browser --reporter=verbose

import { spawn } from 'node:child_process';
import path from 'node:path';

interface Step {
  name: string;
  command: string[];
}

const REPOSITORY = path.resolve(import.meta.dirname, '..');
const AT_ONCE = 2;
const STEP_TIMEOUT_MS = 5 * 60_000;
const TESTS_TIMEOUT_MS = 60 * 60_000;

// The native compiler only checks. Tools that read our sources need the one with an API, `typescript`.
const TYPES = ['node', 'node_modules/typescript-native/bin/tsc', '--noEmit', '--project'];

// Start the slowest checks first, so the fast ones fill the gaps.
const STEPS: Step[] = [
  { name: 'types', command: [...TYPES, '.'] },
  { name: 'web types', command: [...TYPES, 'web'] },
  { name: 'unused', command: ['knip', '--no-progress'] },
  { name: 'lint', command: ['biome', 'ci', '--error-on-warnings', '--colors=off'] },
  { name: 'structure', command: ['node', 'tools/check-structure.ts'] },
  { name: 'generated', command: ['node', 'tools/check-generated.ts'] },
  // Redocly's recommended rules. In the strict set, a warning is an error.
  {
    name: 'openapi',
    command: ['redocly', 'lint', '--extends', 'recommended-strict', 'docs/generated/openapi.json'],
  },
  { name: 'lock', command: ['node', 'tools/check-lock.ts'] },
  { name: 'licenses', command: ['node', 'tools/release/licenses.ts'] },
  { name: 'prose', command: ['node', 'tools/prose.ts'] },
];

const failed = await runSteps(STEPS);
if (failed.length > 0) {
  console.error(`The check failed: ${failed.join(', ')}. The tests were not run.`);
  process.exit(1);
}
process.exit(await runTests(process.argv.slice(2)));

async function runSteps(steps: Step[]): Promise<string[]> {
  const waiting = [...steps];
  const failedNames: string[] = [];
  const work = async (): Promise<void> => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      if (!(await runStep(step))) failedNames.push(step.name);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return failedNames;
}

/** Runs one step and prints its result. If the step failed, also prints its output. */
async function runStep({ name, command }: Step): Promise<boolean> {
  const startedAt = performance.now();
  const { exitCode, output } = await run(command, 'pipe', STEP_TIMEOUT_MS);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const held = exitCode === 0;
  console.log(`${held ? 'ok  ' : 'FAIL'} ${name.padEnd(10)} ${seconds.padStart(5)} s`);
  if (!held) console.error(`$ ${command.join(' ')}\n${output}`);
  return held;
}

async function runTests(runnerArguments: string[]): Promise<number> {
  const command = [
    'vitest',
    'run',
    '--project',
    'server',
    '--project',
    'tools',
    '--project',
    'web',
    ...runnerArguments,
  ];
  return (await run(command, 'inherit', TESTS_TIMEOUT_MS)).exitCode;
}

function run(
  [program = '', ...args]: string[],
  stdio: 'pipe' | 'inherit',
  timeoutMs: number,
): Promise<{ exitCode: number; output: string }> {
  return new Promise((resolve, reject) => {
    const tools = path.join(REPOSITORY, 'node_modules', '.bin');
    const env = {
      ...process.env,
      PATH: `${tools}${path.delimiter}${process.env.PATH}`,
      // Checks send nothing.
      REDOCLY_TELEMETRY: 'off',
      REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    };
    const child = spawn(program, args, {
      cwd: REPOSITORY,
      env,
      stdio: ['ignore', stdio, stdio],
      timeout: timeoutMs,
    });
    let output = '';
    const collect = (chunk: Buffer): void => {
      output += chunk.toString();
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.on('error', reject);
    child.on('close', (exitCode, signal) => {
      if (signal) output += `\nStopped by ${signal}: the step took longer than ${timeoutMs / 1000} s.\n`;
      resolve({ exitCode: exitCode ?? 1, output });
    });
  });
}
