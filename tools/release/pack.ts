import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';

export const REPOSITORY = path.resolve(import.meta.dirname, '../..');
const TIMEOUT_MS = 300_000;
const execute = promisify(execFile);

/** Runs a program of a development package, such as `typescript/bin/tsc`, in a folder of the repository. */
export const runTool = (tool: string, args: string[], folder = '.') =>
  execute(process.execPath, [path.join(REPOSITORY, 'node_modules', tool), ...args], {
    cwd: path.join(REPOSITORY, folder),
    // Inherited values, such as `test`, would end up in the console's bundle.
    env: { ...process.env, NODE_ENV: 'production' },
    timeout: TIMEOUT_MS,
  });

/** Reads a JSON file of the repository. */
export const readJson = (file: string) => JSON.parse(readFileSync(path.join(REPOSITORY, file), 'utf8'));

export const writeJson = (file: string, value: object) =>
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);

/**
 * Packs the files that `stage` writes to the folder it gets, with the license and the manifest that it returns.
 * @returns the path of the tarball
 */
export async function pack(out: string, stage: (folder: string) => Promise<object>): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'hark-pack-'));
  try {
    const manifest = await stage(folder);
    const { stdout: commit } = await execute('git', ['rev-parse', 'HEAD'], { cwd: REPOSITORY });
    writeJson(path.join(folder, 'package.json'), { ...manifest, gitHead: commit.trim() });
    copyFileSync(path.join(REPOSITORY, 'LICENSE'), path.join(folder, 'LICENSE'));
    mkdirSync(out, { recursive: true });
    const { stdout } = await execute(
      'npm',
      ['pack', '--ignore-scripts', '--json', '--pack-destination', out],
      { cwd: folder, timeout: TIMEOUT_MS },
    );
    const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
    return path.join(out, filename);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Reads `--out DIR`. A relative path starts at the folder in which the user called npm. */
export function readOut(): string {
  const { out } = parseArgs({ options: { out: { type: 'string' } } }).values;
  if (out === undefined) throw new Error('Add --out DIR, the folder for the tarball.');
  return path.resolve(process.env.INIT_CWD ?? '', out);
}
