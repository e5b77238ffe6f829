import { Paper } from '@mantine/core';
import { type AuditEntry, AuditOrigin, AuditSubject } from './audit-heading.tsx';
import { EntryValues } from './entry-values.tsx';

/** An audit log entry with its changed values. */
export const AuditRow = ({ entry }: { entry: AuditEntry }) => (
  <Paper withBorder p="sm">
    <AuditSubject entry={entry} />
    <AuditOrigin entry={entry} />
    <EntryValues entry={entry} />
  </Paper>
);
