import { beforeAll, describe, expect, test } from 'vitest';
import { explainSignature } from '../../../../src/core/listeners/index.ts';
import { seededRandom, seedOfRun } from '../../../harness/seeded-random.ts';
import { forgeries, type Sent, type Valid } from './forgeries.ts';
import { type Sender, senders, signByHand } from './senders.ts';
import { now, resolved, validRequests, verdictOn } from './signed-listener.ts';

let valid: Valid[];
beforeAll(async () => {
  valid = (await Promise.all(senders.map(validRequests))).flat();
});

const explain = (
  sender: Sender,
  { headers, ...sent }: Sent,
  secrets: readonly string[] = sender.secrets,
  moment = now,
) => explainSignature({ ...sent, headers: headers.flat() }, resolved(sender, secrets), moment);
const validFrom = (scheme: string) => {
  const found = valid.find(({ sender }) => sender.scheme === scheme);
  if (!found) throw new Error(`no request of ${scheme}`);
  return found;
};
const outcomes = ({ checks }: ReturnType<typeof explain>) => checks.map(({ outcome }) => outcome).join(' ');

test(`the verdict is the listener's own, HARK_SEED=${seedOfRun}`, () => {
  const random = seededRandom(seedOfRun);
  for (let index = 0; index < 1_000; index++) {
    const original = random.oneOf(valid);
    const sent = forgeries[random.oneOf(Object.keys(forgeries))]?.(original, random) ?? original.sent;
    const { sender } = original;
    const explained = explain(sender, sent);
    const verdict = verdictOn(sent, resolved(sender, sender.secrets));
    expect(explained.verdict).toBe(verdict === 'accepted' ? 'passed' : verdict);
    expect(explained.checks.some(({ outcome }) => outcome === 'failed')).toBe(verdict !== 'accepted');
    expect(explained.response === undefined).toBe(verdict === 'accepted');
  }
});

test('contains neither a secret nor the right signature of a forged request', () => {
  for (const { sender, request, sent } of valid) {
    const forged = { ...sent, body: Buffer.from(`${request.body}!`) };
    const right = signByHand(sender, { ...request, body: `${request.body}!` })[sender.headers[0]] ?? '';
    const text = JSON.stringify(explain(sender, forged));
    for (const secret of sender.secrets) expect(text).not.toContain(secret);
    expect(text).not.toContain(right.slice(-40));
  }
});

describe('each check', () => {
  test('passes for a valid request, and the signed text is shown', () => {
    const { sender, request, sent } = validFrom('stripe');
    const explained = explain(sender, sent);
    expect(outcomes(explained)).toBe('passed passed passed passed passed');
    expect(explained).toMatchObject({
      verdict: 'passed',
      response: undefined,
      signed: `${request.at}.${request.body}`,
      secondsAgo: 0,
      received: [{ name: 'stripe-signature', values: [sent.headers[1]?.[1]] }],
    });
  });

  test('names the missing headers', () => {
    const { sender, sent } = validFrom('slack');
    const headers = sent.headers.filter(([name]) => name !== 'X-Slack-Request-Timestamp');
    const explained = explain(sender, { ...sent, headers });
    expect(outcomes(explained)).toBe('failed not_made not_made not_made not_made');
    expect(explained).toMatchObject({
      verdict: 'missing_signature',
      response: { status: 401, text: 'Missing signature' },
      received: [{ values: [expect.any(String)] }, { name: 'x-slack-request-timestamp', values: [] }],
      signed: undefined,
    });
  });

  test('fails without a usable secret', () => {
    const { sender, sent } = validFrom('github');
    expect(outcomes(explain(sender, sent, ['']))).toBe('passed passed failed not_made not_made');
  });

  test('compares the signature of a request that is too old, because pasted requests usually are', () => {
    const { sender, sent } = validFrom('slack');
    const later = new Date(now.getTime() + 3_600_000);
    const explained = explain(sender, sent, sender.secrets, later);
    expect(explained).toMatchObject({ verdict: 'signature_out_of_tolerance', secondsAgo: 3_600 });
    expect(outcomes(explained)).toBe('passed passed passed failed passed');
    const changed = explain(sender, { ...sent, body: Buffer.from('{}') }, sender.secrets, later);
    expect(outcomes(changed)).toBe('passed passed passed failed failed');
  });

  test.each([
    ['line_break_added', (body: string) => `${body}\n`],
    ['json_formatted', (body: string) => JSON.stringify(JSON.parse(body), null, 2)],
  ])('explains a wrong signature by %s', (bodyChange, change) => {
    const { sender, request, sent } = validFrom('shopify');
    const explained = explain(sender, { ...sent, body: Buffer.from(change(request.body)) });
    expect(explained).toMatchObject({ verdict: 'wrong_signature', bodyChange });
  });

  test('shortens a long body', () => {
    const { sender, sent } = validFrom('github');
    const { signed = '' } = explain(sender, { ...sent, body: Buffer.from(`start${'x'.repeat(5_000)}end`) });
    expect(signed).toMatch(/^startx+ … x+end$/);
    expect(signed.length).toBeLessThan(300);
  });
});
