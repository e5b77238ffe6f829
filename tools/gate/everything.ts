// Runs every test at full size: `npm run test:everything -- [part …]`. It takes hours, continues after a failed part, and
// prints how long each part took. If all parts ran on a clean tree and passed, it records the commit in full-run.json,
// which a release requires (tools/release/full-run.ts). DATABASE_ADMIN_URL and REDIS_URL name the servers.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { endGroup } from '../../bench/end-group.ts';
import { git, writeFullRun } from '../release/full-run.ts';
import { REPOSITORY } from '../release/pack.ts';
import { choose, type Part, parts } from './full-size-parts.ts';

const PART_TIMEOUT_MS = 2 * 60 * 60_000;

interface Result {
  readonly name: string;
  readonly seconds: number;
  readonly passed: boolean;
}

const chosen = choose(process.argv.slice(2));
const commit = git('rev-parse', 'HEAD');
const isClean = () => git('status', '--porcelain') === '' && git('rev-parse', 'HEAD') === commit;
const isRecorded = chosen === parts && isClean();
if (chosen === parts && !isRecorded)
  console.error('The working tree has changes that are not committed, so this run will not be recorded.');

let running = -1;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, async () => {
    await endGroup(running);
    process.exit(1);
  });

const results: Result[] = [];
for (const part of chosen) {
  console.log(`\n== ${part.name}: ${part.command.join(' ')}`);
  results.push(await run(part));
}
for (const { name, seconds, passed } of results)
  console.log(`${passed ? 'ok  ' : 'FAIL'} ${name.padEnd(22)} ${String(seconds).padStart(6)} s`);

const failed = results.filter(({ passed }) => !passed);
if (failed.length > 0) console.error(`Failed: ${failed.map(({ name }) => name).join(', ')}.`);
else if (isRecorded && isClean()) {
  const seconds = Object.fromEntries(results.map((result) => [result.name, result.seconds]));
  console.log(
    `${writeFullRun({ commit, date: new Date().toISOString(), node: process.version, seconds })}: commit it.`,
  );
}
process.exitCode = failed.length > 0 ? 1 : 0;

/** Runs a part in a process group of its own, so that everything that it started can be ended after the timeout. */
async function run({ name, command: [program = '', ...args], env }: Part): Promise<Result> {
  const startedAt = performance.now();
  const child = spawn(program, args, {
    cwd: REPOSITORY,
    env: { ...process.env, HARK_FULL: '1', ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  });
  running = child.pid ?? -1;
  const timer = setTimeout(() => {
    console.error(`${name} takes longer than ${PART_TIMEOUT_MS / 60_000} minutes and is ended.`);
    void endGroup(running);
  }, PART_TIMEOUT_MS);
  const [exitCode] = await once(child, 'exit');
  clearTimeout(timer);
  return { name, seconds: Math.round((performance.now() - startedAt) / 1000), passed: exitCode === 0 };
}
