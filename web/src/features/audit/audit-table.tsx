import { Anchor, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { PersonAvatar } from '../../components/chips/person-avatar.tsx';
import type { Column } from '../../components/table/column.ts';
import { DataTable } from '../../components/table/data-table.tsx';
import { escapeBidi } from '../../components/values/escape-bidi.ts';
import { Moment } from '../../components/values/moment.tsx';
import { Name } from '../../components/values/name.tsx';
import { auditTexts } from '../../texts/audit.ts';
import { type AuditEntry, AuditOrigin } from './audit-heading.tsx';
import { shortChange, shownName } from './shown-value.ts';

const { columns: labels } = auditTexts;
/** A row has two lines. Later values of an entry are only on its own page. */
const maxLines = 2;

const keyOf = ({ id }: AuditEntry) => String(id);
const nameOf = ({ subject }: AuditEntry) => escapeBidi(subject.name);

/** The changes, newest first. On narrow screens, there is one column, and the values are only on an entry's page. */
export const AuditTable = ({ entries, footer }: { entries: readonly AuditEntry[]; footer: string }) => (
  <DataTable
    name="audit"
    label={auditTexts.title}
    columns={columns}
    rows={entries}
    keyOf={keyOf}
    nameOf={nameOf}
    footer={<span role="status">{footer}</span>}
    linkOf={({ id }) => ({ to: '/settings/audit/$id', params: { id: String(id) } })}
  />
);

const columns: readonly Column<AuditEntry>[] = [
  {
    key: 'item',
    label: labels.item,
    width: 220,
    isLink: true,
    cell: ({ subject }) => <Name>{subject.name}</Name>,
    below: (entry) => (
      <>
        <Text size="xs" c="dimmed">
          {auditTexts.entry.did(entry.subject.type, entry.action)}
        </Text>
        <Text size="xs" component="div" hiddenFrom="md">
          <AuditOrigin entry={entry} isInGrid />
        </Text>
      </>
    ),
  },
  { key: 'changes', label: labels.changes, from: 'md', cell: (entry) => <Changes entry={entry} /> },
  {
    key: 'user',
    label: labels.user,
    width: 190,
    from: 'md',
    cell: ({ user, means }) => (
      <Group gap="xs" wrap="nowrap">
        <PersonAvatar name={user?.name ?? auditTexts.operator} />
        <div>
          {user === null ? (
            auditTexts.operator
          ) : (
            <Anchor
              inherit
              tabIndex={-1}
              title={auditTexts.filterByUser}
              renderRoot={(props) => <Link to="/settings/audit" search={{ user: user.id }} {...props} />}
            >
              <Name>{user.name}</Name>
            </Anchor>
          )}
          <Text size="xs" c="dimmed">
            {escapeBidi(auditTexts.by(means.type, means.name))}
          </Text>
        </div>
      </Group>
    ),
  },
  {
    key: 'at',
    label: labels.at,
    width: 132,
    from: 'md',
    cell: ({ at }) => <Moment at={at} isInGrid />,
  },
];

/** The first values that changed, a line each. Of a new item with many values, none says more than the others. */
function Changes({ entry: { old, new: changed } }: { entry: AuditEntry }) {
  const names = [...new Set([...Object.keys(old), ...Object.keys(changed)])];
  if (names.length > maxLines && Object.keys(old).length === 0)
    return (
      <Text size="xs" c="dimmed">
        {auditTexts.values(names.length)}
      </Text>
    );
  const shown = names.length > maxLines ? maxLines - 1 : names.length;
  return (
    <>
      {names.slice(0, shown).map((name) => (
        <Text key={name} size="xs" truncate>
          <Text span inherit c="dimmed">
            {escapeBidi(shownName(name))}:{' '}
          </Text>
          {escapeBidi(shortChange(name, old, changed))}
        </Text>
      ))}
      {names.length > shown && (
        <Text size="xs" c="dimmed">
          {auditTexts.more(names.length - shown)}
        </Text>
      )}
    </>
  );
}
