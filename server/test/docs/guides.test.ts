// Follows every guide to the letter: runs its commands in a separate workspace, compares their output with the output
// on the page, and applies its files. See "Write docs" in CONTRIBUTING.md for the rules.
import { afterAll, beforeAll, test } from 'vitest';
import { startWholeHark, type WholeHark } from '../harness/whole-hark.ts';
import { type Treatment, treatmentOf } from './examined.ts';
import { followBlocks } from './follow.ts';
import { guides, type Page } from './pages.ts';
import { createWorkplace } from './workplace.ts';

const counts = new Map<Treatment, number>();
const needsProduct = new Set<Treatment>(['run', 'applied', 'compared with what was printed']);

/** Pages that change the settings of the whole installation. */
const withOwnInstallation = new Set(['docs/operating-workspaces.md']);

/** A page whose commands accept plain http only at 127.0.0.1, because they send a token. */
const atUsualAddress = 'docs/proposals.md';

let shared: WholeHark;
beforeAll(async () => {
  // Each page has a workspace at a separate loopback address.
  shared = await startWholeHark(`hark_docs_${process.pid}`, { HOST: '0.0.0.0' });
});
afterAll(async () => {
  await shared?.remove();
  for (const [treatment, count] of counts) console.log(`${count} blocks ${treatment}`);
});

const pages = guides().filter(({ blocks }) => blocks.length > 0);
for (const [index, page] of pages.entries()) {
  // Pages spend a part of the time waiting. vitest.config.ts limits how many run at a time.
  test.concurrent(`${page.path}: every block is run or explains why it is not`, {
    timeout: 240_000,
  }, async () => {
    const treatments = page.blocks.map((block) => treatmentOf(page, block));
    for (const treatment of treatments) counts.set(treatment, (counts.get(treatment) ?? 0) + 1);
    if (treatments.some((treatment) => needsProduct.has(treatment))) await follow(page, index);
  });
}

async function follow(page: Page, index: number): Promise<void> {
  if (!withOwnInstallation.has(page.path)) {
    const address = page.path === atUsualAddress ? '127.0.0.1' : `127.0.0.${index + 2}`;
    return followAt(page, shared.url.replace('127.0.0.1', address), shared);
  }
  const hark = await startWholeHark(`hark_docs_${process.pid}_own`);
  try {
    await followAt(page, hark.url, hark);
  } finally {
    await hark.remove();
  }
}

async function followAt(page: Page, url: string, { env }: WholeHark): Promise<void> {
  const workplace = createWorkplace(url, env);
  try {
    await followBlocks(page, workplace);
  } finally {
    workplace.remove();
  }
}
