import { randomFillSync } from 'node:crypto';

/** Fetched in bulk: asking for ten random bytes costs as much as asking for a thousand. */
const pool = Buffer.alloc(10 * 256);
let used = pool.length;

/** A UUIDv7 (RFC 9562): 48 bits of milliseconds, then 74 random bits, so the next one can't be guessed. */
export function uuid7(nowMs: number): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const random = pool.toString('hex', used, used + 10);
  used += 10;
  const time = Math.floor(nowMs).toString(16).padStart(12, '0');
  const variant = ((Number.parseInt(random.charAt(3), 16) & 0b0011) | 0b1000).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-${variant}${random.slice(4, 7)}-${random.slice(7, 19)}`;
}

/** The smallest id of a moment: all earlier ids are smaller. */
export function firstUuid7(nowMs: number): string {
  const time = Math.floor(nowMs).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}

export const millisecondsOf = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
