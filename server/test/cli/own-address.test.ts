// The doctor of the console asks from inside the server: it must reach the workspace's own address, and no other.
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

test('reads no endless answer', async () => {
  await expect(askOwnAddress(baseUrl)(`${baseUrl}/long`, { method: 'GET' })).rejects.toThrow(
    /does not answer/,
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
])('refuses another address', async (other) => {
  const before = asked.length;
  await expect(askOwnAddress(baseUrl)(other(baseUrl), { method: 'GET' })).rejects.toThrow(/not an address/);
  expect(asked.length).toBe(before);
});
