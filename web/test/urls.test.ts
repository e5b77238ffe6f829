// The parts of the console's state that are kept in URLs: filters, tabs, views. Anything invalid is ignored.
import { afterEach, expect, test, vi } from 'vitest';
import { readCallSearch } from '../src/features/agents/call-search.ts';
import { auditLink } from '../src/features/audit/audit-places.ts';
import { queryOf as auditQuery, readAuditSearch } from '../src/features/audit/audit-search.ts';
import {
  criteriaOf,
  fromStart,
  hasSameLeads,
  isFiltered,
  isSameView,
  readView,
} from '../src/features/leads/view/lead-view.ts';
import { readTriggersSearch } from '../src/features/listeners/search.ts';
import { filtersOf, readRequestSearch } from '../src/features/requests/search.ts';
import { readRoleSearch } from '../src/features/roles/roles-search.ts';
import { readRunsSearch, queryOf as runsQuery } from '../src/features/runs/runs-search.ts';
import { readSecretsSearch } from '../src/features/secrets/secrets-search.ts';
import { readUserSearch } from '../src/features/users/users-search.ts';
import { readWebhookSearch } from '../src/features/webhooks/webhook-search.ts';

type Search = Record<string, unknown>;
const run = '00000000-0000-4000-8000-000000000000';
const [from, to] = ['2026-03-01T10:00:00.000Z', '2026-03-01T11:00:00.000Z'];

/** Pairs of a URL's parameters and what is read from them. Without the second one, everything is read unchanged. */
const cases: Readonly<
  Record<string, [read: (search: Search) => unknown, ...[given: Search, read?: Search][]]>
> = {
  runs: [
    readRunsSearch,
    [{ search: 'x', status: 'failed,waiting', workflow: 3, version: 2, span: 'week' }],
    [
      { search: 42, status: 'failed,nonsense,constructor', span: 'day', workflow: 'x', other: 1 },
      { search: '42', status: 'failed' },
    ],
    [{ from, to }],
    [{ from, to: 'later' }, {}],
    [{ search: '', status: '' }, {}],
  ],
  requests: [
    readRequestSearch,
    [
      {
        workflow: 3,
        kind: 'refused',
        reason: 'missing_token',
        method: 'GET',
        status: 4,
        span: 'hour',
        open: run,
      },
    ],
    [
      { q: 7, open: 'refused-12' },
      { q: '7', open: 'refused-12' },
    ],
    [
      {
        workflow: -1,
        kind: 'x',
        reason: 'a b',
        method: 'DELETE',
        status: 9,
        span: 'x',
        open: '../x',
        q: ' ',
      },
      {},
    ],
    [{ from: 1, to: 2 }],
    [{ from: 2, to: 1 }, {}],
    [{ from: 1, to: 9e15 }, {}],
    [{ q: 'x'.repeat(200) }, { q: 'x'.repeat(100) }],
  ],
  audit: [
    readAuditSearch,
    [{ subject: 'role', id: 3, user: 4, span: 'month' }],
    [{ subject: 'constructor', id: '3', user: 1.5 }, {}],
    [{ from, to }],
  ],
  leads: [
    readView,
    [
      {
        search: 'x',
        filters: [{ alias: 'a', operator: 'eq' }],
        match: 'any',
        order: '-score',
        columns: ['email'],
      },
    ],
    [
      { at: 5, end: true, layout: 'board' },
      { at: '5', end: true, layout: 'board' },
    ],
    [
      { search: '', filters: [], match: 'all', order: 'a b', columns: [1], at: '', end: 'yes', layout: 'x' },
      {},
    ],
  ],
  users: [
    readUserSearch,
    [{ search: 'ZOE@', role: 2, new: true }],
    [{ search: 12, role: 'x', new: 'yes' }, { search: '12' }],
    [{ search: '  ' }, {}],
  ],
  roles: [readRoleSearch, [{ user: 3, act: 'leads.view' }], [{ user: 'x', act: 3 }, {}]],
  agents: [
    readCallSearch,
    [{ tool: 'get_lead', user: 3, ended: 'badly' }],
    [{ tool: 'toString', user: 'x', ended: 'constructor' }, {}],
  ],
  triggers: [
    readTriggersSearch,
    [{ tab: 'tokens', at: from, failed: 'exp' }],
    [{ tab: 'browsers', origin: 'https://shop.example/' }],
    [{ tab: 'call', origin: 'x' }, {}],
    [{ tab: 'tokens', at: 'x', failed: 'a b' }, { tab: 'tokens' }],
  ],
  secrets: [
    readSecretsSearch,
    [{ tab: 'connections' }],
    [{ tab: 'connections', connection: 3, result: 'denied' }],
    [{ tab: 'x', connection: 3, result: 'other' }, {}],
  ],
  webhooks: [
    readWebhookSearch,
    [{ status: 'failed', delivery: 3 }],
    [{ tab: 'settings', status: 'failed' }, { tab: 'settings' }],
    [{ status: 'x', delivery: 'x' }, {}],
  ],
};

test.each(Object.entries(cases))(
  'the URL of %s contains only filters that the page knows',
  (_, [read, ...pairs]) => {
    for (const [given, wanted = given] of pairs) {
      expect(read(given)).toEqual(wanted);
      // A URL that the console wrote is read unchanged.
      expect(read(wanted)).toEqual(wanted);
    }
  },
);

afterEach(() => {
  vi.useRealTimers();
});

test('two times take precedence over a time range that ends now', () => {
  expect(runsQuery({ status: 'failed' })).toEqual({ status: 'failed', span: 'day' });
  expect(runsQuery({ span: 'week', from, to })).toEqual({ from, to });
  const times = { from: Date.parse(from), to: Date.parse(to) };
  expect(filtersOf({ span: 'week', ...times, status: 4, q: 'x', open: run, kind: 'refused' })).toEqual({
    status_class: 4,
    search: 'x',
    from,
    to,
  });
  expect(filtersOf({ method: 'GET' })).toEqual({ method: 'GET', span: 'day' });
  vi.useFakeTimers({ now: Date.parse(to) });
  expect(auditQuery({ span: 'hour', user: 3 })).toEqual({ user: 3, since: from });
  expect(auditQuery({ span: 'hour', from, to })).toEqual({ since: from, until: to });
  expect(auditQuery({})).toEqual({});
});

test('views are the same if they show the same leads, also if another part of the list is open', () => {
  const view = { search: 'x', order: '-date_added', at: 'name', end: true } as const;
  expect(isSameView(view, { search: 'x' })).toBe(true);
  expect(isSameView(view, { search: 'x', layout: 'board' })).toBe(false);
  expect(hasSameLeads(view, { search: 'x', order: 'score' })).toBe(true);
  expect(hasSameLeads(view, { search: 'y' })).toBe(false);
  expect(fromStart(view)).toEqual({ search: 'x', order: '-date_added' });
  expect(criteriaOf(view)).toEqual({ search: 'x' });
  expect([isFiltered(view), isFiltered({ order: 'score' })]).toEqual([true, false]);
});

test('an entry of the audit log links to its item, if the item has a page', () => {
  expect(auditLink({ type: 'oauth_client', id: 3 })?.to).toBe('/apps/oauth/3');
  expect(auditLink({ type: 'connection', id: 3 })).toEqual({
    to: '/settings/secrets',
    search: { tab: 'connections' },
  });
  expect(auditLink({ type: 'import', id: 0 })?.to).toBe('/leads/jobs');
  expect(auditLink({ type: 'session', id: 3 } as never)).toBeUndefined();
});
