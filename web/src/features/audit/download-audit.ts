import { type ApiResponse, call } from '../../api/call.ts';
import { downloadCsv } from '../../components/values/csv.ts';
import { auditTexts } from '../../texts/audit.ts';
import { type AuditSearch, queryOf } from './audit-search.ts';

type Entry = ApiResponse<'GET /audit'>['entries'][number];

const limit = 500;

/** Downloads all matching entries, including those that the page hasn't loaded. `onProgress` receives the number of entries read so far. */
export async function downloadAudit(search: AuditSearch, onProgress: (count: number) => void): Promise<void> {
  const all: Entry[] = [];
  let before: number | null | undefined;
  while (before !== null) {
    const query = { ...queryOf(search), limit, ...(before === undefined ? {} : { before }) };
    const { entries, next } = await call('GET /audit', { query });
    all.push(...entries);
    onProgress(all.length);
    before = next;
  }
  downloadCsv('audit.csv', [auditTexts.csvColumns, ...all.map(rowOf)]);
}

const rowOf = ({ id, at, user, means, origin, action, subject, old, new: now }: Entry) => [
  id,
  at,
  user?.name,
  means.type,
  origin,
  action,
  subject.type,
  subject.id,
  subject.name,
  JSON.stringify(old),
  JSON.stringify(now),
];
