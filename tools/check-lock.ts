import exceptions from './lock-exceptions.json' with { type: 'json' };
import { downloadedPackages, type LockFile, readLockFile } from './lock-file.ts';

/**
 * Lists every entry that `npm ci` couldn't verify, that contains the host it was downloaded from, or that runs
 * a script in production when it is installed.
 */
export function findLockProblems(lock: LockFile, unverified: readonly string[]): string[] {
  const packages = downloadedPackages(lock);
  const used = new Set<string>();
  const problems = packages.flatMap(({ key, spec, entry }) => {
    const found: string[] = [];
    if (entry.resolved !== undefined) found.push(`${key} has "resolved". Run \`npm run lock\`.`);
    if (entry.hasInstallScript && !entry.dev)
      found.push(`${key} has an install script, which runs where users install Hark.`);
    if (entry.integrity?.startsWith('sha512-')) return found;
    if (!unverified.includes(spec))
      return [...found, `${key} has no SHA-512 integrity. Run \`npm run lock\`.`];
    used.add(spec);
    if (!entry.dev || !entry.optional)
      found.push(`${key} can't be an exception: only optional development packages can.`);
    return found;
  });
  const unneeded = unverified.filter((spec) => !used.has(spec));
  return [
    ...problems,
    ...unneeded.map((spec) => `${spec} needs no exception. Remove it from tools/lock-exceptions.json.`),
  ];
}

if (import.meta.main) {
  const lock = readLockFile();
  const problems = findLockProblems(lock, exceptions.packages);
  if (problems.length > 0) {
    console.error(problems.join('\n'));
    process.exit(1);
  }
  const count = downloadedPackages(lock).length;
  console.log(`${count - exceptions.packages.length} of ${count} packages have a SHA-512 integrity.`);
}
