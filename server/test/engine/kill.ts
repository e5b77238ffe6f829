/** Signals a process of this test, if it still runs. No id would mean the whole process group: never that. */
export function kill(pid: number | undefined, signal: NodeJS.Signals = 'SIGKILL'): void {
  if (!pid) throw new Error('There is no process to kill.');
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
