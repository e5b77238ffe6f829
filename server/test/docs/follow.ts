import { expect } from 'vitest';
import type { Block } from './blocks.ts';
import { treatmentOf, wholeFile } from './examined.ts';
import type { Page } from './pages.ts';
import { showsThe } from './shown-output.ts';
import type { Outcome, Workplace } from './workplace.ts';

/** Does what a page's blocks say, from top to bottom: writes files, runs commands and compares their output. */
export async function followBlocks(page: Page, workplace: Workplace): Promise<void> {
  let last: Outcome | undefined;
  for (const block of page.blocks) last = (await followBlock(page, block, workplace, last)) ?? last;
}

async function followBlock(
  page: Page,
  block: Block,
  workplace: Workplace,
  last: Outcome | undefined,
): Promise<Outcome | undefined> {
  const place = `${page.path}:${block.line}`;
  const treatment = treatmentOf(page, block);
  if (treatment === 'written to a file that is used') workplace.write(block.fileName ?? '', block.text);
  if (treatment === 'run') return succeeded(place, await workplace.run(block.text));
  if (treatment === 'applied') {
    workplace.write('piece.json', JSON.stringify(wholeFile(block.text)));
    succeeded(place, await workplace.run('hark apply -f piece.json --json'));
  }
  if (
    treatment === 'compared with what was printed' &&
    !showsThe(workplace.localised(block.text), last?.printed ?? '')
  ) {
    expect.fail(`${place} shows\n${block.text}\nbut the commands above it printed\n${last?.printed}`);
  }
  return undefined;
}

/** Fails the test if the commands failed. @param place where the commands are written */
export function succeeded(place: string, outcome: Outcome): Outcome {
  if (outcome.code === 0) return outcome;
  return expect.fail(`${place} ended with ${outcome.code}:\n${outcome.printed}\n${outcome.complaint}`);
}
