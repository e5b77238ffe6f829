import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConsoleMessage, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { startWholeHark, type WholeHark } from '../whole-hark.ts';
import { faultsOf, isTooWide, type Look, looks, useChromium, usualLook } from './chromium.ts';

const password = 'correct horse battery staple';

/** The users of a console test, one of each kind. */
export const people = {
  administrator: { email: 'ada@console.test', name: 'Ada Admin', role: 'Administrator' },
  builder: { email: 'ben@console.test', name: 'Ben Builder', role: 'Builder' },
  seller: { email: 'sue@console.test', name: 'Sue Seller', role: 'Sales' },
  guest: { email: 'gus@console.test', name: 'Gus Guest', role: 'Guest' },
} as const;
export type PersonKind = keyof typeof people;

const roles = [
  { name: 'Administrator', is_admin: true },
  {
    name: 'Builder',
    permissions: {
      'api.access_rest': true,
      'leads.view': 'all',
      'workflows.view': 'own',
      'workflows.edit': 'own',
    },
  },
  {
    name: 'Sales',
    permissions: {
      'api.access_rest': true,
      'leads.view': 'own',
      'leads.create': true,
      'leads.edit': 'own',
      'leads.delete': 'own',
    },
  },
  { name: 'Guest', permissions: {} },
];

/** A page and its errors: failed scripts, and everything that the Content-Security-Policy blocked. */
export interface Seen {
  readonly page: Page;
  readonly mistakes: string[];
}

/**
 * When a user types over text, Chromium tries to keep its color with an inline style, which the policy blocks. This is
 * harmless, and the message has no line number. Violations by a script or markup have a line number and are errors.
 */
const isEditing = (message: ConsoleMessage): boolean =>
  message.text().startsWith('Applying inline style violates') && message.location().lineNumber === 0;

/** Records the errors of a page. */
export function watch(page: Page): Seen {
  const mistakes: string[] = [];
  page.on('pageerror', ({ message }) => mistakes.push(message));
  page.on('console', (message) => {
    // Requests that the server rejects are shown on the page itself, so they aren't errors here.
    const isRefusal = /the server responded with a status of 4\d\d/.test(message.text());
    if (message.type() === 'error' && !isRefusal && !isEditing(message)) mistakes.push(message.text());
  });
  return { page, mistakes };
}

/** Checks the current screen: screenshot, axe, no horizontal scrolling, no errors in the browser's console. */
export async function look({ page, mistakes }: Seen, called: string, as: Look = usualLook): Promise<void> {
  await page.waitForLoadState('networkidle');
  // After a change of the color scheme, some colors fade.
  const isFading = () =>
    page.evaluate('document.getAnimations().some((one) => one instanceof CSSTransition)');
  await expect.poll(isFading, { timeout: 10_000 }).toBe(false);
  const folder = process.env.HARK_SCREENSHOTS;
  if (folder) {
    mkdirSync(folder, { recursive: true });
    // Hiding the caret for the screenshot would add a style that the page's policy blocks.
    const path = join(folder, `${called}-${as.name}.png`);
    await page.screenshot({ path, fullPage: true, caret: 'initial' });
  }
  expect(await faultsOf(page), `${called}, ${as.name}`).toEqual([]);
  expect(await isTooWide(page), `${called} is scrolled sideways, ${as.name}`).toBe(false);
  expect(mistakes, `${called}, ${as.name}`).toEqual([]);
}

/** Checks the current screen in every size and color scheme, without reloading it. */
async function lookInAll(seen: Seen, called: string): Promise<void> {
  for (const as of looks) {
    await seen.page.setViewportSize({ width: as.width, height: 800 });
    await seen.page.emulateMedia({ colorScheme: as.colorScheme });
    await look(seen, called, as);
  }
  await seen.page.setViewportSize({ width: usualLook.width, height: 800 });
}

/**
 * The complete product with a browser. `workspace` is merged into the file for `hark apply`, `env` into the environment.
 * Screenshots are saved to HARK_SCREENSHOTS.
 */
export function useConsole(name: string, workspace: object = {}, env: Record<string, string> = {}) {
  const chromium = useChromium();
  const stage: { hark?: WholeHark; applied?: Applied } = {};
  const harkOf = () => {
    if (!stage.hark) throw new Error('The product has not started yet.');
    return stage.hark;
  };
  beforeAll(async () => {
    stage.hark = await startWholeHark(`hark_console_${name}_${process.pid}`, env);
    stage.applied = await applyWorkspace(stage.hark, workspace);
  }, 120_000);
  afterAll(() => stage.hark?.remove(), 60_000);

  /** Opens `path` in a browser that is signed in as one of the users. */
  async function open(kind: PersonKind, path: string, as: Look = usualLook): Promise<Seen> {
    const seen = watch(await chromium.open(as));
    const { page } = seen;
    await page.goto(`${harkOf().url}/sign-in?return_to=${encodeURIComponent(path)}`);
    await page.fill('#email', people[kind].email);
    await page.fill('#password', password);
    await page.click('button[type=submit]');
    // The cache is empty, so a busy machine needs a while to load the first page.
    await page.getByRole('heading', { level: 1 }).first().waitFor({ timeout: 30_000 });
    return seen;
  }
  return {
    hark: harkOf,
    /** The parsed output of `hark apply --show-secrets`. */
    applied: () => stage.applied ?? { workspaces: [] },
    open,
    look,
    lookInAll,
  };
}

interface Applied {
  readonly workspaces: readonly {
    readonly workflows?: readonly { name: string; listener: { url: string } }[];
  }[];
}

const applyWorkspace = (hark: WholeHark, more: object): Promise<Applied> => {
  const users = Object.values(people).map((person) => ({ ...person, password }));
  return applyMore(hark, { roles, users, ...more });
};

/** Changes the workspace as an operator would. */
export async function applyMore(hark: WholeHark, more: object): Promise<Applied> {
  const file = join(hark.env.HARK_DATA_DIR ?? '', 'console.json');
  const workspace = { name: 'Bright Lights', base_url: hark.url, ...more };
  writeFileSync(file, JSON.stringify({ workspaces: [workspace] }));
  const { code, stdout, stderr } = await hark.command('apply', '-f', file, '--json', '--show-secrets');
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}
