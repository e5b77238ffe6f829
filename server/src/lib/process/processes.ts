import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fault } from '../errors.ts';

export interface RunningProcess {
  readonly parentPid: number;
  readonly commandLine: string;
}

/** Returns undefined if the process doesn't exist or can't be inspected. */
export function findProcess(pid: number): RunningProcess | undefined {
  try {
    return process.platform === 'linux' ? fromProc(pid) : fromPs(pid);
  } catch {
    return undefined;
  }
}

/** Reads /proc, because small containers lack `ps`. */
function fromProc(pid: number): RunningProcess | undefined {
  // The name in parentheses may contain anything, including parentheses. State and parent follow the last
  // closing one.
  const [state, parentPid] = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  if (state === 'Z' || state === 'X') return undefined;
  const commandLine = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ').trimEnd();
  return { parentPid: Number(parentPid), commandLine };
}

function fromPs(pid: number): RunningProcess | undefined {
  const line = execFileSync('ps', ['-o', 'ppid=,command=', '-p', String(pid)], { timeout: 2_000 });
  const match = /^\s*(\d+)\s+(.*\S)/.exec(line.toString());
  return match ? { parentPid: Number(match[1]), commandLine: match[2] ?? '' } : undefined;
}

/** Stops a process that isn't our child: sends SIGTERM, then SIGKILL, and throws if the process survives both. */
export async function endProcess(pid: number, graceMs = 5_000): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') return;
      throw fault('process_not_ours', `Process ${pid} can't be stopped from here. Stop it manually.`, error);
    }
    const deadline = performance.now() + graceMs;
    while (performance.now() < deadline) {
      if (findProcess(pid) === undefined) return;
      await sleep(25);
    }
  }
  throw fault('process_stuck', `Process ${pid} did not exit, even after SIGKILL. Stop it manually.`);
}
