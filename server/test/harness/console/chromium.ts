import { existsSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';

/** Of a failed page's text, as much as a reader of a log wants. */
const mostText = 4_000;
const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** How a page is looked at: the four that show the most; in the quick form, the hardest one beside the usual one of all journeys. */
const allLooks = [
  { name: 'light-narrow', colorScheme: 'light', width: 320 },
  { name: 'light-wide', colorScheme: 'light', width: 1_280 },
  { name: 'dark-narrow', colorScheme: 'dark', width: 320 },
  { name: 'dark-wide', colorScheme: 'dark', width: 1_280 },
] as const;
export type Look = (typeof allLooks)[number];
export const looks: readonly [Look, ...Look[]] = process.env.HARK_QUICK === '1' ? [allLooks[2]] : allLooks;
/** As most people look at it, and as the journeys are walked. */
export const usualLook: Look = allLooks[1];

/** The browser of this machine, without a window. Scripts of the pages are off where `javaScript` is: our forms need none. */
export function useChromium() {
  let browser: Browser;
  beforeAll(async () => {
    const executablePath = process.env.CHROMIUM_PATH ?? places.find((place) => existsSync(place));
    if (executablePath === undefined)
      throw new Error('No Chromium is here. Install it, or set CHROMIUM_PATH.');
    // Every workspace is on this machine, whatever its host is called.
    const args = ['--no-sandbox', '--host-resolver-rules=MAP *.test 127.0.0.1'];
    browser = await chromium.launch({ executablePath, args, timeout: 60_000 });
  }, 90_000);
  // A test that failed without a word about what was on the screen could only be guessed at.
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await tellWhatWasSeen(browser, task.name);
  });
  afterAll(() => browser.close());
  return {
    async open({ colorScheme, width }: Look): Promise<Page> {
      const context = await browser.newContext({
        colorScheme,
        reducedMotion: 'reduce',
        viewport: { width, height: 800 },
      });
      context.setDefaultTimeout(10_000);
      return context.newPage();
    },
  };
}

/** Says what stands on every page that a test left open, and keeps a picture where HARK_SCREENSHOTS says. */
async function tellWhatWasSeen(browser: Browser, test: string): Promise<void> {
  const pages = browser.contexts().flatMap((context) => context.pages());
  for (const [index, page] of pages.entries()) {
    const text = await page
      .locator('body')
      .ariaSnapshot()
      .catch((error: Error) => error.message);
    console.error(`"${test}" failed at ${page.url()}, where this was seen:\n${text.slice(0, mostText)}`);
    const folder = process.env.HARK_SCREENSHOTS;
    const path = `${folder}/failed-${test.replaceAll(/\W+/g, '-').slice(0, 60)}-${index}.png`;
    if (folder) await page.screenshot({ path, caret: 'initial' }).catch(() => undefined);
    await page.context().close();
  }
}

/** What axe finds wrong with a page, in words. */
export async function faultsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** Whether a page has to be scrolled sideways. */
export const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');
