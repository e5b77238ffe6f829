import { readFileSync } from 'node:fs';
import type { Administrator } from '../../server/test/harness/scratch-database.ts';

/** The unit of CPU time in Linux's /proc, in microseconds. */
const tickUs = 10_000;

/** Returns the CPU time that these processes have used so far. Processes on other machines count as zero. */
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

/** Returns the PostgreSQL processes that serve connections with this application name. */
export async function backendsOf(client: Administrator, applicationName: string): Promise<number[]> {
  const { rows } = await client.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database() and application_name = $1',
    [applicationName],
  );
  return rows.map(({ pid }) => pid);
}
