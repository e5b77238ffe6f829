import { z } from 'zod';

/** A whole number; whoever gives another one is told in words which there may be. */
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

/**
 * A workspace's settings, under the names that the file of `hark apply` and the table use
 * (spec/provisioning §3.5).
 */
export const settingsSchema = z.strictObject({
  default_page_size: whole(1, 100),
  rate_limit_per_minute: ceiling,
  rate_limit_burst: ceiling,
  listener_limit_per_second: ceiling,
  /** Of each listener: a fuse against circles and floods that nobody notices. */
  listener_limit_per_day: ceiling,
  runs_in_flight: ceiling,
  run_retention_days: days,
  restore_days: whole(0, 36_500),
  /** Null keeps history for ever. */
  history_days: days.nullable(),
  /** Apps that name themselves by the address of a metadata document: any, only those with a record, or none. */
  metadata_clients: z.enum(['allowed', 'pre_approved', 'off']),
  /** Tools that no agent may use here; which there are is checked with the file (`core/agents`). */
  agent_tools_off: z.array(z.string()),
  agent_call_days: days,
  timezone: z.string().refine(isZone, 'must be a time zone such as Europe/Berlin or UTC'),
});

export type WorkspaceSettings = z.infer<typeof settingsSchema>;
