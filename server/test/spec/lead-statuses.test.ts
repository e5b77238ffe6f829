// Tests each status code with each kind of credential (spec/rest-api §3.2), except 500, which no request may cause
// (api/bad-input.test.ts).
import { beforeAll, describe, expect, test } from 'vitest';
import { changeSettings, type Workspace } from '../../src/core/workspaces/index.ts';
import { buildApiCaller, buildBusyWorkspace, credentialTypes } from '../harness/api-callers.ts';
import { changing } from '../harness/builders.ts';
import { type AskApi, useApi } from '../harness/servers/api-server.ts';
import { useTestDatabase } from '../harness/test-database.ts';
import { createLead, expectNested, expectNotFound, newMail, totalOf } from './lead-answers.ts';

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
  });

  describe('the status codes (spec/rest-api §3.2)', () => {
    test('200 is returned for a read or an update', async () => {
      const { id } = await createLead(ask, { email: newMail() });
      for (const [method, body] of [
        ['GET'],
        ['PATCH', { city: 'Bern' }],
        ['PUT', { city: 'Chur' }],
      ] as const) {
        const answer = await ask(method, `/api/leads/${id}`, { body });
        expect([answer.status, answer.json.lead.id], method).toEqual([200, id]);
      }
      expect((await ask('GET', `/api/leads/${id}/history`)).json.total).toBe('3');
    });

    test.each([
      ['bad JSON', '{"email":'],
      ['no body', undefined],
      ["a body that isn't an object", '[]'],
      ['an unknown field', { no_such_field: 1 }],
      ['a value of the wrong type', { score: 'many' }],
      ['an invalid email address', { email: 'nobody' }],
      ['a read-only field with another value', { date_added: '2020-01-01T00:00:00.000Z' }],
      ["an owner who doesn't exist", { owner_id: 999_999_999 }],
    ])('400 is returned for %s (spec/rest-api §5.2, §10)', async (_, body) => {
      const before = await totalOf(ask);
      expectNested(await ask('POST', '/api/leads/new', { body }), 400);
      expect(await totalOf(ask)).toBe(before);
    });

    test('400 is returned for a duplicate unique value, and the message names the field', async () => {
      const { email } = await createLead(ask, { email: newMail() });
      const answer = await ask('POST', '/api/leads/new', { body: { email: email.toUpperCase() } });
      expectNested(answer, 400, expect.stringMatching(/^email: /));
    });

    test('401 is returned as a flat error for a wrong credential', async () => {
      const wrong = by === 'api_key' ? { apikey: 'wrong' } : { Authorization: 'Bearer wrong' };
      const answer = await api.as(workspace, wrong)('GET', '/api/leads');
      expect(answer.status).toBe(401);
      expect(answer.json.error).toBe(by === 'api_key' ? 'invalid_grant' : 'invalid_token');
    });

    test('403 is returned as a flat error if the role lacks API access', async () => {
      const { ask: denied } = await caller({
        permissions: { 'api.access_rest': false, 'leads.view': 'all' },
      });
      const answer = await denied('GET', '/api/leads');
      expect([answer.status, answer.json.error]).toEqual([403, 'access_denied']);
    });

    test('403 is returned as a nested error if the role can see a record but not change it, and the record stays unchanged', async () => {
      const { ask: reader } = await caller({ permissions: { 'leads.view': 'all' } });
      const { id } = await createLead(ask, { email: newMail(), city: 'Bern' });
      const path = `/api/leads/${id}`;
      const { text } = await reader('GET', path);
      expectNested(await reader('PATCH', path, { body: { city: 'Chur' } }), 403);
      expectNested(await reader('PUT', path, { body: { city: 'Chur' } }), 403);
      expectNested(await reader('DELETE', path), 403);
      expectNested(await reader('POST', '/api/leads/new', { body: { city: 'Chur' } }), 403);
      expect((await reader('GET', path)).text).toBe(text);
    });

    test.each([
      ['/api/leads/999999999999', 'Item was not found.'],
      ['/api/leads/99999999999999999999', 'Item was not found.'],
      ['/api/leads/none', expect.stringContaining('No route found')],
      ['/api/leads/-1', expect.stringContaining('No route found')],
      ['/api/leads/1.5', expect.stringContaining('No route found')],
      ['/api/leads/', expect.stringContaining('No route found')],
    ])('404 is returned for the unknown ID in %s, with every method', async (path, message) => {
      expectNested(await ask('GET', path), 404, message);
      expectNested(await ask('GET', `${path}/history`), 404, message);
      expectNested(await ask('PATCH', path, { body: { city: 'Chur' } }), 404, message);
      expectNested(await ask('DELETE', path), 404, message);
    });

    test('404 is returned for an unknown route', async () => {
      expectNested(await ask('GET', '/api/contacts'), 404, expect.stringContaining('/api/contacts'));
    });

    test('404 is returned with an HTML page if the request has no credential at all', async () => {
      const answer = await api.as(workspace)('GET', '/api/leads');
      expect([answer.status, answer.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    });

    test("404 is returned for a record that the user can't see, as for a missing one", async () => {
      const { ask: limited } = await caller({
        permissions: { 'leads.view': 'own', 'leads.edit': 'all', 'leads.delete': 'all' },
      });
      const { id, email } = await createLead(ask, { email: newMail() });
      expectNotFound(await limited('GET', `/api/leads/${id}`));
      expectNotFound(await limited('GET', `/api/leads/${id}/history`));
      expectNotFound(await limited('PATCH', `/api/leads/${id}`, { body: { city: 'Chur' } }));
      expectNotFound(await limited('PATCH', '/api/leads/edit', { body: { email, city: 'Chur' } }));
      expectNotFound(await limited('DELETE', `/api/leads/${id}`));
      expect(await totalOf(limited)).toBe('0');
      expect((await ask('GET', `/api/leads/${id}`)).status).toBe(200);
    });

    test.each([
      ['PUT', '/api/leads', 'GET, POST, HEAD'],
      ['GET', '/api/leads/search', 'POST'],
      ['PUT', '/api/leads/search', 'POST'],
      ['DELETE', '/api/leads/new', 'POST'],
      ['HEAD', '/api/leads/new', 'POST'],
      ['POST', '/api/leads/edit', 'PATCH'],
      ['GET', '/api/leads/edit', 'PATCH'],
      ['GET', '/api/leads/new/history/none', undefined],
    ])('405 is returned for %s %s if the path exists, and 404 otherwise', async (method, path, methods) => {
      const answer = await ask(method, path);
      expect(answer.headers.allow).toBe(methods);
      if (methods === undefined) expectNested(answer, 404);
      else if (method === 'HEAD') expect(answer.status).toBe(405);
      else
        expectNested(
          answer,
          405,
          `No route found for ${method} ${path}: Method Not Allowed (Allow: ${methods})`,
        );
    });

    test("429 is returned when the workspace's rate limit is reached", async () => {
      const { context } = database.current;
      const busy = await buildBusyWorkspace(context);
      await changing(context, busy.id, (change) =>
        changeSettings(change, { rate_limit_per_minute: 1, rate_limit_burst: 1 }),
      );
      const limited = await buildApiCaller(context, api, busy, { isAdmin: true }, by);
      expect((await limited.ask('GET', '/api/leads')).status).toBe(200);
      const answer = await limited.ask('GET', '/api/leads');
      expectNested(answer, 429);
      expect(answer.headers['retry-after']).toBeTruthy();
    });
  });
});
