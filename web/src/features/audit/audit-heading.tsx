import { Anchor, Badge, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ApiResponse } from '../../api/call.ts';
import { escapeBidi } from '../../components/values/escape-bidi.ts';
import { Moment } from '../../components/values/moment.tsx';
import { Name } from '../../components/values/name.tsx';
import { auditTexts } from '../../texts/audit.ts';

export type AuditEntry = ApiResponse<'GET /audit'>['entries'][number];

/** The user, credential, IP address and time of a change. */
export const AuditOrigin = ({ entry: { user, means, origin, at } }: { entry: AuditEntry }) => (
  <Text size="sm" c="dimmed" component="div">
    {user === null ? (
      auditTexts.operator
    ) : (
      <Anchor
        size="sm"
        underline="always"
        title={auditTexts.filterByUser}
        renderRoot={(props) => <Link to="/settings/audit" search={{ user: user.id }} {...props} />}
      >
        <Name>{user.name}</Name>
      </Anchor>
    )}{' '}
    {escapeBidi(auditTexts.by(means.type, means.name))} {origin === null ? '' : auditTexts.from(origin)}
    {' · '}
    <Moment at={at} />
  </Text>
);

/** The changed item, linked to the entry's page. */
export const AuditSubject = ({ entry: { id, subject, action } }: { entry: AuditEntry }) => (
  <Group gap="xs">
    {/* Hide the type if the name is the same, as for "Settings". */}
    {subject.name !== auditTexts.subjects[subject.type] && (
      <Badge variant="default">{auditTexts.subjects[subject.type]}</Badge>
    )}
    <Anchor
      fw={500}
      size="sm"
      renderRoot={(props) => <Link to="/settings/audit/$id" params={{ id: String(id) }} {...props} />}
    >
      <Name>{subject.name}</Name>
    </Anchor>
    <Text size="sm">{action}</Text>
  </Group>
);
