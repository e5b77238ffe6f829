import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import { type Block, isCommands } from './blocks.ts';
import { type Page, repository } from './pages.ts';

/** How a block is treated. */
export type Treatment =
  | 'run'
  | 'compared with what was printed'
  | 'written to a file that is used'
  | 'applied'
  | 'read as JSON'
  | 'run by another test'
  | 'not run'
  | 'words only';

/** The workspace to which pieces of a workspace file are applied. */
export const piecesUrl = 'http://pieces.example.test';

/** Blocks without a language contain diagrams or conversations. */
const looksLikeCommands = /^(\$ )?(npm|npx|node|curl|hark|docker|kubectl|helm|psql) /m;

/** Decides how to treat a block. If the block can't be tested, throws an error that explains what to do. */
export function treatmentOf(page: Page, block: Block): Treatment {
  const place = `${page.path}:${block.line}`;
  if (block.mark?.kind === 'not run') return 'not run';
  if (block.mark) return requireTest(place, page, block.mark.text);
  if (isCommands(block)) return 'run';
  if (block.isOutput) return 'compared with what was printed';
  if (block.fileName !== undefined) return requireUse(place, page, block, block.fileName);
  if (block.language === 'yaml') return 'applied';
  if (block.language === 'json') return requireJson(place, block);
  if (block.language === '' && !looksLikeCommands.test(block.text)) return 'words only';
  throw new Error(
    `${place}: a block of ${block.language || 'commands without a language'} is not run. Name its file in its first line and use that in a block of commands, or mark it: CONTRIBUTING.md, Documentation.`,
  );
}

function requireTest(place: string, page: Page, path: string): Treatment {
  const test = join(repository, path);
  if (existsSync(test) && readFileSync(test, 'utf8').includes(basename(page.path)))
    return 'run by another test';
  throw new Error(`${place}: ${path} is not there, or does not name ${basename(page.path)}.`);
}

function requireUse(place: string, page: Page, block: Block, fileName: string): Treatment {
  const isUsed = page.blocks.some(
    (other) => other.line > block.line && isCommands(other) && !other.mark && other.text.includes(fileName),
  );
  if (isUsed) return 'written to a file that is used';
  throw new Error(`${place}: no command below it uses ${fileName}.`);
}

function requireJson(place: string, { text }: Block): Treatment {
  try {
    JSON.parse(text);
    return 'read as JSON';
  } catch (error) {
    throw new Error(`${place}: this is not JSON`, { cause: error });
  }
}

/**
 * Completes a fragment of a workspace file: a list becomes the steps of a workflow, and a map becomes the keys of a
 * workspace. A complete file stays unchanged.
 */
export function wholeFile(text: string): object {
  const given: unknown = parse(text);
  if (typeof given === 'object' && given !== null && 'workspaces' in given) return given;
  const end = { name: 'end', type: 'stop', as: 'succeeded' };
  const steps = Array.isArray(given) ? given : [end];
  const keys = Array.isArray(given) ? {} : (given as object);
  const owner = 'ann@acme.test';
  return {
    workspaces: [
      {
        name: 'Pieces',
        base_url: piecesUrl,
        secrets: { partner: 'a secret of the two of us, 32 bytes' },
        users: [{ email: owner, name: 'Ann Admin', role: 'Administrator' }],
        workflows: [
          { name: 'Piece', owner, steps },
          { name: 'Follow-up', owner, steps: [end] },
        ],
        ...keys,
      },
    ],
  };
}
