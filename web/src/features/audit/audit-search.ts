import { auditSubjects } from '../../texts/audit-subjects.ts';

export type Subject = keyof typeof auditSubjects;

export interface AuditSearch {
  readonly subject?: Subject;
  /** Of one thing of that kind. */
  readonly id?: number;
  readonly user?: number;
  readonly since?: string;
  readonly until?: string;
}

const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));

/** What of an address is a filter; anything else in it is left out. */
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

/** A filter as the server takes it: days are those of the reader. */
export const queryOf = ({ since, until, ...rest }: AuditSearch) => ({
  ...rest,
  ...(since === undefined ? {} : { since: new Date(`${since}T00:00`).toISOString() }),
  ...(until === undefined ? {} : { until: new Date(`${until}T00:00`).toISOString() }),
});
