import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../src/lib/process/free-port.ts';
import { findProcess } from '../../src/lib/process/processes.ts';
import { eventually } from './eventually.ts';
import { testKey } from './scratch-database.ts';
import type { TestDatabase } from './test-database.ts';

/** Starts the bundle that BUNDLE_DIR names. */
export const launcher = fileURLToPath(new URL('../../bin/hark.js', import.meta.url));

/** The output and exit code of a finished command. */
export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

type Environment = Record<string, string>;

/** Must be longer than the slowest command takes: a migration that waits for tables in use. */
const maxCommandMs = 200_000;

/** Commands inherit only these variables from the environment. */
export function baseEnvironment(): Environment {
  const { PATH = '', HOME = '', BUNDLE_DIR = '', NODE_V8_COVERAGE } = process.env;
  return { PATH, HOME, BUNDLE_DIR, ...(NODE_V8_COVERAGE === undefined ? {} : { NODE_V8_COVERAGE }) };
}

/** Starts `hark …` in the background, so a test can interrupt it. @param program the path of another version of the program */
export function beginHark(
  args: string[],
  env: Environment,
  program = launcher,
): { readonly process: ChildProcess; readonly ended: Promise<Ended> } {
  const { promise: ended, resolve } = Promise.withResolvers<Ended>();
  const child = execFile(
    process.execPath,
    [program, ...args],
    { env: { ...baseEnvironment(), ...env }, timeout: maxCommandMs },
    (error, stdout, stderr) => resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
  );
  return { process: child, ended };
}

/** Runs `hark …` until it ends. */
export const runHark = (args: string[], env: Environment, program = launcher): Promise<Ended> =>
  beginHark(args, env, program).ended;

/** Runs `hark …` at the database of a test file. */
export const harkAt = ({ addresses }: TestDatabase, ...args: string[]): Promise<Ended> =>
  runHark(args, {
    DATABASE_URL: addresses.owner.reveal(),
    // The test database uses the same roles as the template database.
    DATABASE_APP_URL: addresses.login.app.reveal(),
    DATABASE_DISPATCH_URL: addresses.login.dispatch.reveal(),
    SECRET_KEY: testKey.reveal(),
    HARK_DATA_DIR: '/nowhere',
  });

/** A `hark up` (or `serve`, or `work`) with a separate data folder and port. */
export interface RunningHark {
  readonly process: ChildProcess;
  readonly url: string;
  readonly env: Environment;
  /** Returns everything that the process has printed so far. */
  output(): string;
  /** The status of `/readyz`, and the state of its parts. */
  readiness(): Promise<{ status: number; parts: Record<string, string> }>;
  /** Process ids by role: serve, work, engine, or the name of another program. */
  children(): Record<string, number>;
  /** Asks the process to exit and returns its exit code. */
  stop(): Promise<number | null>;
  /** Kills remaining processes and removes the data folder. */
  remove(): Promise<void>;
}

export async function startHark(
  command: 'up' | 'up --dev' | 'serve' | 'work',
  given: Environment,
  program = launcher,
): Promise<RunningHark> {
  const folder = mkdtempSync(join(tmpdir(), 'hark-up-'));
  const port = given.PORT === undefined ? await freePort() : Number(given.PORT);
  const env = { HARK_DATA_DIR: folder, LOG_LEVEL: 'info', ...given };
  let output = '';
  // `work` accepts connections only from the engine, so its port is set with an environment variable.
  const args = command === 'work' ? [command] : [...command.split(' '), '--port', String(port)];
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...baseEnvironment(), ...env },
  });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk));
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const [code] = await ended;
    return code as number | null;
  };
  return {
    process: child,
    url,
    env,
    output: () => output,
    readiness: async () => {
      const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) });
      const { parts } = (await answer.json()) as { parts: Record<string, string> };
      return { status: answer.status, parts };
    },
    children: () => childrenOf(child.pid ?? -1),
    stop,
    async remove() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts a `serve` and waits until it is connected to its database. If that fails, kills the process. */
export async function startServing(env: Environment, program = launcher): Promise<RunningHark> {
  const hark = await startHark('serve', env, program);
  try {
    await eventually(async () => (await hark.readiness()).parts.database === 'ok', 60_000);
  } catch (error) {
    await hark.remove();
    throw new Error(`serve did not become ready: ${hark.output()}`, { cause: error });
  }
  return hark;
}

/** Waits until everything is ready, including the engine. */
export const untilWhole = (hark: RunningHark, timeoutMs?: number) =>
  eventually(async () => {
    const { status, parts } = await hark.readiness();
    return status === 200 && parts.database === 'ok' && parts.engine === 'ok';
  }, timeoutMs);

function childrenOf(parent: number): Record<string, number> {
  const found: Record<string, number> = {};
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      if (Number(stat[1]) !== parent || stat[0] === 'Z') continue;
      const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
      const program = basename(words[0] ?? '');
      const name = program === 'restate-server' ? 'engine' : program === 'node' ? words[2] : program;
      found[name ?? 'unknown'] = Number(pid);
    } catch {
      // The process has exited in the meantime.
    }
  }
  return found;
}

/** Returns whether a process is still running. Zombies don't count. */
export const isAlive = (pid: number): boolean => findProcess(pid) !== undefined;
