import type { Delivery } from './webhook.ts';

const soonMs = 60_000;
const [fastMs, slowMs] = [2_000, 15_000];

/** How often to read deliveries again: often while one of them is about to change. */
export function refreshMs(
  deliveries: readonly Pick<Delivery, 'next_attempt_at'>[] | undefined,
  now = Date.now(),
): number {
  const isSoon = deliveries?.some(
    ({ next_attempt_at }) => next_attempt_at !== null && Date.parse(next_attempt_at) - now <= soonMs,
  );
  return isSoon ? fastMs : slowMs;
}
