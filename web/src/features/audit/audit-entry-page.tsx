import { Button, Group } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ApiResponse } from '../../api/call.ts';
import { query } from '../../api/queries.ts';
import { BackLink } from '../../components/page/back-link.tsx';
import { PageFrame } from '../../components/page/page-frame.tsx';
import { auditTexts } from '../../texts/audit.ts';
import { AuditOrigin } from './audit-heading.tsx';
import { auditLink } from './audit-places.ts';
import { ChangeTable } from './change-table.tsx';
import { itemChanges, recordedChanges, runOf } from './field-changes.ts';

const route = getRouteApi('/settings/audit/$id');
const texts = auditTexts.entry;
type Viewed = ApiResponse<'GET /audit/:id'>;

/** The page of one audit log entry. It shows what changed: the values before, after, and now if they changed again. */
export function AuditEntryPage() {
  const { id } = route.useParams();
  const { data } = useSuspenseQuery(query('GET /audit/:id', { params: { id: Number(id) } }));
  const { entry } = data;
  const changes = itemChanges(data);
  return (
    <PageFrame
      back={<BackLink to="/settings/audit" label={texts.back} />}
      title={texts.title(auditTexts.subjects[entry.subject.type], entry.subject.name, entry.action)}
      about={<AuditOrigin entry={entry} />}
      actions={<EntryLinks viewed={data} />}
    >
      {data.is_event && <ChangeTable title={texts.noted} fields={recordedChanges(data)} />}
      {(changes.length > 0 || !data.is_event) && (
        <ChangeTable title={texts.thing} about={texts.later(data.later)} fields={changes} />
      )}
    </PageFrame>
  );
}

/** Links to the run that the entry is about, or to the item if it changed again, and to all changes of the item. */
function EntryLinks({ viewed }: { viewed: Viewed }) {
  const { entry, now, later } = viewed;
  const link = auditLink(entry.subject);
  const run = runOf(viewed);
  return (
    <Group gap="xs">
      {run !== undefined && (
        <Button
          variant="default"
          renderRoot={(props) => <Link to="/runs/$id" params={{ id: run }} {...props} />}
        >
          {texts.openRun}
        </Button>
      )}
      {run === undefined && link && now !== null && later > 0 && (
        <Button variant="default" component={Link} to={link.to} search={link.search as never}>
          {texts.open}
        </Button>
      )}
      <Button
        variant="default"
        renderRoot={(props) => (
          <Link
            to="/settings/audit"
            search={{ subject: entry.subject.type, id: entry.subject.id }}
            {...props}
          />
        )}
      >
        {texts.all}
      </Button>
    </Group>
  );
}
