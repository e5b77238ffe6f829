import { expect, test } from 'vitest';
import { benchOAuth } from './oauth.ts';

test('the bearer token benchmark measures its ratio, and every response is correct', {
  timeout: 120_000,
}, async () => {
  const options = { quick: true, json: true };
  const document = await benchOAuth(
    { ...options, progress: () => {} },
    { tokens: 4_000, rounds: 1, requests: 50 },
  );
  expect(document.wrong).toEqual([]);
  expect(document.ratios.token_growth).toBeGreaterThan(0);
  expect(document.figures).toMatchObject({ few: { tokens: 1_000 }, many: { tokens: 4_000 } });
});
