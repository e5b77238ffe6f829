import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/**
 * Waits until an opening dialog has moved the focus for the last time. It does so twice: after its elements were added,
 * and after the next frame. A key that is pressed in between moves the focus in vain.
 */
export async function untilFocusStays(page: Page, on: string, property = 'textContent'): Promise<void> {
  await expect.poll(() => page.evaluate(`document.activeElement.${property}`)).toBe(on);
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))',
  );
}

/**
 * Counts the user's actions and estimates how long they take, using the keystroke-level model (Card, Moran and Newell):
 * 0.28 s per key, 1.3 s to point and click, and 1.35 s to think before each click or field.
 */
export class Hands {
  clicks = 0;
  keys = 0;
  fields = 0;

  async click(place: Locator): Promise<void> {
    this.clicks += 1;
    await place.click();
  }

  async type(place: Locator, text: string): Promise<void> {
    this.fields += 1;
    this.keys += text.length + 1;
    await place.fill(text);
  }

  get seconds(): number {
    return this.keys * 0.28 + this.clicks * (1.3 + 1.35) + this.fields * 1.35;
  }
}
