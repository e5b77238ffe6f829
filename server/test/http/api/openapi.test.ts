import { expect, test } from 'vitest';
import { describeApi } from '../../../src/http/api/reference/openapi.ts';
import { describedOperations } from '../../../src/http/api/reference/operations.ts';
import { apiRoutes } from '../../../src/http/api/routes.ts';
import { patternOf } from '../../../src/http/request/route-table.ts';

/** Describing the routes uses no database. */
const unused = {} as Parameters<typeof apiRoutes>[0];
const routes = apiRoutes(unused);
const document = describeApi(routes, '1.2.3');

test('the OpenAPI document describes exactly the existing routes', () => {
  const table = routes.map(({ method, path }) => `${method} ${patternOf(path)}`);
  expect(Object.keys(describedOperations).sort()).toEqual(table.sort());
});

test('every reference resolves to a schema, and every operation has a unique ID', () => {
  const text = JSON.stringify(document);
  const named = [...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name);
  expect(named.filter((name) => !Object.hasOwn(document.components.schemas, name ?? ''))).toEqual([]);
  const ids = [...text.matchAll(/"operationId":"(\w+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(routes.length);
});

test('a lead has every built-in field, and read-only ones are marked', () => {
  const { Lead } = document.components.schemas as {
    Lead: { properties: Record<string, { readOnly?: boolean }> };
  };
  expect(Object.keys(Lead.properties)).toEqual(
    expect.arrayContaining(['id', 'email', 'tags', 'owner', 'date_added']),
  );
  expect([Lead.properties.id?.readOnly, Lead.properties.email?.readOnly]).toEqual([true, undefined]);
});

test('a route without a description prevents the server from starting', () => {
  const stray = { ...routes[0], path: '/stray' } as (typeof routes)[number];
  expect(() => describeApi([stray], '1')).toThrow('GET /stray is missing');
});

test('the API key is described as a header and as a query parameter, with a warning about URLs in logs', () => {
  const keys = Object.values(document.components.securitySchemes).filter(({ type }) => type === 'apiKey');
  expect(keys).toEqual([
    expect.objectContaining({ in: 'header', name: 'apikey' }),
    expect.objectContaining({ in: 'query', name: 'apikey', description: expect.stringContaining('logs') }),
  ]);
});

test('page is described as a query parameter of a search, not of a list', () => {
  const queryOf = (path: string, method: string) =>
    document.paths[path]?.[method]?.parameters?.flatMap((one) => (one.in === 'query' ? [one.name] : []));
  expect(queryOf('/api/leads/search', 'post')).toContain('page');
  expect(queryOf('/api/leads', 'get')).not.toContain('page');
});

test('path parameters are shown without their regular expressions', () => {
  expect(Object.keys(document.paths)).toContain('/api/leads/{id}/history');
});
