import { readdirSync, readFileSync } from 'node:fs';
import { endProcess } from '../server/src/lib/process/processes.ts';

/** `hark up` needs time to stop its own processes. */
const stopTimeoutMs = 15_000;

/**
 * Ends a process group and everything that its processes started, even if its leader has crashed. The leader is
 * suspended first, so it can't start anything else in the meantime.
 */
export async function endGroup(leader: number): Promise<void> {
  const members = membersOf(leader);
  if (members.includes(leader)) process.kill(leader, 'SIGSTOP');
  const others = membersOf(leader).filter((pid) => pid !== leader);
  await Promise.all(others.map((pid) => endProcess(pid, stopTimeoutMs)));
  if (members.includes(leader)) process.kill(leader, 'SIGKILL');
}

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
}

/** Returns the processes of a group and their descendants, which may have groups of their own. */
function membersOf(leader: number): number[] {
  const all = readdirSync('/proc').flatMap(readProcess);
  const below = (parent: number): number[] =>
    all.filter((one) => one.parent === parent).flatMap(({ pid }) => [pid, ...below(pid)]);
  const group = all.filter((one) => one.group === leader).map(({ pid }) => pid);
  return [...new Set(group.flatMap((pid) => [pid, ...below(pid)]))];
}

function readProcess(name: string): Process[] {
  if (!/^\d+$/.test(name)) return [];
  try {
    const [state, parent, group] = readFileSync(`/proc/${name}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return state === 'Z' ? [] : [{ pid: Number(name), parent: Number(parent), group: Number(group) }];
  } catch {
    // The process has exited in the meantime.
    return [];
  }
}
