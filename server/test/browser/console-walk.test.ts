// Opens every screen as every kind of user. Each screen shows its content, or explains which permission is missing and
// whom to ask.
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { smallTargetsOf } from '../harness/console/chromium.ts';
import { deadEnds, idsOf, pathOf, type Screen, settingScreens } from '../harness/console/console-screens.ts';
import {
  applyMore,
  type PersonKind,
  people,
  type Seen,
  useConsole,
} from '../harness/console/console-stage.ts';

const stage = useConsole('walk', {
  secrets: { partner: 'a value of this test' },
  oauth_clients: [{ name: 'Dashboard', scope: 'api', redirect_uris: ['https://app.example.test/cb'] }],
  webhooks: [{ name: 'Warehouse', url: 'https://hook.example.test/', types: ['lead.created'] }],
});
let ids: Readonly<Record<string, number>>;

beforeAll(async () => {
  const { page } = await stage.open('administrator', '/');
  ids = await idsOf(page, stage.hark().url);
});

/** A browser page, and all of its rejected requests. */
async function open(kind: PersonKind): Promise<Seen & { readonly refused: string[] }> {
  const seen = await stage.open(kind, '/');
  const refused: string[] = [];
  seen.page.on('response', (answer) => {
    if (answer.status() >= 400) refused.push(`${answer.status()} ${new URL(answer.url()).pathname}`);
  });
  return { ...seen, refused };
}

const headingOf = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name, ...(typeof name === 'string' && { exact: true }) });

async function go({ page }: Seen, path: string, heading: string | RegExp) {
  await page.goto(`${stage.hark().url}${path}`);
  await headingOf(page, heading).waitFor();
}

async function seesOrIsRefused(seen: Awaited<ReturnType<typeof open>>, kind: PersonKind, screen: Screen) {
  const { page, refused } = seen;
  const path = pathOf(screen, ids);
  refused.length = 0;
  const isOpen = screen.opens.includes(kind);
  if (isOpen) await go(seen, path, screen.heading);
  else {
    await page.goto(`${stage.hark().url}${path}`);
    await page.getByRole('heading', { level: 2, name: /^You don't have access to / }).waitFor();
    const message = page.getByText(screen.lacks ?? 'nothing');
    await message.getByText(`your role, ${people[kind].role},`).waitFor();
    await message.getByText(`Ask ${people.administrator.name} for access.`).waitFor();
  }
  await stage.look(seen, `walk-${kind}${path.replaceAll('/', '-')}`);
  expect(await page.getByRole('heading', { level: 1 }).count(), path).toBe(1);
  expect(await page.getByRole('main').count(), path).toBe(1);
  // The navigation is still there, so the user can continue.
  await page.getByRole('navigation', { name: 'Navigation' }).waitFor();
  expect(
    refused.filter((one) => isOpen || !one.startsWith('403 ')),
    path,
  ).toEqual([]);
}

test.each(['administrator', 'builder', 'seller', 'guest'] as const)(
  'the %s sees each settings screen, or an explanation of why it is not accessible',
  async (kind) => {
    const seen = await open(kind);
    for (const screen of settingScreens) await seesOrIsRefused(seen, kind, screen);
  },
);

test.each(['administrator', 'builder', 'seller', 'guest'] as const)(
  'every navigation entry of the %s opens its screen, and no request is rejected',
  async (kind) => {
    const { page, refused } = await open(kind);
    const openAll = async (navigation: Locator, headings: Readonly<Record<string, string | RegExp>> = {}) => {
      for (const place of await navigation.getByRole('link').allInnerTexts()) {
        if (place === 'Help and docs') continue;
        const link = navigation.getByRole('link', { name: place, exact: true });
        await link.click();
        await expect.poll(() => link.getAttribute('aria-current')).toBe('page');
        await headingOf(page, headings[place] ?? place).waitFor();
        await page.waitForLoadState('networkidle');
      }
    };
    // An area opens with the first of its pages that the user can see.
    await openAll(page.getByRole('navigation', { name: 'Navigation' }), {
      'Apps & agents': kind === 'administrator' ? 'OAuth Clients' : 'API Settings',
      Settings: kind === 'administrator' ? 'General' : 'Your account',
    });
    if (kind === 'administrator') {
      await openAll(page.getByRole('navigation', { name: 'Settings' }));
      await page.getByRole('link', { name: 'Apps & agents', exact: true }).click();
      await openAll(page.getByRole('navigation', { name: 'Apps & agents' }));
    }
    expect(refused).toEqual([]);
  },
);

test('a missing object shows not found inside the frame, with a link to its list', async () => {
  const seen = await open('administrator');
  const { page } = seen;
  const main = page.getByRole('main');
  for (const [path, list] of Object.entries(deadEnds)) {
    await go(seen, path, 'Not found');
    await stage.look(seen, `walk-dead-end${path.replaceAll('/', '-')}`);
    // The settings list is next to the message.
    const links = main.locator('a:not(nav a)');
    expect(await links.allInnerTexts(), path).toEqual([`Go to ${list}`]);
    expect(await main.getByRole('button').count(), path).toBe(0);
    await links.click();
    await headingOf(page, list).waitFor();
  }
  for (const id of ['refused-999999', '00000000-0000-4000-8000-000000000000']) {
    await page.goto(`${stage.hark().url}/requests?open=${id}`);
    const detail = page.getByRole('region', { name: 'Request details' });
    await detail.getByText('This request no longer exists').waitFor();
    await stage.look(seen, `walk-dead-end-request-${id}`);
    await detail.getByRole('link', { name: 'Go to Requests' }).click();
    await page.getByText('This request no longer exists').waitFor({ state: 'hidden' });
  }
  await go(seen, '/settings/nowhere', 'Page not found');
  await page.getByRole('link', { name: 'Go to Home' }).click();
  await headingOf(page, 'Home').waitFor();
});

test('a screen that failed to load keeps the frame and offers a retry', async () => {
  const seen = await open('administrator');
  const { page } = seen;
  await page.route('**/console/secrets', (route) => route.fulfill({ status: 503, body: '{}' }));
  await go(seen, '/settings/secrets', "Couldn't load this");
  // The browser logs the failed request, which is expected.
  expect(seen.mistakes.splice(0)).toEqual([expect.stringContaining('503')]);
  await stage.look(seen, 'walk-failure');
  expect(await page.getByRole('main').getByRole('button').allInnerTexts()).toEqual(['Try again']);
  await page.unroute('**/console/secrets');
  await page.getByRole('button', { name: 'Try again' }).click();
  await headingOf(page, 'Secrets & connections').waitFor();
});

test('the page offers a reload if one of its scripts is missing on the server', async () => {
  const seen = await open('administrator');
  const { page } = seen;
  const part = '**/assets/secrets-*.js';
  await page.route(part, (route) => route.abort());
  await go(seen, '/settings/secrets', "Couldn't load this");
  await page.getByText("Part of this page isn't working").waitFor();
  expect(await page.getByRole('main').getByRole('button').allInnerTexts()).toEqual(['Reload the page']);
  await page.unroute(part);
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await headingOf(page, 'Secrets & connections').waitFor();
});

describe('a user who loses access', () => {
  const roleOf = (role: string) => ({
    roles: [{ name: 'Passing', permissions: {} }],
    users: [{ ...guest, role }],
  });
  const guest = { email: people.guest.email, name: people.guest.name };

  test('by deactivation is redirected to the sign-in page on the next action, and sees nothing', async () => {
    const { page } = await stage.open('guest', '/');
    await applyMore(stage.hark(), { users: [{ ...guest, active: false }] });
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('link', { name: 'API Settings', exact: true }).click();
    await page.waitForURL('**/sign-in?return_to=%2Fapps%2Fapi');
    expect(await page.getByText(people.guest.name).count()).toBe(0);
    await applyMore(stage.hark(), { users: [{ ...guest, active: true }] });
  });

  test('by a change of role no longer sees the open screen, but still sees other screens', async () => {
    await applyMore(stage.hark(), roleOf('Administrator'));
    const { page } = await stage.open('guest', '/settings/secrets');
    await applyMore(stage.hark(), roleOf('Passing'));
    await page.reload();
    await page.getByRole('heading', { name: "You don't have access to Secrets & connections" }).waitFor();
    await page.getByText("your role, Passing, isn't an administrator role").waitFor();
    await page.getByRole('link', { name: 'Go to Home' }).click();
    await headingOf(page, 'Home').waitFor();
    await applyMore(stage.hark(), { users: [{ ...guest, role: people.guest.role }] });
  });
});

test('on a phone the filters of every list are aligned', async () => {
  const phone = { name: 'light-narrow', colorScheme: 'light', width: 320 } as const;
  const { page } = await stage.open('administrator', '/', phone);
  for (const path of ['/settings/users', '/settings/audit', '/apps/agents']) {
    await page.goto(`${stage.hark().url}${path}`);
    const row = page.getByRole('region', { name: 'Filters' });
    await row.waitFor();
    const whole = await edgesOf(row);
    const fields = await row.locator('select:visible, input:visible').all();
    expect(fields.length, path).toBeGreaterThan(1);
    const edges = await Promise.all(fields.map(edgesOf));
    // A line contains one or two filters. Each one starts at the left edge or in the middle, and ends in the middle
    // or at the right edge.
    const [lefts, rights] = [edges.map(({ left }) => left), edges.map(({ right }) => right)];
    expect([Math.min(...lefts), Math.max(...rights)], path).toEqual([whole.left, whole.right]);
    expect(new Set(lefts).size, path).toBeLessThanOrEqual(2);
    expect(new Set(rights).size, path).toBeLessThanOrEqual(2);
  }
});

test('on a phone every control is large enough for a finger', async () => {
  const { page } = await stage.open('administrator', '/');
  await page.setViewportSize({ width: 390, height: 800 });
  const lists = ['/', '/leads', '/leads/new', '/leads/import', '/workflows', '/runs', '/requests'];
  for (const path of [...lists, ...settingScreens.map((screen) => pathOf(screen, ids))]) {
    await page.goto(`${stage.hark().url}${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await smallTargetsOf(page), path).toEqual([]);
  }
});

async function edgesOf(place: Locator) {
  const { x, width } = (await place.boundingBox()) ?? { x: 0, width: 0 };
  return { left: Math.round(x), right: Math.round(x + width) };
}

describe('by keyboard only', () => {
  /** Screens, each with the name of a button that opens a dialog. */
  const dialogs = [
    ['/settings/users', 'Invite user'],
    ['/settings/users/:user', 'Deactivate'],
    ['/settings/users/:user', 'Delete user'],
    ['/apps/oauth', 'New OAuth app'],
    ['/apps/oauth/:client', 'Delete app'],
    ['/apps/webhooks', 'New event webhook'],
    ['/apps/webhooks/:webhook', 'Replay events…'],
    ['/apps/webhooks/:webhook?tab=settings', 'Rotate secret'],
    ['/apps/webhooks/:webhook?tab=settings', 'Delete webhook'],
    ['/settings/secrets', 'Add secret'],
    ['/settings/secrets?tab=connections', 'Add connection'],
    ['/apps/api', 'Add API client'],
  ] as const;

  test.each(dialogs)(
    '%s: the dialog of “%s” takes the focus, keeps it, and returns it',
    async (path, name) => {
      const { page } = await stage.open('administrator', pathOf({ path }, ids));
      const opener = page.getByRole('button', { name, exact: true });
      await opener.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor();
      const isInside = () => page.evaluate('document.activeElement.closest("[role=dialog]") !== null');
      await expect.poll(isInside).toBe(true);
      // Pressing Tab for more than a full cycle never leaves the dialog.
      for (let pressed = 0; pressed < 14; pressed += 1) {
        await page.keyboard.press('Tab');
        expect(await isInside(), `after ${pressed + 1} steps`).toBe(true);
      }
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe(name);
    },
    60_000,
  );

  test('a delete dialog focuses Cancel first', async () => {
    const { page } = await stage.open('administrator', pathOf({ path: '/settings/users/:user' }, ids));
    await page.getByRole('button', { name: 'Delete user' }).click();
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Cancel');
  });

  test('every control on a screen is reachable, and the focus is visible', async () => {
    const { page } = await stage.open('administrator', '/settings/general');
    await page.getByLabel('Page size').waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content');
    const reached = new Set<string>();
    const unseen: string[] = [];
    for (let pressed = 0; pressed < 80; pressed += 1) {
      await page.keyboard.press('Tab');
      const { label, isMarked } = (await page.evaluate(focused)) as { label: string; isMarked: boolean };
      reached.add(label);
      if (!isMarked) unseen.push(label);
    }
    for (const wanted of ['Your account', 'Audit', 'Page size', 'Time zone', 'Check URL']) {
      expect(
        [...reached].some((label) => label.includes(wanted)),
        wanted,
      ).toBe(true);
    }
    expect(unseen).toEqual([]);
  });
});

/** Returns the focused element, and whether the element or its visible proxy looks different from its unfocused state. */
const focused = `(async () => {
  const element = document.activeElement;
  const around = [element, element.nextElementSibling, element.parentElement].filter(Boolean);
  const look = () => around.map((one) => {
    const style = getComputedStyle(one);
    return [style.outlineStyle, style.outlineWidth, style.boxShadow, style.borderColor, style.backgroundColor];
  }).join();
  const label = element.ariaLabel || element.labels?.[0]?.textContent || element.textContent || '';
  if (element === document.body) return { label, isMarked: true };
  // A border changes its colour in a moment, not at once.
  const settle = () => new Promise((resolve) => setTimeout(resolve, 200));
  await settle();
  const marked = look();
  element.blur();
  await settle();
  const plain = look();
  element.focus({ preventScroll: true });
  return { label, isMarked: marked !== plain };
})()`;
