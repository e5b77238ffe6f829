// Follows every guide to the letter: runs its commands against a separate installation, compares their output
// with the output on the page, and applies its files. See "Write docs" in CONTRIBUTING.md for the rules.
import { afterAll, test } from 'vitest';
import { startWholeHark } from '../harness/whole-hark.ts';
import { type Treatment, treatmentOf } from './examined.ts';
import { followBlocks } from './follow.ts';
import { guides, type Page } from './pages.ts';
import { createWorkplace } from './workplace.ts';

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
    await followBlocks(page, workplace);
  } finally {
    workplace.remove();
    await hark.remove();
  }
}
