import { auditSubjects } from '../../texts/audit-subjects.ts';

export type Subject = keyof typeof auditSubjects;

export interface AuditSearch {
  readonly subject?: Subject;
  /** The item's ID. Set only together with `subject`. */
  readonly id?: number;
  readonly user?: number;
  readonly since?: string;
  readonly until?: string;
}

const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));

/** Reads the filters from the URL and ignores other parameters. */
export function readAuditSearch({ subject, id, user, since, until }: Record<string, unknown>): AuditSearch {
  return {
    ...(typeof subject === 'string' && Object.hasOwn(auditSubjects, subject)
      ? { subject: subject as Subject }
      : {}),
    ...(Number.isSafeInteger(id) ? { id: id as number } : {}),
    ...(Number.isSafeInteger(user) ? { user: user as number } : {}),
    ...(isDay(since) ? { since } : {}),
    ...(isDay(until) ? { until } : {}),
  };
}

/** Converts the filters to the server's parameters. Days start at midnight in the browser's time zone. */
export const queryOf = ({ since, until, ...rest }: AuditSearch) => ({
  ...rest,
  ...(since === undefined ? {} : { since: new Date(`${since}T00:00`).toISOString() }),
  ...(until === undefined ? {} : { until: new Date(`${until}T00:00`).toISOString() }),
});
