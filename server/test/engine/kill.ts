/**
 * Sends a signal to a process that this test started, if it is still running. Throws if the ID is missing,
 * because that would signal the whole process group.
 */
export function kill(pid: number | undefined, signal: NodeJS.Signals = 'SIGKILL'): void {
  if (!pid) throw new Error('no process to kill');
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
