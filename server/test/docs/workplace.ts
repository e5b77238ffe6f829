import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repository } from './pages.ts';

/** What the pages call the address of a workspace. It is all that is replaced. */
const written = ['http://127.0.0.1:8080', 'https://crm.example.com'];

/** What somebody has already done who follows a page: the product is installed, built and started. */
const doneBefore = /^(npm ci|npm run build|npm ci && npm run build|npm run -s hark -- up\b.*)$/;

/** What the guides mean by `hark`; docs/README.md says so. */
const hark = 'hark() { npm run -s hark -- "$@"; }';

/** What is not the repository's but the follower's own. */
const own = new Set(['.git', '.hark', 'docs']);

/** What a block of commands came to. */
export interface Outcome {
  readonly code: number;
  readonly printed: string;
  readonly complaint: string;
}

/** A folder that looks like the repository, where one page is followed. What its commands write stays in it. */
export interface Workplace {
  write(fileName: string, text: string): void;
  /** Runs commands in bash. Variables that a block sets are there in the next. */
  run(commands: string): Promise<Outcome>;
  /** The text of a page with the address of the product that runs. */
  localised(text: string): string;
  remove(): void;
}

export function createWorkplace(url: string, env: Record<string, string>): Workplace {
  const folder = mkdtempSync(join(tmpdir(), 'hark-docs-'));
  const variables = join(folder, '.variables');
  const localised = (text: string) => written.reduce((all, address) => all.replaceAll(address, url), text);
  for (const name of readdirSync(repository)) {
    if (!own.has(name)) symlinkSync(join(repository, name), join(folder, name));
  }
  mkdirSync(join(folder, 'docs'));
  cpSync(join(repository, 'docs/examples'), join(folder, 'docs/examples'), { recursive: true });
  for (const name of readdirSync(join(folder, 'docs/examples'))) {
    const path = join(folder, 'docs/examples', name);
    writeFileSync(path, localised(readFileSync(path, 'utf8')));
  }
  writeFileSync(variables, '');
  return {
    localised,
    write: (fileName, text) => writeFileSync(join(folder, fileName), `${localised(text)}\n`),
    run: (commands) =>
      inBash(
        `set -euo pipefail; set -a; . ${variables}; cd ${folder}\n${hark}\n${toRun(localised(commands))}\nexport -p >${variables}`,
        env,
      ),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function toRun(commands: string): string {
  const left = commands.split('\n').filter((line) => !doneBefore.test(line));
  const changing = left.find((line) => /\bnpm (ci|i|install|uninstall|update)\b/.test(line));
  // The packages are those of the repository, by a link: this would empty them.
  if (changing !== undefined)
    throw new Error(`Mark the block with "${changing}": it changes installed packages.`);
  return left.join('\n');
}

function inBash(script: string, env: Record<string, string>): Promise<Outcome> {
  const surroundings = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' };
  return new Promise((resolve) => {
    execFile(
      'bash',
      ['-c', script],
      { env: { ...surroundings, ...env }, timeout: 60_000 },
      (error, printed, complaint) =>
        resolve({ code: error ? Number(error.code ?? 1) : 0, printed, complaint }),
    );
  });
}
