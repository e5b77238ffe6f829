import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, ConsoleMessage, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { sharedHark } from '../shared-hark.ts';
import { type InstallationOfTest, startWholeHark, type WholeHark } from '../whole-hark.ts';
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

async function enterPassword(page: Page, kind: PersonKind): Promise<void> {
  await page.fill('#email', people[kind].email);
  await page.fill('#password', password);
  await page.click('button[type=submit]');
  await page.waitForURL(({ pathname }) => pathname !== '/sign-in');
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
 * A workspace of the complete product, with a browser. `workspace` is merged into the file for `hark apply`. All test
 * files share one installation, except for those that need an environment, `env`. Screenshots are saved to
 * HARK_SCREENSHOTS.
 */
export function useConsole(
  name: string,
  workspace: object = {},
  env?: Record<string, string>,
  browser?: Parameters<typeof useChromium>[0],
) {
  const chromium = useChromium(browser);
  const stage: { hark?: InstallationOfTest; own?: WholeHark; applied?: Applied } = {};
  const harkOf = () => {
    if (!stage.hark) throw new Error('The product has not started yet.');
    return stage.hark;
  };
  beforeAll(async () => {
    if (env) stage.own = await startWholeHark(`hark_console_${name}_${process.pid}`, env);
    stage.hark = stage.own ?? sharedHark();
    stage.applied = await applyWorkspace(stage.hark, workspace);
  }, 120_000);
  afterAll(() => stage.own?.remove(), 60_000);

  const contexts = new Map<string, Promise<BrowserContext>>();
  const opened: Seen[] = [];
  afterEach(() => {
    for (const { page, mistakes } of opened) expect(mistakes.splice(0), page.url()).toEqual([]);
  });

  /** Signs in. The page stays open, so that the next pages find the browser's process running. */
  async function signedIn(kind: PersonKind, as: Look): Promise<BrowserContext> {
    const context = await chromium.newContext(as);
    const page = await context.newPage();
    chromium.keep(page);
    // There is no such page, so little stays open.
    await page.goto(`${harkOf().url}/sign-in?return_to=/sign-in/done`);
    await enterPassword(page, kind);
    return context;
  }

  /**
   * Opens `path` in a browser that is signed in as one of the users. All pages of a user share a session and a cache,
   * unless `hasOwnSession` is true. After the test, they are closed, and must not have had errors.
   */
  async function open(
    kind: PersonKind,
    path: string,
    as: Look = usualLook,
    { hasOwnSession = false } = {},
  ): Promise<Seen> {
    const name = `${kind} ${as.name}`;
    const context = (!hasOwnSession && contexts.get(name)) || signedIn(kind, as);
    if (!hasOwnSession) contexts.set(name, context);
    const seen = watch(await (await context).newPage());
    opened.push(seen);
    const { page } = seen;
    const heading = page.getByRole('heading', { level: 1 }).first();
    await page.goto(`${harkOf().url}${path}`);
    await heading.waitFor();
    // A test has ended the session.
    if (new URL(page.url()).pathname === '/sign-in') {
      await enterPassword(page, kind);
      await heading.waitFor();
    }
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

const applyWorkspace = (hark: InstallationOfTest, more: object): Promise<Applied> => {
  const users = Object.values(people).map((person) => ({ ...person, password }));
  return applyMore(hark, { roles, users, ...more });
};

/** Changes the workspace as an operator would. */
export async function applyMore(hark: InstallationOfTest, more: object): Promise<Applied> {
  const file = join(hark.env.HARK_DATA_DIR ?? '', `${new URL(hark.url).hostname}.json`);
  const workspace = { name: 'Bright Lights', base_url: hark.url, ...more };
  writeFileSync(file, JSON.stringify({ workspaces: [workspace] }));
  const { code, stdout, stderr } = await hark.command('apply', '-f', file, '--json', '--show-secrets');
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}
