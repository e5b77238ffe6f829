import { Table } from '@mantine/core';
import { useNarrow } from '../../components/page/use-narrow.ts';
import { ChangedValue } from '../../components/values/changed-value.tsx';
import { shownText } from '../../components/values/shown-text.ts';
import { auditTexts } from '../../texts/audit.ts';
import classes from './audit.module.css';
import type { AuditEntry } from './audit-heading.tsx';
import { shownName, shownValue } from './shown-value.ts';

/** Each value that an entry of the audit holds, as it was and as it is. */
export function EntryValues({ entry }: { entry: AuditEntry }) {
  const isNarrow = useNarrow();
  const names = [...new Set([...Object.keys(entry.old), ...Object.keys(entry.new)])];
  // What was made has no past, what was deleted no present.
  const [hasPast, hasPresent] = [entry.old, entry.new].map((values) => Object.keys(values).length > 0);
  if (names.length === 0) return null;
  if (isNarrow)
    return names.map((name) => (
      <ChangedValue
        key={name}
        name={shownName(name)}
        before={hasPast ? shownValue(entry.old[name]) : null}
        after={hasPresent ? shownValue(entry.new[name]) : null}
      />
    ));
  return (
    <Table mt="xs" withRowBorders={false} verticalSpacing={2} layout="fixed">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{auditTexts.field}</Table.Th>
          {hasPast && <Table.Th>{auditTexts.was}</Table.Th>}
          {hasPresent && <Table.Th>{hasPast ? auditTexts.is : auditTexts.value}</Table.Th>}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {names.map((name) => (
          <Table.Tr key={name}>
            <Table.Td>{shownName(name)}</Table.Td>
            {hasPast && (
              <Table.Td className={classes.value ?? ''}>{shownText(shownValue(entry.old[name]))}</Table.Td>
            )}
            {hasPresent && (
              <Table.Td className={classes.value ?? ''}>{shownText(shownValue(entry.new[name]))}</Table.Td>
            )}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
