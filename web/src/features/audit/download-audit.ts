import { type Answer, call } from '../../api/call.ts';
import { downloadCsv } from '../../components/values/csv.ts';
import { auditTexts } from '../../texts/audit.ts';
import { type AuditSearch, queryOf } from './audit-search.ts';

type Entry = Answer<'GET /audit'>['entries'][number];

const limit = 500;

/** Everything that fits, not only what is shown, as a file. `onProgress` hears how many were read. */
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
  downloadCsv('audit.csv', [auditTexts.columns, ...all.map(rowOf)]);
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
