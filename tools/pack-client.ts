// Makes the package that is published: `npm run pack:client`, then `npm publish hark-client-….tgz`.
//
// Install scripts are off in this repository, so npm's own `prepack` would not run. And the folder itself is private: without a
// build it holds nothing that an older Node could run.
import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const REPOSITORY = path.resolve(import.meta.dirname, '..');
const TIMEOUT_MS = 120_000;
const run = promisify(execFile);

/** Builds the client and packs it into this folder. @returns the path of the package */
export async function packClient(folder: string): Promise<string> {
  const staged = mkdtempSync(path.join(tmpdir(), 'hark-client-'));
  try {
    const compiler = path.join(REPOSITORY, 'node_modules/typescript/bin/tsc');
    const project = path.join(REPOSITORY, 'client');
    await run(process.execPath, [compiler, '--project', project, '--outDir', path.join(staged, 'dist')], {
      timeout: TIMEOUT_MS,
    });
    nameCompiledFiles(path.join(staged, 'dist'));
    writeFileSync(path.join(staged, 'package.json'), `${JSON.stringify(publishedManifest(), null, 2)}\n`);
    copyFileSync(path.join(project, 'README.md'), path.join(staged, 'README.md'));
    copyFileSync(path.join(REPOSITORY, 'LICENSE'), path.join(staged, 'LICENSE'));
    const { stdout } = await run(
      'npm',
      ['pack', '--ignore-scripts', '--json', '--pack-destination', folder],
      {
        cwd: staged,
        timeout: TIMEOUT_MS,
      },
    );
    const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
    return path.join(folder, filename);
  } finally {
    rmSync(staged, { recursive: true, force: true });
  }
}

// The compiler changes the endings in what it emits, but not in declarations, where only its newest versions understand `.ts`.
function nameCompiledFiles(dist: string): void {
  for (const name of readdirSync(dist).filter((one) => one.endsWith('.d.ts'))) {
    const file = path.join(dist, name);
    writeFileSync(file, readFileSync(file, 'utf8').replace(/ from '(\.\/[\w.-]+)\.ts';/g, " from '$1.js';"));
  }
}

/** As in the repository, but public, and with what `publishConfig` says instead of the sources. */
function publishedManifest(): object {
  const {
    private: _,
    publishConfig,
    ...manifest
  } = JSON.parse(readFileSync(path.join(REPOSITORY, 'client/package.json'), 'utf8'));
  const { exports, ...config } = publishConfig;
  return { ...manifest, exports, publishConfig: config };
}

if (import.meta.main) console.log(await packClient(process.cwd()));
