// What a browser loads before the first screen stands.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

const dist = new URL('../../../web/dist/', import.meta.url).pathname;
const mostBytes = 250_000;

test('the shell is under 250 kB, packed', () => {
  const page = readFileSync(join(dist, 'index.html'), 'utf8');
  const named = readdirSync(join(dist, 'assets')).filter((name) => page.includes(`/assets/${name}`));
  expect(named.some((name) => name.endsWith('.js'))).toBe(true);
  const bytes = named
    .map((name) => gzipSync(readFileSync(join(dist, 'assets', name)), { level: 9 }).length)
    .reduce((sum, length) => sum + length, gzipSync(page).length);
  expect(bytes).toBeLessThan(mostBytes);
});
