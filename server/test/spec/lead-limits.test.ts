// Tests page sizes, paging and sort order, with each kind of credential (spec/rest-api §6).
import { beforeAll, describe, expect, test } from 'vitest';
import { changeSettings, type Workspace } from '../../src/core/workspaces/index.ts';
import { buildApiCaller, buildBusyWorkspace, credentialTypes } from '../harness/api-callers.ts';
import { changing } from '../harness/builders.ts';
import { type AskApi, useApi } from '../harness/servers/api-server.ts';
import { useTestDatabase } from '../harness/test-database.ts';
import { createLead, createLeads, expectNested, idsOf, newMail, totalOf } from './lead-answers.ts';

const database = useTestDatabase();
const api = useApi(database);

describe.each(credentialTypes)('with the credential %s', (by) => {
  let workspace: Workspace;
  let ask: AskApi;
  const caller = (role: Parameters<typeof buildApiCaller>[3]) =>
    buildApiCaller(database.current.context, api, workspace, role, by);

  beforeAll(async () => {
    workspace = await buildBusyWorkspace(database.current.context);
    ({ ask } = await caller({ isAdmin: true }));
    await createLeads(ask, 250);
  });

  describe('lists and search', () => {
    test.each([
      [500, 100],
      [101, 100],
      [100, 100],
      [99, 99],
      [1, 1],
      [0, 100],
      [-1, 100],
      [-500, 100],
    ])('limit=%i returns %i leads with the true total (spec/rest-api §6.1)', async (limit, size) => {
      const list = await ask('GET', `/api/leads?limit=${limit}`);
      const search = await ask('POST', '/api/leads/search', { body: { limit } });
      for (const { json } of [list, search]) {
        expect(json.leads).toHaveLength(size);
        expect(Number(json.total)).toBeGreaterThanOrEqual(250);
      }
    });

    test.each(['9007199254740993', '99999999999999999999', `-${'9'.repeat(400)}`, '9'.repeat(400)])(
      'limit=%s returns 100 leads, the maximum (spec/rest-api §6.1)',
      async (limit) => {
        const list = await ask('GET', `/api/leads?limit=${limit}`);
        const search = await ask('POST', '/api/leads/search', { body: { limit } });
        expect([list, search].map(({ status, json }) => [status, json.leads?.length])).toEqual([
          [200, 100],
          [200, 100],
        ]);
      },
    );

    test.each(['99999999999999999999', '-99999999999999999999', '1e20'])(
      'a search with the number %s as its limit returns 100 leads (spec/rest-api §6.1)',
      async (limit) => {
        const { status, json } = await ask('POST', '/api/leads/search', { body: `{"limit":${limit}}` });
        expect([status, json.leads?.length]).toEqual([200, 100]);
      },
    );

    test.each(['page=2', 'search=x', 'filters=x', 'filters[0][alias]=city'])(
      'GET /api/leads?%s gets a 400 that names the right endpoint (spec/rest-api §4.1)',
      async (query) => {
        const message = expect.stringMatching(/^(page|search|filters): .* POST \/api\/leads\/search\.$/);
        expectNested(await ask('GET', `/api/leads?${query}`), 400, message);
      },
    );

    test('other unknown query parameters of a list are ignored (spec/rest-api §4.1)', async () => {
      expect((await ask('GET', '/api/leads?limit=1&utm_source=mail&pages=2')).json.leads).toHaveLength(1);
    });

    test("a request without limit uses the workspace's default page size, which is 30 unless changed (spec/rest-api §6.1)", async () => {
      const { context } = database.current;
      const setDefault = (size: number) =>
        changing(context, workspace.id, (change) => changeSettings(change, { default_page_size: size }));
      const sizes = async () => [
        (await ask('GET', '/api/leads')).json.leads.length,
        (await ask('POST', '/api/leads/search', { body: {} })).json.leads.length,
      ];
      expect(await sizes()).toEqual([30, 30]);
      await setDefault(7);
      expect(await sizes()).toEqual([7, 7]);
      await setDefault(30);
    });

    test.each([
      ['a list with start', (seen: number) => ['GET', `/api/leads?limit=70&start=${seen}&orderBy=id`]],
      ['a search with page', (seen: number) => ['POST', `/api/leads/search?limit=70&page=${seen / 70 + 1}`]],
    ])(
      '%s pages through all records without repeating or skipping any (spec/rest-api §6.2)',
      async (_, next) => {
        const seen: number[] = [];
        for (;;) {
          const [method = '', path = ''] = next(seen.length);
          const page = idsOf(await ask(method, path));
          seen.push(...page);
          if (page.length < 70) break;
        }
        expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b));
        expect(String(seen.length)).toBe(await totalOf(ask));
      },
    );

    test.each(['1000000', '99999999999999999999'])(
      'start=%s beyond the end returns no leads and the true total (spec/rest-api §6.2)',
      async (start) => {
        const answer = await ask('GET', `/api/leads?start=${start}`);
        expect([answer.json.total, answer.json.leads]).toEqual([await totalOf(ask), []]);
      },
    );

    test.each(['limit=abc', 'limit=1.5', 'start=-1', 'start=abc', 'orderBy=no_such_field', 'orderByDir=up'])(
      'GET /api/leads?%s gets 400 (spec/rest-api §6.1, §6.2, §6.3)',
      async (query) => expectNested(await ask('GET', `/api/leads?${query}`), 400),
    );

    test('total is a string that counts the leads this user can see (spec/rest-api §6.2)', async () => {
      const { ask: limited } = await caller({
        permissions: { 'leads.view': 'own', 'leads.create': true },
      });
      expect(await totalOf(limited)).toBe('0');
      const { id } = await createLead(limited, { email: newMail() });
      const answer = await limited('GET', '/api/leads?limit=500');
      expect([answer.json.total, idsOf(answer)]).toEqual(['1', [id]]);
    });
  });
});
