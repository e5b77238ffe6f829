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
import { baseEnvironment } from '../harness/hark-process.ts';
import { piecesUrl } from './examined.ts';
import { repository } from './pages.ts';

/** The workspace URLs that pages use. The tests of guides replace only these. */
const written = ['http://127.0.0.1:8080', 'https://crm.example.com'];

/** Commands that readers have already run: the product is installed, built and started. */
const doneBefore =
  /^(npm ci|npm run build|npm ci && npm run build|(npm run -s hark --|npx @harkhq\/hark) up\b.*)$/;

/** Defines `hark` as the guides use it (docs/README.md), without starting npm for each command. */
const harkIn = (folder: string) => `hark() { ${process.execPath} ${folder}/server/bin/hark.js "$@"; }`;

/** Files that belong to the reader, not to the repository. */
const own = new Set(['.git', '.hark', 'docs']);

/** The result of a block of commands. */
export interface Outcome {
  readonly code: number;
  readonly printed: string;
  readonly complaint: string;
}

/** A copy of the repository's layout, in which one page is followed. Its commands write only there. */
export interface Workplace {
  write(fileName: string, text: string): void;
  /** Runs commands in bash. Variables are kept for the next block. */
  run(commands: string): Promise<Outcome>;
  /** Returns a page's text with the URL of the running installation filled in. */
  localised(text: string): string;
  remove(): void;
}

/** @param others text to replace in addition to the workspace URLs, such as the URLs of other servers */
export function createWorkplace(
  url: string,
  env: Record<string, string>,
  others: Readonly<Record<string, string>> = {},
): Workplace {
  // Pages have separate workspaces for their pieces too, so that no page depends on another one's.
  const pieces = [piecesUrl, `http://${new URL(url).host.replaceAll(/\W/g, '-')}.example.test`] as const;
  const replaced = [...written.map((address) => [address, url] as const), pieces, ...Object.entries(others)];
  const folder = mkdtempSync(join(tmpdir(), 'hark-docs-'));
  const variables = join(folder, '.variables');
  const localised = (text: string) => replaced.reduce((all, [from, to]) => all.replaceAll(from, to), text);
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
        `set -euo pipefail; set -a; . ${variables}; cd ${folder}\n${harkIn(folder)}\n${toRun(localised(commands))}\nexport -p >${variables}`,
        env,
      ),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function toRun(commands: string): string {
  const left = commands.split('\n').filter((line) => !doneBefore.test(line));
  const changing = left.find((line) => /\bnpm (ci|i|install|uninstall|update)\b/.test(line));
  // node_modules links to the repository's folder, so this command would change the packages there.
  if (changing !== undefined)
    throw new Error(`Mark the block with "${changing}": it changes installed packages.`);
  return left.join('\n');
}

function inBash(script: string, env: Record<string, string>): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(
      'bash',
      ['-c', script],
      { env: { ...baseEnvironment(), ...env }, timeout: 60_000 },
      (error, printed, complaint) =>
        resolve({ code: error ? Number(error.code ?? 1) : 0, printed, complaint }),
    );
  });
}
