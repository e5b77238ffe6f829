import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const chunk = Buffer.alloc(64 * 1024);

/** A separate disk in memory that can be filled to the last byte. Mounting it needs root. */
export interface SmallDisk {
  readonly folder: string;
  freeBytes(): number;
  /** Fills all free space, again and again, until `free` is called. */
  fill(): void;
  free(): void;
  remove(): void;
}

export function mountSmallDisk(megabytes: number): SmallDisk {
  if (process.getuid?.() !== 0) throw new Error('This drill mounts a small disk: run it as root.');
  const folder = mkdtempSync(join(tmpdir(), 'hark-small-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0777`, 'tmpfs', folder]);
  const ballast = join(folder, 'ballast');
  let filling: NodeJS.Timeout | undefined;
  const takeAll = () => {
    const file = openSync(ballast, 'a');
    try {
      while (writeSync(file, chunk) === chunk.length);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    } finally {
      closeSync(file);
    }
  };
  const free = () => {
    clearInterval(filling);
    rmSync(ballast, { force: true });
  };
  return {
    folder,
    freeBytes: () => {
      const { bavail, bsize } = statfsSync(folder);
      return bavail * bsize;
    },
    fill() {
      takeAll();
      filling = setInterval(takeAll, 20);
    },
    free,
    remove() {
      free();
      execFileSync('umount', ['--lazy', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
