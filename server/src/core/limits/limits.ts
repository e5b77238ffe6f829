import type { Tables } from '../../db/tables.gen.ts';

/** The workspace settings that an installation can limit. */
export const limitNames = [
  'rate_limit_per_minute',
  'rate_limit_burst',
  'listener_limit_per_second',
  'runs_in_flight',
  'run_retention_days',
  'restore_days',
  'history_days',
  'agent_call_days',
] as const;

export type LimitName = (typeof limitNames)[number];

/** The maximum of each setting in any workspace; null means no limit. */
export type Limits = Readonly<Pick<Tables['installation_limits'], LimitName>>;

/** Settings to compare with the limits; null means unlimited. */
type Limited = Readonly<Partial<Record<LimitName, number | null | undefined>>>;

/** Returns the first setting that exceeds its limit. */
export function findBeyond(
  limits: Limits,
  settings: Limited,
): { name: LimitName; limit: number } | undefined {
  for (const name of limitNames) {
    const [limit, value] = [limits[name], settings[name]];
    if (limit === null || value === undefined) continue;
    if (value === null || value > limit) return { name, limit };
  }
  return undefined;
}
