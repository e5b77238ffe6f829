import { Anchor, Badge, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Answer } from '../../api/call.ts';
import { Moment } from '../../components/values/moment.tsx';
import { Name } from '../../components/values/name.tsx';
import { shownText } from '../../components/values/shown-text.ts';
import { auditTexts } from '../../texts/audit.ts';

export type AuditEntry = Answer<'GET /audit'>['entries'][number];

/** Who did it, by what means, from where and when. */
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
    {shownText(auditTexts.by(means.type, means.name))} {origin === null ? '' : auditTexts.from(origin)}
    {' · '}
    <Moment at={at} />
  </Text>
);

/** What was changed; its name leads to the change with everything around it. */
export const AuditSubject = ({ entry: { id, subject, action } }: { entry: AuditEntry }) => (
  <Group gap="xs">
    {/* The settings have no other name than what they are. */}
    {subject.name !== auditTexts.subjects[subject.type] && (
      <Badge variant="default">{auditTexts.subjects[subject.type]}</Badge>
    )}
    <Anchor
      fw={600}
      size="sm"
      renderRoot={(props) => <Link to="/settings/audit/$id" params={{ id: String(id) }} {...props} />}
    >
      <Name>{subject.name}</Name>
    </Anchor>
    <Text size="sm">{action}</Text>
  </Group>
);
