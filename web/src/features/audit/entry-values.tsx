import { Table } from '@mantine/core';
import { useNarrow } from '../../components/page/use-narrow.ts';
import { ChangedValue } from '../../components/values/changed-value.tsx';
import { escapeBidi } from '../../components/values/escape-bidi.ts';
import { auditTexts } from '../../texts/audit.ts';
import classes from './audit.module.css';
import type { AuditEntry } from './audit-heading.tsx';
import { shownName, shownValue } from './shown-value.ts';

/** The changed values of an audit entry, before and after. */
export function EntryValues({ entry }: { entry: AuditEntry }) {
  const isNarrow = useNarrow();
  const names = [...new Set([...Object.keys(entry.old), ...Object.keys(entry.new)])];
  // Created items have no old values, and deleted items have no new values.
  const [hasOld, hasNew] = [entry.old, entry.new].map((values) => Object.keys(values).length > 0);
  if (names.length === 0) return null;
  if (isNarrow)
    return names.map((name) => (
      <ChangedValue
        key={name}
        name={shownName(name)}
        before={hasOld ? shownValue(name, entry.old[name]) : null}
        after={hasNew ? shownValue(name, entry.new[name]) : null}
      />
    ));
  return (
    <Table mt="xs" withRowBorders={false} verticalSpacing={2} layout="fixed">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{auditTexts.field}</Table.Th>
          {hasOld && <Table.Th>{auditTexts.was}</Table.Th>}
          {hasNew && <Table.Th>{hasOld ? auditTexts.is : auditTexts.value}</Table.Th>}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {names.map((name) => (
          <Table.Tr key={name}>
            <Table.Td>{shownName(name)}</Table.Td>
            {hasOld && (
              <Table.Td className={classes.value ?? ''}>
                {escapeBidi(shownValue(name, entry.old[name]))}
              </Table.Td>
            )}
            {hasNew && (
              <Table.Td className={classes.value ?? ''}>
                {escapeBidi(shownValue(name, entry.new[name]))}
              </Table.Td>
            )}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
