// Limits the number of bytes that a browser loads before the first page appears.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

const dist = new URL('../../console/', import.meta.url).pathname;
const maxBytes = 250_000;

test('the compressed shell is smaller than 250 kB', () => {
  const page = readFileSync(join(dist, 'index.html'), 'utf8');
  const named = readdirSync(join(dist, 'assets')).filter((name) => page.includes(`/assets/${name}`));
  expect(named.some((name) => name.endsWith('.js'))).toBe(true);
  const bytes = named
    .map((name) => gzipSync(readFileSync(join(dist, 'assets', name)), { level: 9 }).length)
    .reduce((sum, length) => sum + length, gzipSync(page).length);
  expect(bytes).toBeLessThan(maxBytes);
});
