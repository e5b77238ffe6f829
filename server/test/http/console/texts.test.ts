import { expect, test } from 'vitest';
import { consoleSurface } from '../../../src/http/console/routes.ts';
import { acme, consoleOptions, startServer } from '../start-server.ts';

const server = () => startServer({ surfaces: [consoleSurface(consoleOptions)] });

test('/llms.txt lists the URLs that programs need in this workspace', async () => {
  const { ask } = await server();
  const { status, headers, text } = await ask('GET', '/llms.txt');
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(text).toMatch(/^# Hark\n\n> /);
  expect(text).toContain(`(${acme.baseUrl}/openapi.json)`);
  expect(text).toContain(`(${acme.baseUrl}/mcp)`);
});

test('/schemas/workflow-test.json is a JSON Schema that needs no credential (spec/workflow-tests §1.3)', async () => {
  const { ask } = await server();
  const { status, headers, text } = await ask('GET', '/schemas/workflow-test.json');
  expect([status, headers.get('content-type')]).toEqual([200, 'application/schema+json; charset=utf-8']);
  const schema = JSON.parse(text);
  expect(schema.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
  expect([schema.additionalProperties, schema.required]).toEqual([false, ['file', 'workflow', 'tests']]);
  expect((await ask('GET', '/schemas/other.json')).status).toBe(404);
});

test('/.well-known/security.txt names the contact and expires within a year (RFC 9116)', async () => {
  const { ask } = await server();
  const { headers, text } = await ask('GET', '/.well-known/security.txt');
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(text).toMatch(/^Contact: mailto:security@acme\.test$/m);
  expect(text).toContain(`Canonical: ${acme.baseUrl}/.well-known/security.txt`);
  const expires = Date.parse(/^Expires: (.*)$/m.exec(text)?.[1] ?? '');
  expect(expires).toBeGreaterThan(Date.now());
  expect(expires).toBeLessThan(Date.now() + 365 * 86_400_000);
});
