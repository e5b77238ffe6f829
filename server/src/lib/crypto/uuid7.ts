import { createHash, randomFillSync } from 'node:crypto';

/** Random bytes are fetched in bulk, because requesting ten bytes costs as much as requesting a thousand. */
const pool = Buffer.alloc(10 * 256);
let used = pool.length;

/** Creates a UUIDv7 (RFC 9562): 48 bits of milliseconds, then 74 random bits, so the next ID can't be guessed. */
export function uuid7(nowMs: number): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const random = pool.toString('hex', used, used + 10);
  used += 10;
  return formatUuid7(Math.floor(nowMs).toString(16).padStart(12, '0'), random);
}

/** Combines 12 hexadecimal digits of time with 19 others. */
function formatUuid7(time: string, others: string): string {
  const variant = ((Number.parseInt(others.charAt(3), 16) & 0b0011) | 0b1000).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${others.slice(0, 3)}-${variant}${others.slice(4, 7)}-${others.slice(7, 19)}`;
}

/** Returns the smallest ID for a given time. All earlier IDs are smaller. */
export function firstUuid7(nowMs: number): string {
  const time = Math.floor(nowMs).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}

export const millisecondsOf = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

/**
 * Creates the UUIDv7 that belongs to a time and a name: the same ID in every process, so a row is inserted once. IDs of
 * the same millisecond sort by the last 12 bits of `order`, if it is set.
 */
export function namedUuid7(nowMs: number, name: string, order?: number): string {
  const time = Math.floor(nowMs).toString(16).padStart(12, '0');
  const hash = createHash('sha256').update(name).digest('hex');
  const first = order === undefined ? hash.slice(0, 3) : (order % 4096).toString(16).padStart(3, '0');
  return formatUuid7(time, first + hash.slice(3, 20));
}
