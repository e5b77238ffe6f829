import { z } from 'zod';

/** An integer; the error names the allowed range. */
function whole(least: number, most: number) {
  const words = `A whole number from ${least} to ${most.toLocaleString('en')}.`;
  return z.int(words).min(least, words).max(most, words);
}

const days = whole(1, 36_500);
const ceiling = whole(1, 1_000_000_000);

function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** A workspace's settings, named as in the file of `hark apply` and in the table (spec/provisioning §3.5). */
export const settingsSchema = z.strictObject({
  default_page_size: whole(1, 100),
  rate_limit_per_minute: ceiling,
  rate_limit_burst: ceiling,
  listener_limit_per_second: ceiling,
  /** Per listener: a safety limit against loops and floods. */
  listener_limit_per_day: ceiling,
  runs_in_flight: ceiling,
  run_retention_days: days,
  restore_days: whole(0, 36_500),
  /** Null keeps history indefinitely. */
  history_days: days.nullable(),
  /** Apps that identify themselves by the URL of a metadata document: any, only recorded ones, or none. */
  metadata_clients: z.enum(['allowed', 'pre_approved', 'off']),
  /** Tools that no agent can use. `core/agents` checks the names. */
  agent_tools_off: z.array(z.string()),
  agent_call_days: days,
  timezone: z.string().refine(isZone, 'must be a time zone such as Europe/Berlin or UTC'),
});

export type WorkspaceSettings = z.infer<typeof settingsSchema>;
