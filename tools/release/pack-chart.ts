import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { REPOSITORY } from './pack.ts';
import type { Release } from './release-facts.ts';

/**
 * Packs the Helm chart into this folder. The package has the layout of `helm package`, which would store the
 * current time. @returns the path of the package
 */
export function packChart(out: string, { version, date }: Pick<Release, 'version' | 'date'>): string {
  const tar = execFileSync('tar', [
    '--create',
    '--format=ustar',
    '--sort=name',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=u=rw,go=r',
    `--mtime=${date.toISOString()}`,
    `--directory=${path.join(REPOSITORY, 'deploy/helm')}`,
    ...chartFiles(),
  ]);
  const file = path.join(out, `hark-${version}.tgz`);
  writeFileSync(file, gzipSync(tar, { level: 9 }));
  return file;
}

/** Lists the chart's files in git. Helm expects Chart.yaml first and reads no folder entries. */
function chartFiles(): string[] {
  const folder = path.join(REPOSITORY, 'deploy/helm');
  return execFileSync('git', ['ls-files', 'hark'], { cwd: folder, encoding: 'utf8' })
    .trim()
    .split('\n')
    .sort();
}
