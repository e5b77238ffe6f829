import { Paper } from '@mantine/core';
import { type AuditEntry, AuditOrigin, AuditSubject } from './audit-heading.tsx';
import { EntryValues } from './entry-values.tsx';

/** One change: who, what, when, from where, and each value as it was and as it is. */
export const AuditRow = ({ entry }: { entry: AuditEntry }) => (
  <Paper withBorder p="sm">
    <AuditSubject entry={entry} />
    <AuditOrigin entry={entry} />
    <EntryValues entry={entry} />
  </Paper>
);
