import { beforeAll, describe, expect, test } from 'vitest';
import { isFullRun, seededRandom, seedOfRun } from '../../../harness/seeded-random.ts';
import { forgeries, type Sent, type Valid } from './forgeries.ts';
import { senders } from './senders.ts';
import { resolved, validRequests, verdictOn } from './signed-listener.ts';

const cases = isFullRun ? 50_000 : 2_000;

describe(`forged signatures (spec/listeners §10.4), HARK_SEED=${seedOfRun}`, () => {
  const random = seededRandom(seedOfRun);
  let valid: Valid[];
  beforeAll(async () => {
    valid = (await Promise.all(senders.map(validRequests))).flat();
  });

  test('the requests that they are made from are accepted', () => {
    for (const { sender, sent } of valid) {
      expect([sender.scheme, verdictOn(sent, resolved(sender, [sender.secrets[0]]))]).toEqual([
        sender.scheme,
        'accepted',
      ]);
    }
  });

  test(`none of ${cases} is accepted`, { timeout: 600_000 }, () => {
    const made = new Map<string, number>();
    const reasons = new Set<string>();
    for (let index = 0; index < cases; ) {
      const original = random.oneOf(valid);
      const kind = random.oneOf(Object.keys(forgeries));
      const forged = forgeries[kind]?.(original, random);
      if (forged === undefined || isSame(forged, original.sent)) continue;
      const secrets = random.chance(50) ? original.sender.secrets : original.sender.secrets.slice(0, 1);
      const verdict = verdictOn(forged, resolved(original.sender, secrets));
      // Thrown directly, because an assertion per case would take most of the time.
      if (verdict === 'accepted') {
        const { scheme } = original.sender;
        throw new Error(`case ${index}: ${scheme} accepts ${kind}: ${JSON.stringify({ original, forged })}`);
      }
      reasons.add(verdict);
      made.set(kind, (made.get(kind) ?? 0) + 1);
      index++;
    }
    expect(Object.keys(forgeries).filter((kind) => !made.has(kind))).toEqual([]);
    expect([...reasons].sort()).toEqual([
      'malformed_signature',
      'missing_signature',
      'signature_out_of_tolerance',
      'wrong_signature',
    ]);
  });
});

const isSame = (one: Sent, other: Sent) =>
  one.body.equals(other.body) &&
  one.url === other.url &&
  one.method === other.method &&
  JSON.stringify(one.headers) === JSON.stringify(other.headers);
