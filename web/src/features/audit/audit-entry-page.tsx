import { Button, Group, Table, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Answer } from '../../api/call.ts';
import { query } from '../../api/queries.ts';
import { BackLink } from '../../components/back-link.tsx';
import { PageFrame } from '../../components/page-frame.tsx';
import { Panel } from '../../components/panel.tsx';
import { ScrollingTable } from '../../components/scrolling-table.tsx';
import { auditTexts } from '../../texts/audit.ts';
import { sharedTexts } from '../../texts/shared.ts';
import classes from './audit.module.css';
import { AuditOrigin, shownName, shownValue } from './audit-heading.tsx';
import { placeOf } from './audit-places.ts';

const route = getRouteApi('/settings/audit/$id');
const texts = auditTexts.entry;
type Viewed = Answer<'GET /audit/:id'>;

/** One change, and the whole thing as it was before, as it was after, and as it is. */
export function AuditEntryPage() {
  const { id } = route.useParams();
  const { data } = useSuspenseQuery(query('GET /audit/:id', { params: { id: Number(id) } }));
  const { entry } = data;
  return (
    <PageFrame
      back={<BackLink to="/settings/audit" label={texts.back} />}
      title={texts.title(auditTexts.subjects[entry.subject.type], entry.subject.name, entry.action)}
      about={<AuditOrigin entry={entry} />}
      actions={<Ways viewed={data} />}
    >
      <Panel title={texts.thing} about={texts.later(data.later)}>
        <States viewed={data} />
      </Panel>
    </PageFrame>
  );
}

/** To the thing itself, and to everything that was done to it. */
function Ways({ viewed: { entry, now } }: { viewed: Viewed }) {
  const place = placeOf(entry.subject);
  return (
    <Group gap="xs">
      {place !== undefined && now !== null && (
        <Button variant="default" component={Link} to={place}>
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

function States({ viewed: { entry, before, after, now } }: { viewed: Viewed }) {
  const states = [before, after, now];
  const names = [...new Set(states.flatMap((state) => Object.keys(state ?? {})))];
  const changed = new Set([...Object.keys(entry.old), ...Object.keys(entry.new)]);
  if (names.length === 0) return <Text size="sm">{texts.nothing}</Text>;
  return (
    <ScrollingTable label={sharedTexts.tableOf(texts.thing)} minWidth={560}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{auditTexts.field}</Table.Th>
          <Table.Th>{texts.before}</Table.Th>
          <Table.Th>{texts.after}</Table.Th>
          <Table.Th>{texts.now}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {names.map((name) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" fw={changed.has(name) ? 700 : 400}>
              {shownName(name)}
            </Table.Th>
            <Table.Td className={classes.value ?? ''}>
              {before === null ? texts.notThere : shownValue(before[name])}
            </Table.Td>
            <Table.Td className={classes.value ?? ''} fw={changed.has(name) ? 700 : 400}>
              {after === null ? texts.deleted : shownValue(after[name])}
            </Table.Td>
            <Table.Td className={classes.value ?? ''}>
              {now === null ? texts.deleted : shownValue(now[name])}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </ScrollingTable>
  );
}
