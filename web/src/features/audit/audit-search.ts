import { isSpan, type Period, readTimes, spanMs } from '../../components/charts/span.ts';
import { auditSubjects } from '../../texts/audit-subjects.ts';

export type Subject = keyof typeof auditSubjects;

/** The filters, which are kept in the URL. Without a time range, the whole log is listed. */
export interface AuditSearch extends Period {
  readonly subject?: Subject;
  /** The item's ID. Set only together with `subject`. */
  readonly id?: number;
  readonly user?: number;
}

/** Reads the filters from the URL and ignores other parameters. */
export function readAuditSearch(search: Record<string, unknown>): AuditSearch {
  const { subject, id, user, span } = search;
  return {
    ...(typeof subject === 'string' && Object.hasOwn(auditSubjects, subject)
      ? { subject: subject as Subject }
      : {}),
    ...(Number.isSafeInteger(id) ? { id: id as number } : {}),
    ...(Number.isSafeInteger(user) ? { user: user as number } : {}),
    ...(isSpan(span) ? { span } : {}),
    ...readTimes(search),
  };
}

/** Converts the filters to the server's parameters. */
export function queryOf({ span, from, to, ...rest }: AuditSearch) {
  if (from !== undefined && to !== undefined) return { ...rest, since: from, until: to };
  return span === undefined ? rest : { ...rest, since: new Date(Date.now() - spanMs[span]).toISOString() };
}
