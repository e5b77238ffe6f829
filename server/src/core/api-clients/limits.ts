import { z } from 'zod';
import { credential } from '../../lib/credential.ts';
import { parseIpRange } from '../../lib/ip-ranges.ts';

const maxAddresses = 20;

/** The IP addresses and ranges that a credential is accepted from (spec/rest-api §1.10). An empty list allows any. */
export const allowedAddresses = credential(
  z
    .array(
      z.string().transform((text, context) => {
        const range = parseIpRange(text);
        if (range !== undefined) return range;
        context.addIssue({
          code: 'custom',
          message: `must be an IP address such as 203.0.113.7 or a range such as 203.0.113.0/24, not "${text.slice(0, 50)}"`,
        });
        return z.NEVER;
      }),
    )
    .max(maxAddresses)
    .transform((ranges) => [...new Set(ranges)]),
);

const hourMs = 3_600_000;

/** How long a rotated token can stay valid (spec/rest-api §1.11). */
export const maxOverlapHours = 30 * 24;

/** Until when the replaced token is accepted, or null if it isn't. The token's own expiry still applies. */
export function endOfOverlap(now: Date, overlapHours: number, expiresAt: Date | null): Date | null {
  const until = Math.min(
    now.getTime() + overlapHours * hourMs,
    expiresAt?.getTime() ?? Number.POSITIVE_INFINITY,
  );
  return until > now.getTime() ? new Date(until) : null;
}
