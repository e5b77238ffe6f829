import { existsSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';

/** How much of a failed page's text is logged. */
const maxTextLength = 4_000;
const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Screen sizes and color schemes in which pages are checked. The quick run uses only the default and the hardest one. */
const allLooks = [
  { name: 'light-narrow', colorScheme: 'light', width: 320 },
  { name: 'light-wide', colorScheme: 'light', width: 1_280 },
  { name: 'dark-narrow', colorScheme: 'dark', width: 320 },
  { name: 'dark-wide', colorScheme: 'dark', width: 1_280 },
] as const;
export type Look = (typeof allLooks)[number];
export const looks: readonly [Look, ...Look[]] = process.env.HARK_QUICK === '1' ? [allLooks[2]] : allLooks;
/** The most common look, which the journeys use. */
export const usualLook: Look = allLooks[1];

/**
 * Starts the installed browser, headless. Set `javaScript` to false to disable page scripts, because our forms don't
 * need any.
 */
export function useChromium() {
  let browser: Browser;
  beforeAll(async () => {
    const executablePath = process.env.CHROMIUM_PATH ?? places.find((place) => existsSync(place));
    if (executablePath === undefined)
      throw new Error('Chromium not found. Install it, or set CHROMIUM_PATH.');
    // Resolves every workspace's host name to this machine.
    const args = ['--no-sandbox', '--host-resolver-rules=MAP *.test 127.0.0.1'];
    browser = await chromium.launch({ executablePath, args, timeout: 60_000 });
  }, 90_000);
  // Without the screen content, a failed test would be hard to diagnose.
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await logOpenPages(browser, task.name);
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

/** Logs the text of every open page after a failed test, and saves screenshots to HARK_SCREENSHOTS. */
async function logOpenPages(browser: Browser, test: string): Promise<void> {
  const pages = browser.contexts().flatMap((context) => context.pages());
  for (const [index, page] of pages.entries()) {
    const text = await page
      .locator('body')
      .ariaSnapshot()
      .catch((error: Error) => error.message);
    console.error(`"${test}" failed at ${page.url()}. The page showed:\n${text.slice(0, maxTextLength)}`);
    const folder = process.env.HARK_SCREENSHOTS;
    const path = `${folder}/failed-${test.replaceAll(/\W+/g, '-').slice(0, 60)}-${index}.png`;
    if (folder) await page.screenshot({ path, caret: 'initial' }).catch(() => undefined);
    await page.context().close();
  }
}

/** Returns the accessibility violations that axe finds, as text. */
export async function faultsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** Returns the controls that are smaller than 24 by 24 pixels and too close to others to be tapped, as text. */
export async function smallTargetsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withRules(['target-size']).analyze();
  return violations.flatMap(({ nodes }) => nodes.map(({ html }) => html));
}

/** Returns whether a page scrolls horizontally. */
export const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');
