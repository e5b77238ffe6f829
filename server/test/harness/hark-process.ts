import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../src/lib/process/free-port.ts';
import { findProcess } from '../../src/lib/process/processes.ts';
import { eventually } from './eventually.ts';

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** What a person sees of a command that has ended. */
export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

type Environment = Record<string, string>;

/** Longer than a migration waits for tables that are in use, which is the longest that a command takes by itself. */
const longestCommandMs = 150_000;

/** Nothing of the surroundings reaches the command but where programs are. */
const surroundings = (): Environment => ({ PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' });

/** Begins `hark …`, for whoever wants to interrupt it; of another version, when its `program` is named. */
export function beginHark(
  args: string[],
  env: Environment,
  program = main,
): { readonly process: ChildProcess; readonly ended: Promise<Ended> } {
  const { promise: ended, resolve } = Promise.withResolvers<Ended>();
  const child = execFile(
    process.execPath,
    [program, ...args],
    { env: { ...surroundings(), ...env }, timeout: longestCommandMs },
    (error, stdout, stderr) => resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
  );
  return { process: child, ended };
}

/** Runs it to its end. */
export const runHark = (args: string[], env: Environment, program = main): Promise<Ended> =>
  beginHark(args, env, program).ended;

/** A `hark up` (or `serve`, or `work`) with a data folder and a port of its own. */
export interface RunningHark {
  readonly process: ChildProcess;
  readonly url: string;
  readonly env: Environment;
  /** Everything it printed so far. */
  output(): string;
  /** `/readyz`: its status, and the state of its parts. */
  readiness(): Promise<{ status: number; parts: Record<string, string> }>;
  /** Process ids by what runs in them: serve, work, engine. */
  children(): Record<string, number>;
  /** Asks it to end and tells with which code it did. */
  stop(): Promise<number | null>;
  /** Ends what is left and removes its folder. */
  remove(): Promise<void>;
}

export async function startHark(
  command: 'up' | 'serve' | 'work',
  given: Environment,
  program = main,
): Promise<RunningHark> {
  const folder = mkdtempSync(join(tmpdir(), 'hark-up-'));
  const port = given.PORT === undefined ? await freePort() : Number(given.PORT);
  const env = { HARK_DATA_DIR: folder, LOG_LEVEL: 'info', ...given };
  let output = '';
  // `work` answers nobody but the engine, so its port is a setting.
  const args = command === 'work' ? [command] : [command, '--port', String(port)];
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...surroundings(), ...env },
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

/** A `serve` that has its database; one that does not get there is ended. */
export async function startServing(env: Environment, program = main): Promise<RunningHark> {
  const hark = await startHark('serve', env, program);
  try {
    await eventually(async () => (await hark.readiness()).parts.database === 'ok', 60_000);
  } catch (error) {
    await hark.remove();
    throw new Error(`serve does not get there: ${hark.output()}`, { cause: error });
  }
  return hark;
}

/** Waits until everything answers, the engine included. */
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
      found[words[0]?.endsWith('restate-server') ? 'engine' : (words[2] ?? 'unknown')] = Number(pid);
    } catch {
      // It ended while we looked.
    }
  }
  return found;
}

/** Whether a process still runs; one that has ended and was not collected yet does not count. */
export const isAlive = (pid: number): boolean => findProcess(pid) !== undefined;
