// Follows every guide to the letter: runs its commands against a separate installation, compares their output
// with the output on the page, and applies its files. See "Write docs" in CONTRIBUTING.md for the rules.
import { afterAll, expect, test } from 'vitest';
import { startWholeHark } from '../harness/whole-hark.ts';
import { type Treatment, treatmentOf, wholeFile } from './examined.ts';
import { guides, type Page } from './pages.ts';
import { showsThe } from './shown-output.ts';
import { createWorkplace, type Outcome, type Workplace } from './workplace.ts';

const counts = new Map<Treatment, number>();
const needsProduct = new Set<Treatment>(['run', 'applied', 'compared with what was printed']);

afterAll(() => {
  for (const [treatment, count] of counts) console.log(`${count} blocks ${treatment}`);
});

for (const page of guides().filter(({ blocks }) => blocks.length > 0)) {
  // Each page uses a separate installation and spends most of the time waiting for it. vitest.config.ts limits how
  // many run at a time.
  test.concurrent(`${page.path}: every block is run or explains why it is not`, {
    timeout: 240_000,
  }, async () => {
    const treatments = page.blocks.map((block) => treatmentOf(page, block));
    for (const treatment of treatments) counts.set(treatment, (counts.get(treatment) ?? 0) + 1);
    if (treatments.some((treatment) => needsProduct.has(treatment))) await follow(page);
  });
}

async function follow(page: Page): Promise<void> {
  const name = `hark_docs_${process.pid}_${page.path.toLowerCase().replaceAll(/[^a-z]/g, '_')}`;
  const hark = await startWholeHark(name);
  const workplace = createWorkplace(hark.url, hark.env);
  try {
    let last: Outcome | undefined;
    for (const block of page.blocks) last = (await doBlock(page, block, workplace, last)) ?? last;
  } finally {
    workplace.remove();
    await hark.remove();
  }
}

async function doBlock(
  page: Page,
  block: Page['blocks'][number],
  workplace: Workplace,
  last: Outcome | undefined,
): Promise<Outcome | undefined> {
  const place = `${page.path}:${block.line}`;
  const treatment = treatmentOf(page, block);
  if (treatment === 'written to a file that is used') workplace.write(block.fileName ?? '', block.text);
  if (treatment === 'run') return succeeded(place, await workplace.run(block.text));
  if (treatment === 'applied') {
    workplace.write('piece.json', JSON.stringify(wholeFile(block.text)));
    succeeded(place, await workplace.run('npm run -s hark -- apply -f piece.json --json'));
  }
  if (
    treatment === 'compared with what was printed' &&
    !showsThe(workplace.localised(block.text), last?.printed ?? '')
  ) {
    expect.fail(`${place} shows\n${block.text}\nbut the commands above it printed\n${last?.printed}`);
  }
  return undefined;
}

function succeeded(place: string, outcome: Outcome): Outcome {
  if (outcome.code === 0) return outcome;
  return expect.fail(`${place} ended with ${outcome.code}:\n${outcome.printed}\n${outcome.complaint}`);
}
