// Tests each leads endpoint with each kind of credential (spec/rest-api §4).
import { beforeAll, describe, expect, test } from 'vitest';
import { saveApiKey } from '../../src/core/api-keys/index.ts';
import type { Workspace } from '../../src/core/workspaces/index.ts';
import {
  type ApiCaller,
  buildApiCaller,
  buildBusyWorkspace,
  credentialTypes,
} from '../harness/api-callers.ts';
import { buildUser, changing } from '../harness/builders.ts';
import { type AskApi, useApi } from '../harness/servers/api-server.ts';
import { useTestDatabase } from '../harness/test-database.ts';
import {
  createLead,
  createLeads,
  expectNested,
  expectNotFound,
  idsOf,
  newMail,
  totalOf,
} from './lead-answers.ts';

const database = useTestDatabase();
const api = useApi(database);

describe.each(credentialTypes)('with the credential %s', (by) => {
  let workspace: Workspace;
  let admin: ApiCaller;
  let ask: AskApi;

  beforeAll(async () => {
    workspace = await buildBusyWorkspace(database.current.context);
    admin = await buildApiCaller(database.current.context, api, workspace, { isAdmin: true }, by);
    ask = admin.ask;
    await createLeads(ask, 250);
  });

  describe('a list response (spec/rest-api §4.1, §6.2)', () => {
    test.each([
      ['GET', '/api/leads?limit=3', undefined],
      ['POST', '/api/leads/search', { limit: 3 }],
      ['POST', '/api/leads', { limit: 3 }],
    ])(
      'to %s %s has the true total as a string of digits, and a list of leads',
      async (method, path, body) => {
        const answer = await ask(method, path, { body });
        expect(answer.status).toBe(200);
        expect(answer.headers['content-type']).toMatch(/^application\/json/);
        expect(Object.keys(answer.json)).toEqual(['total', 'leads']);
        expect(answer.json.total).toMatch(/^\d+$/);
        expect(Number(answer.json.total)).toBeGreaterThanOrEqual(250);
        expect(answer.json.leads).toHaveLength(3);
      },
    );

    test('without matches has the total "0" and an empty list', async () => {
      const filters = [{ alias: 'email', operator: 'eq', value: 'nobody@spec.test' }];
      const answer = await ask('POST', '/api/leads/search', { body: { filters } });
      expect(answer.text).toBe('{"total":"0","leads":[]}');
    });
  });

  describe('the endpoints', () => {
    test('GET /api/leads accepts limit, start and orderBy (spec/rest-api §4.1)', async () => {
      const first = idsOf(await ask('GET', '/api/leads?limit=10&orderBy=id'));
      const second = idsOf(await ask('GET', '/api/leads?limit=5&start=5&orderBy=id'));
      expect(second).toEqual(first.slice(5));
      expect(idsOf(await ask('GET', '/api/leads?limit=10&orderBy=-id'))).not.toEqual(first);
    });

    test('GET /api/leads accepts the credential apikey as a query parameter (spec/rest-api §1.1)', async () => {
      const { context } = database.current;
      const { apiKey } = await changing(context, workspace.id, async (change) =>
        saveApiKey(
          change,
          await buildUser(context, workspace.id, { role: `Role of ${admin.user.name}` }),
          undefined,
        ),
      );
      const answer = await api.as(workspace)('GET', `/api/leads?limit=1&apikey=${apiKey}`);
      expect(answer.json.leads).toHaveLength(1);
    });

    test.each([
      ['filters', { filters: [{ alias: 'email', operator: 'eq', value: 'nobody@spec.test' }], limit: 1 }],
      ['broken JSON', '{"filters":'],
    ])('GET /api/leads ignores a body with %s', async (_, body) => {
      const plain = await ask('GET', '/api/leads?limit=7');
      expect((await ask('GET', '/api/leads?limit=7', { body })).text).toBe(plain.text);
    });

    test('POST /api/leads/search reads filters, limit and orderBy from the body (spec/rest-api §4.2)', async () => {
      const filters = [{ alias: 'score', operator: 'eq', value: 7 }];
      const answer = await ask('POST', '/api/leads/search', {
        body: { filters, limit: 4, orderBy: 'id', orderByDir: 'desc' },
      });
      expect(answer.json.leads.map((lead: { score: number }) => lead.score)).toEqual([7, 7, 7, 7]);
      const ids = idsOf(answer);
      expect(ids).toEqual(ids.toSorted((a, b) => b - a));
      expect(Number(answer.json.total)).toBeGreaterThanOrEqual(25);
    });

    test('POST /api/leads/search pages with `page`, from the body or the query (spec/rest-api §4.2)', async () => {
      const filters = [{ alias: 'score', operator: 'lte', value: 9 }];
      const allIds = idsOf(await ask('POST', '/api/leads/search', { body: { filters, limit: 20 } }));
      const inBody = await ask('POST', '/api/leads/search', { body: { filters, limit: 10, page: 2 } });
      const inQuery = await ask('POST', '/api/leads/search?limit=10&page=2', { body: { filters } });
      expect([idsOf(inBody), idsOf(inQuery)]).toEqual([allIds.slice(10), allIds.slice(10)]);
    });

    test('POST /api/leads/search finds a lead that was just written (spec/rest-api §6.2)', async () => {
      const { id, email } = await createLead(ask, { email: newMail() });
      const filters = [{ alias: 'email', operator: 'eq', value: email }];
      const answer = await ask('POST', '/api/leads/search', { body: { filters } });
      expect([answer.json.total, idsOf(answer)]).toEqual(['1', [id]]);
    });

    test('POST /api/leads/new creates a record from its body and returns 201 (spec/rest-api §4.3)', async () => {
      const before = Number(await totalOf(ask));
      const email = newMail();
      const answer = await ask('POST', '/api/leads/new', {
        body: { email, first_name: 'Ada', tags: ['new'] },
      });
      expect(answer.status).toBe(201);
      const owner = { id: admin.user.id, name: admin.user.name };
      expect(answer.json.lead).toMatchObject({
        email,
        first_name: 'Ada',
        tags: ['new'],
        owner_id: owner.id,
        owner,
        created_by: owner,
      });
      expect(await totalOf(ask)).toBe(String(before + 1));
      const read = await ask('GET', `/api/leads/${answer.json.lead.id}`);
      expect(read.text).toBe(answer.text);
    });

    test('a new lead belongs to the acting user unless owner_id says otherwise (spec/rest-api §5.3)', async () => {
      const other = await buildUser(database.current.context, workspace.id);
      for (const [body, owner] of [
        [{}, admin.user],
        [{ owner_id: other.id }, other],
      ] as const) {
        const created = await ask('POST', '/api/leads/new', { body: { ...body, email: newMail() } });
        expect([created.status, created.json.lead.owner_id, created.json.lead.owner]).toEqual([
          201,
          owner.id,
          { id: owner.id, name: owner.name },
        ]);
      }
    });

    test('PATCH /api/leads/edit changes the record that a unique field identifies and returns 200 (spec/rest-api §4.4)', async () => {
      const { id, email } = await createLead(ask, { email: newMail(), city: 'Bern' });
      const answer = await ask('PATCH', '/api/leads/edit', {
        body: { email: email.toUpperCase(), city: 'Chur' },
      });
      expect(answer.status, answer.text).toBe(200);
      expect(answer.json.lead).toMatchObject({ id, city: 'Chur' });
    });

    test('PATCH /api/leads/edit without a match returns 404 and creates nothing (spec/rest-api §4.4)', async () => {
      const before = await totalOf(ask);
      const email = newMail();
      expectNotFound(await ask('PATCH', '/api/leads/edit', { body: { email, city: 'Chur' } }));
      expect(await totalOf(ask)).toBe(before);
    });

    test('a caller can upsert with PATCH edit, followed by POST new after a 404 (spec/rest-api §4.3, §4.4)', async () => {
      const body = { email: newMail(), city: 'Chur' };
      expectNotFound(await ask('PATCH', '/api/leads/edit', { body }));
      const { id } = await createLead(ask, body);
      expect((await ask('PATCH', '/api/leads/edit', { body })).json.lead.id).toBe(id);
    });

    test('DELETE removes a record and returns 204 without a body (spec/rest-api §4.5, §5.4)', async () => {
      const { id, email } = await createLead(ask, { email: newMail() });
      const before = Number(await totalOf(ask));
      const answer = await ask('DELETE', `/api/leads/${id}`);
      expect([answer.status, answer.text]).toEqual([204, '']);
      expectNotFound(await ask('GET', `/api/leads/${id}`));
      expectNotFound(await ask('DELETE', `/api/leads/${id}`));
      expect(await totalOf(ask)).toBe(String(before - 1));
      await createLead(ask, { email });
    });

    test('DELETE /api/leads gets a 405 that names the accepted methods (spec/rest-api §4.6)', async () => {
      const answer = await ask('DELETE', '/api/leads');
      expectNested(
        answer,
        405,
        'No route found for DELETE /api/leads: Method Not Allowed (Allow: GET, POST, HEAD)',
      );
      expect(answer.headers.allow).toBe('GET, POST, HEAD');
    });

    test.each(['/api/leads', '/api/leads/list/fields', '/api/users/self'])(
      'HEAD %s responds like GET, without a body',
      async (path) => {
        const answer = await ask('HEAD', path);
        expect([answer.status, answer.text]).toEqual([200, '']);
      },
    );
  });
});
