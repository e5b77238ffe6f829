import { z } from 'zod';

/** Accepts an integer; the error names the allowed range. */
function whole(least: number, most: number) {
  const words = `A whole number from ${least} to ${most.toLocaleString('en')}.`;
  return z.int(words).min(least, words).max(most, words);
}

const days = whole(1, 36_500);
const ceiling = whole(1, 1_000_000_000);

export function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/**
 * A workspace's settings, with the same names as in files for `hark apply` and in the table
 * (spec/provisioning §3.5).
 */
export const settingsSchema = z.strictObject({
  default_page_size: whole(1, 100),
  rate_limit_per_minute: ceiling,
  rate_limit_burst: ceiling,
  listener_limit_per_second: ceiling,
  /** Applies to each listener separately, as a safety limit against loops and floods. */
  listener_limit_per_day: ceiling,
  runs_in_flight: ceiling,
  /** Recipients of `mail.send` per day (UTC). */
  mail_limit_per_day: ceiling,
  run_retention_days: days,
  restore_days: whole(0, 36_500),
  /** Null means that history is kept indefinitely. */
  history_days: days.nullable(),
  /**
   * Some apps identify themselves by a metadata document's URL. This setting accepts all of them, only apps
   * that are already recorded, or none.
   */
  metadata_clients: z.enum(['allowed', 'pre_approved', 'off']),
  /** Tools that agents can't use. `core/agents` checks the names. */
  agent_tools_off: z.array(z.string()),
  agent_call_days: days,
  timezone: z.string().refine(isZone, 'must be a time zone such as Europe/Berlin or UTC'),
});

export type WorkspaceSettings = z.infer<typeof settingsSchema>;
