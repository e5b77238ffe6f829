import { Stack, Table, Text, Title } from '@mantine/core';
import { ScrollingTable } from '../../components/page/scrolling-table.tsx';
import { escapeBidi } from '../../components/values/escape-bidi.ts';
import { auditTexts } from '../../texts/audit.ts';
import { sharedTexts } from '../../texts/shared.ts';
import classes from './audit.module.css';

/** A field's values. A value is null if the item didn't exist at that time. */
export interface FieldChange {
  readonly key: string;
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
  /** The current value, if it is known and isn't the value after the change. */
  readonly now?: string;
}

/** A phone has room for two columns. More of them scroll. */
const minColumnWidth = 150;

/** A section with the fields that differ. */
export function ChangeTable({
  title,
  about,
  fields,
}: {
  title: string;
  about?: string;
  fields: readonly FieldChange[];
}) {
  return (
    <Stack gap="xs" component="section" aria-label={title}>
      <Title order={2}>{title}</Title>
      {about && (
        <Text size="sm" c="dimmed">
          {about}
        </Text>
      )}
      {fields.length === 0 && <Text size="sm">{auditTexts.entry.nothing}</Text>}
      {fields.length > 0 && <Rows title={title} fields={fields} />}
    </Stack>
  );
}

function Rows({ title, fields }: { title: string; fields: readonly FieldChange[] }) {
  // Created items have no old values, and deleted items have no new values.
  const hasOld = fields.some(({ before }) => before !== null);
  const hasNew = fields.some(({ after }) => after !== null);
  const hasNow = fields.some(({ now }) => now !== undefined);
  const columns = 1 + [hasOld, hasNew, hasNow].filter(Boolean).length;
  const cell = (value: string | null) => (
    <Table.Td className={classes.value ?? ''}>{escapeBidi(value ?? auditTexts.entry.notThere)}</Table.Td>
  );
  return (
    <ScrollingTable label={sharedTexts.tableOf(title)} minWidth={columns * minColumnWidth}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th className={classes.field ?? ''}>{auditTexts.field}</Table.Th>
          {hasOld && <Table.Th>{auditTexts.was}</Table.Th>}
          {hasNew && <Table.Th>{hasOld ? auditTexts.is : auditTexts.value}</Table.Th>}
          {hasNow && <Table.Th>{auditTexts.entry.now}</Table.Th>}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {fields.map(({ key, name, before, after, now }) => (
          <Table.Tr key={key}>
            <Table.Th scope="row" fw={500}>
              {name}
            </Table.Th>
            {hasOld && cell(before)}
            {hasNew && cell(after)}
            {hasNow && cell(now ?? after)}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </ScrollingTable>
  );
}
