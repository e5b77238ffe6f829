// Builds every artifact of a release into dist/release: `npm run -s release`. The commit needs the version's tag,
// and the tree must be clean. With --dry-run, neither is required. Two runs of the same commit give the same bytes.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { REPOSITORY } from './pack.ts';
import { packChart } from './pack-chart.ts';
import { packClient } from './pack-client.ts';
import { packHark } from './pack-hark.ts';
import { findReleaseProblems, readRelease, releaseNotes } from './release-facts.ts';
import { renderSbom } from './sbom.ts';

const checksums = 'SHA256SUMS';
const copied = {
  'server/NOTICES.md': 'NOTICES.md',
  'deploy/compose.yaml': 'compose.yaml',
  // GitHub renames files that start with a dot.
  'deploy/.env.example': 'env.example',
};

const { 'dry-run': isDryRun } = parseArgs({
  options: { 'dry-run': { type: 'boolean', default: false } },
}).values;
const release = readRelease();
const problems = findReleaseProblems(release, { isDryRun });
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}

const out = path.join(REPOSITORY, 'dist/release');
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
requireNotices(await packHark(out));
await packClient(out);
packChart(out, release);
for (const [from, to] of Object.entries(copied))
  copyFileSync(path.join(REPOSITORY, from), path.join(out, to));
writeFileSync(path.join(out, 'sbom.cdx.json'), renderSbom(release));
writeFileSync(path.join(out, 'RELEASE_NOTES.md'), releaseNotes(release.changelog));
writeChecksums();
console.log(`${out}: Hark ${release.version}, commit ${release.commit}`);

function writeChecksums(): void {
  const lines = readdirSync(out)
    .sort()
    .map((name) => {
      const file = path.join(out, name);
      const hash = createHash('sha256').update(readFileSync(file)).digest('hex');
      console.log(`${hash}  ${name}  ${statSync(file).size} bytes`);
      return `${hash}  ${name}\n`;
    });
  writeFileSync(path.join(out, checksums), lines.join(''));
}

/** Vite lists the packages that it really bundled. Each of them needs a notice. */
function requireNotices(tarball: string): void {
  const read = (file: string) =>
    execFileSync('tar', ['--extract', '--to-stdout', '--file', tarball, `package/${file}`], {
      encoding: 'utf8',
    });
  const notices = read('NOTICES.md');
  const bundled = JSON.parse(read('console/licenses.json')) as { name: string; version: string }[];
  const missing = bundled.filter(({ name, version }) => !notices.includes(`- ${name} ${version}\n`));
  if (bundled.length === 0 || missing.length > 0)
    throw new Error(`NOTICES.md lacks ${missing.map(({ name }) => name).join(', ') || 'the console'}.`);
}
