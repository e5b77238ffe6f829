import { existsSync } from 'node:fs';
import axe, { type AxeResults, type RunOptions } from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { isFullRun } from '../seeded-random.ts';

/** How much of a failed page's text is logged. */
const maxTextLength = 4_000;
/** The headless shell has no window, so it needs half the CPU time. */
const places = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map(
  (name) => `/usr/bin/${name}`,
);

/** Screen sizes and color schemes in which pages are checked. Without HARK_FULL, only the hardest one. */
const allLooks = [
  { name: 'light-narrow', colorScheme: 'light', width: 320 },
  { name: 'light-wide', colorScheme: 'light', width: 1_280 },
  { name: 'dark-narrow', colorScheme: 'dark', width: 320 },
  { name: 'dark-wide', colorScheme: 'dark', width: 1_280 },
] as const;
export type Look = (typeof allLooks)[number];
export const looks: readonly [Look, ...Look[]] = isFullRun ? allLooks : [allLooks[2]];
/** The most common look, which the journeys use. */
export const usualLook: Look = allLooks[1];

const launched = new Map<boolean, Promise<Browser>>();

/** Starts the installed browser, headless. Test files that run in the same process share it, and it ends with the process. */
async function sharedBrowser(hasScrollbars: boolean): Promise<Browser> {
  const running = await launched.get(hasScrollbars);
  if (running?.isConnected()) return running;
  const starting = launch(hasScrollbars);
  launched.set(hasScrollbars, starting);
  return starting;
}

function launch(hasScrollbars: boolean): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? places.find((place) => existsSync(place));
  if (executablePath === undefined) throw new Error('Chromium not found. Install it, or set CHROMIUM_PATH.');
  // Resolves every workspace's host name to this machine.
  // Pages with the same cookies share a process, because starting one takes longer than loading a page.
  const args = ['--no-sandbox', '--process-per-site', '--host-resolver-rules=MAP *.test 127.0.0.1'];
  const ignoreDefaultArgs = hasScrollbars ? ['--hide-scrollbars'] : [];
  return chromium.launch({ executablePath, args, ignoreDefaultArgs, timeout: 60_000 });
}

/**
 * Opens pages in the browser, and closes them after the tests. By default, scrollbars take no room, as on phones and most
 * Macs.
 */
export function useChromium({ hasScrollbars = false } = {}) {
  let browser: Browser;
  beforeAll(async () => {
    browser = await sharedBrowser(hasScrollbars);
  }, 90_000);
  /** The pages that stay open: those from before the first test, and those of `keep`. */
  const kept = new Set<Page>();
  const openPages = () => browser.contexts().flatMap((context) => context.pages());
  beforeEach(() => {
    for (const page of openPages()) kept.add(page);
  });
  afterEach(async ({ task }) => {
    // Without the screen content, a failed test would be hard to diagnose.
    if (task.result?.state === 'fail') await logPages(openPages(), task.name);
    for (const page of openPages()) if (!kept.has(page)) await page.close();
  });
  afterAll(async () => {
    for (const context of browser.contexts()) await context.close();
  });
  const newContext = async ({ colorScheme, width }: Look): Promise<BrowserContext> => {
    const context = await browser.newContext({
      colorScheme,
      reducedMotion: 'reduce',
      viewport: { width, height: 800 },
    });
    // A busy machine needs a while, above all for the first page, which fills the cache.
    context.setDefaultTimeout(60_000);
    return context;
  };
  return {
    newContext,
    keep: (page: Page) => kept.add(page),
    /** Opens a page that shares neither cookies nor cache with others. It is closed after the test. */
    open: async (as: Look): Promise<Page> => (await newContext(as)).newPage(),
  };
}

/** Logs the text of pages after a failed test, and saves screenshots to HARK_SCREENSHOTS. */
async function logPages(pages: readonly Page[], test: string): Promise<void> {
  for (const [index, page] of pages.entries()) {
    const text = await page
      .locator('body')
      .ariaSnapshot()
      .catch((error: Error) => error.message);
    console.error(`"${test}" failed at ${page.url()}. The page showed:\n${text.slice(0, maxTextLength)}`);
    const folder = process.env.HARK_SCREENSHOTS;
    const path = `${folder}/failed-${test.replaceAll(/\W+/g, '-').slice(0, 60)}-${index}.png`;
    if (folder) await page.screenshot({ path, caret: 'initial' }).catch(() => undefined);
  }
}

/** Returns what axe finds in the page. */
async function runAxe(page: Page, options: RunOptions = {}): Promise<AxeResults['violations']> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe.source);
  const given = JSON.stringify({ resultTypes: ['violations'], ...options });
  return page.evaluate(`axe.run(document, ${given}).then(({ violations }) => violations)`);
}

/** Returns the accessibility violations of the page, as text. */
export async function faultsOf(page: Page): Promise<string[]> {
  const violations = await runAxe(page);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** Returns the controls that are smaller than 24 by 24 pixels and too close to others to be tapped, as text. */
export async function smallTargetsOf(page: Page): Promise<string[]> {
  const violations = await runAxe(page, { runOnly: { type: 'rule', values: ['target-size'] } });
  return violations.flatMap(({ nodes }) => nodes.map(({ html }) => html));
}

/** Returns whether a page scrolls horizontally. */
export const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');
