import { expect, test } from 'vitest';
import { consoleSurface } from '../../../src/http/console/routes.ts';
import { acme, noReference, startServer, webDirectory } from '../start-server.ts';

const serverWith = (securityContact?: string) =>
  startServer({
    surfaces: [consoleSurface({ webDirectory, openApi: {}, apiReference: noReference, securityContact })],
  });

test('/llms.txt tells a program where things are in this workspace', async () => {
  const { ask } = await serverWith();
  const { status, headers, text } = await ask('GET', '/llms.txt');
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(text).toMatch(/^# Hark\n\n> /);
  expect(text).toContain(`(${acme.baseUrl}/openapi.json)`);
  expect(text).toContain(`(${acme.baseUrl}/mcp)`);
});

test('/.well-known/security.txt is there when the operator names a contact, and stale within a year (RFC 9116)', async () => {
  const { ask } = await serverWith('mailto:security@acme.test');
  const { headers, text } = await ask('GET', '/.well-known/security.txt');
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(text).toMatch(/^Contact: mailto:security@acme\.test$/m);
  expect(text).toContain(`Canonical: ${acme.baseUrl}/.well-known/security.txt`);
  const expires = Date.parse(/^Expires: (.*)$/m.exec(text)?.[1] ?? '');
  expect(expires).toBeGreaterThan(Date.now());
  expect(expires).toBeLessThan(Date.now() + 365 * 86_400_000);
  expect((await (await serverWith()).ask('GET', '/.well-known/security.txt')).status).toBe(404);
});
