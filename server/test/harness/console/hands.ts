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
 * Counts and records the user's actions and estimates how long they take, using the keystroke-level model (Card, Moran
 * and Newell): 0.28 s per key, 1.3 s to point and click, and 1.35 s to think before each click or field.
 */
export class Hands {
  clicks = 0;
  keys = 0;
  fields = 0;
  /** What the user did, in order. */
  readonly steps: string[] = [];

  async click(place: Locator): Promise<void> {
    await this.act(String(place), () => place.click());
  }

  /** Does something that takes the user one click, such as going back in the browser. */
  async act(what: string, action: () => Promise<unknown>): Promise<void> {
    this.clicks += 1;
    this.steps.push(`${this.clicks}. ${what}`);
    await action();
  }

  async type(place: Locator, text: string): Promise<void> {
    this.wrote(text, String(place));
    await place.fill(text);
  }

  /** Replaces the text of a template field, as pasting does. */
  async typeTemplate(place: Locator, text: string): Promise<void> {
    this.wrote(text, String(place));
    const { keyboard } = place.page();
    await place.focus();
    await keyboard.press('ControlOrMeta+a');
    await keyboard.insertText(text);
  }

  /** Types into the element that has the focus, then presses Enter. */
  async typeHere(place: Locator, text: string): Promise<void> {
    this.wrote(text, String(place));
    await place.and(place.page().locator(':focus')).waitFor();
    await place.page().keyboard.insertText(text);
    await place.page().keyboard.press('Enter');
  }

  get seconds(): number {
    return this.keys * 0.28 + this.clicks * (1.3 + 1.35) + this.fields * 1.35;
  }

  private wrote(text: string, place: string): void {
    this.fields += 1;
    this.keys += text.length + 1;
    this.steps.push(`type ${JSON.stringify(text)}: ${place}`);
  }
}
