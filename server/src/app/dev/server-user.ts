import { execFileSync } from 'node:child_process';
import { fault } from '../../lib/errors.ts';

/** PostgreSQL refuses to run as root. Its packages create the user `postgres`. */
export function serverUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  try {
    const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { stdio: 'pipe' }));
    return { uid: idOf('-u'), gid: idOf('-g') };
  } catch (error) {
    throw fault(
      'dev_as_root',
      "PostgreSQL can't run as root, and this machine has no user `postgres`. Run `hark up --dev` as another user, or set DATABASE_URL and leave out --dev.",
      error,
    );
  }
}
