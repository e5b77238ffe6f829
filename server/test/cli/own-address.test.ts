// The console's connection check sends requests from the server. It must be able to reach only the workspace's own URL.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askOwnAddress } from '../../src/app/ask-own-address.ts';

const asked: string[] = [];
const server = createServer((request, answer) => {
  asked.push(request.url ?? '');
  if (request.url === '/long') return void answer.end('x'.repeat(1_000_001));
  answer.writeHead(302, { location: '/elsewhere' }).end('moved');
});
let baseUrl = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

test('follows no redirect', async () => {
  const { status, text } = await askOwnAddress(baseUrl)(`${baseUrl}/mcp`, { method: 'GET' });
  expect([status, text, asked]).toEqual([302, 'moved', ['/mcp']]);
});

test('stops reading an endless response', async () => {
  await expect(askOwnAddress(baseUrl)(`${baseUrl}/long`, { method: 'GET' })).rejects.toThrow(
    /doesn't respond/,
  );
});

test.each([
  (own: string) => own.replace('127.0.0.1', 'localhost'),
  (own: string) => own.replace('http:', 'https:'),
  (own: string) => `${own}@evil.test/`,
  (own: string) => `${own}0/`,
  () => 'http://169.254.169.254/latest',
  () => 'file:///etc/passwd',
  () => 'nowhere',
])('rejects a URL that does not belong to the workspace', async (other) => {
  const before = asked.length;
  await expect(askOwnAddress(baseUrl)(other(baseUrl), { method: 'GET' })).rejects.toThrow(
    /isn't a URL of this workspace/,
  );
  expect(asked.length).toBe(before);
});
