import { readFileSync } from 'node:fs';
import type { Administrator } from '../../server/test/harness/scratch-database.ts';

/** How Linux counts CPU time in /proc, in microseconds. */
const tickUs = 10_000;

/** The CPU time that these processes have used so far; one that is not on this machine counts nothing. */
export function cpuUsOf(pids: readonly number[]): number {
  return pids
    .map((pid) => {
      try {
        const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ');
        return (Number(fields[11]) + Number(fields[12])) * tickUs;
      } catch {
        return 0;
      }
    })
    .reduce((sum, one) => sum + one, 0);
}

/** The database's processes that serve connections of this name. */
export async function backendsOf(client: Administrator, applicationName: string): Promise<number[]> {
  const { rows } = await client.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database() and application_name = $1',
    [applicationName],
  );
  return rows.map(({ pid }) => pid);
}
