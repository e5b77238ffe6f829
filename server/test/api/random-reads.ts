import { expect } from 'vitest';
import type { ApiAnswer } from '../harness/servers/api-server.ts';
import type { ModelLead } from './lead-model.ts';
import { randomFilter, randomOrder } from './lead-search-model.ts';
import { expectLead, expectWritten, type MakeRequest, someId, someTexts } from './random-scene.ts';

function expectPage(
  answer: ApiAnswer,
  matching: readonly ModelLead[],
  start: number,
  limit: number,
): readonly ModelLead[] {
  expect(answer.status).toBe(200);
  expect(answer.json.total).toBe(String(matching.length));
  const page = matching.slice(start, start + limit);
  expect(answer.json.leads.map((lead: { id: number }) => lead.id)).toEqual(page.map(({ id }) => id));
  for (const [index, lead] of page.entries()) expectLead(answer.json.leads[index], lead);
  return page;
}

export const list: MakeRequest = ({ random, here, user }) => {
  const { orderBy, sort } = randomOrder(random);
  const [limit, start] = [1 + random.pick(40), random.chance(40) ? random.pick(20) : 0];
  return {
    method: 'GET',
    path: `/api/leads?limit=${limit}&start=${start}&orderBy=${orderBy}`,
    check: (answer) => expectPage(answer, sort(here.model.visibleTo(user)), start, limit),
  };
};

export const search: MakeRequest = (scene) => {
  const { random, here, user } = scene;
  const { orderBy, sort } = randomOrder(random);
  const filter = randomFilter(random, someTexts(scene));
  const [limit, page] = [1 + random.pick(40), 1 + random.pick(2)];
  return {
    method: 'POST',
    path: random.oneOf(['/api/leads/search', '/api/leads']),
    body: { ...filter.sent, orderBy, limit, page },
    check: (answer) => {
      const matching = here.model.visibleTo(user).filter(({ values }) => filter.holds(values));
      return expectPage(answer, sort(matching), (page - 1) * limit, limit);
    },
  };
};

export const read: MakeRequest = (scene) => {
  const id = someId(scene);
  return {
    method: 'GET',
    path: `/api/leads/${id}`,
    check: (answer) => {
      const lead = scene.here.model.find(scene.user, id);
      return expectWritten(answer, lead ? { status: 200, lead } : { status: 404 });
    },
  };
};

export const history: MakeRequest = (scene) => {
  const id = someId(scene);
  return {
    method: 'GET',
    path: `/api/leads/${id}/history?limit=100`,
    check: (answer) => {
      const lead = scene.here.model.findWithDeleted(scene.user, id);
      if (!lead) return expectWritten(answer, { status: 404 });
      expect([answer.status, answer.json.total]).toEqual([200, String(lead.historyLength)]);
      expect(answer.json.history).toHaveLength(Math.min(100, lead.historyLength));
      return [lead];
    },
  };
};

export const aside: MakeRequest = ({ random, user }) => {
  const [method, path, status] = random.oneOf([
    ['GET', '/api/leads/list/fields', 200],
    ['GET', '/api/users/self', 200],
    ['HEAD', '/api/leads?limit=100', 200],
    ['DELETE', '/api/leads', 405],
    ['GET', '/api/contacts', 404],
  ] as const);
  return {
    method,
    path,
    check: (answer) => {
      expect(answer.status).toBe(status);
      if (path === '/api/users/self') expect(answer.json.user.id).toBe(user.id);
      return [];
    },
  };
};

export const refused: MakeRequest = ({ random }) => {
  const [method, path, body] = random.oneOf<[string, string, unknown]>([
    ['POST', '/api/leads/new', { no_such_field: 1 }],
    ['POST', '/api/leads/new', '{"first_name":'],
    ['PATCH', '/api/leads/edit', { first_name: 'Without a unique field' }],
    ['POST', '/api/leads/search', { filter: [] }],
    ['GET', '/api/leads?orderBy=no_such_field', undefined],
    ['GET', '/api/leads?start=-1', undefined],
    ['POST', '/api/leads/batch/new', { items: {} }],
  ]);
  return {
    method,
    path,
    body,
    check: (answer) => {
      expect(answer.status).toBe(400);
      return [];
    },
  };
};
