import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { packClient } from '../../../tools/release/pack-client.ts';

const repository = resolve(import.meta.dirname, '../../..');
const examples = join(repository, 'client/examples');

/** The output and exit code of a finished program. */
interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A project outside this repository with the packed client installed, without network access. */
export async function makeFreshProject() {
  const folder = mkdtempSync(join(tmpdir(), 'hark-fresh-'));
  const run = (program: string, args: string[], env: Record<string, string> = {}): Promise<Ended> =>
    new Promise((done) => {
      const options = {
        cwd: folder,
        env: { PATH: process.env.PATH ?? '', HOME: folder, ...env },
        timeout: 90_000,
      };
      execFile(program, args, options, (error, stdout, stderr) =>
        done({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
      );
    });
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  const tarball = await packClient(folder);
  write('package.json', JSON.stringify({ name: 'fresh', private: true, type: 'module' }));
  const installed = await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball]);
  if (installed.code !== 0) throw new Error(installed.stderr);
  for (const name of readdirSync(examples)) copyFileSync(join(examples, name), join(folder, name));
  return {
    folder,
    tarball,
    run,
    write,
    /** Runs a file with this process's Node.js version. */
    node: (name: string, env?: Record<string, string>) => run(process.execPath, [name], env),
    /** Compiles the whole project in strict mode, including library types. @returns the compiler's output */
    async compile(resolution: 'nodenext' | 'bundler'): Promise<string> {
      const compilerOptions = {
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        skipLibCheck: false,
        target: 'es2022',
        module: resolution === 'nodenext' ? 'nodenext' : 'esnext',
        moduleResolution: resolution,
        lib: ['es2023', 'dom', 'dom.iterable'],
        typeRoots: [join(repository, 'node_modules/@types')],
        types: ['node'],
        rootDir: '.',
        outDir: resolution,
      };
      write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['*.ts'] }));
      const { stdout, stderr } = await run(process.execPath, [
        join(repository, 'node_modules/typescript/bin/tsc'),
      ]);
      return `${stdout}${stderr}`;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
