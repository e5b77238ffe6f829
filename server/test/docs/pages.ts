import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Block, readBlocks } from './blocks.ts';

export const repository = resolve(import.meta.dirname, '../../..');

/** A page of the documentation. */
export interface Page {
  /** The path from the repository's root. */
  readonly path: string;
  readonly text: string;
  readonly blocks: readonly Block[];
}

const read = (path: string): Page => {
  const text = readFileSync(join(repository, path), 'utf8');
  return { path, text, blocks: readBlocks(text) };
};

const found = (...patterns: string[]): Page[] => globSync(patterns, { cwd: repository }).sort().map(read);

/** Pages that readers follow step by step. Tests run every block on these pages unless the page explains why not. */
export const guides = (): Page[] =>
  found('README.md', 'CONTRIBUTING.md', 'client/README.md', 'docs/**/*.md').filter(
    ({ path }) => !/^docs\/(design|generated)\//.test(path),
  );

/** All pages. The tests check their links. */
export const allPages = (): Page[] => found('*.md', 'llms.txt', 'client/README.md', 'docs/**/*.md');
