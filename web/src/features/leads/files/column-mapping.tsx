import { NativeSelect, Table, Text } from '@mantine/core';
import { fileTexts } from '../../../texts/leads/files.ts';
import { type Field, useLeadForm } from '../field.ts';

/** Maps each column of the file, shown with sample values, to a field. */
export function ColumnMapping({
  columns,
  aliases,
  onChange,
}: {
  columns: readonly { heading: string; samples: readonly string[] }[];
  aliases: readonly (string | null)[];
  onChange: (column: number, alias: string | null) => void;
}) {
  const { fields } = useLeadForm();
  const offered = fields.filter(({ read_only, alias }) => !read_only || alias === 'id');
  return (
    <Table layout="fixed">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{fileTexts.column}</Table.Th>
          <Table.Th visibleFrom="sm">{fileTexts.samples}</Table.Th>
          <Table.Th>{fileTexts.field}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {columns.map(({ heading, samples }, column) => {
          const name = heading === '' ? fileTexts.columnName(column + 1) : heading;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified by its index
            <Table.Tr key={column}>
              <Table.Td>
                <Text size="sm" truncate dir="auto" title={name}>
                  {name}
                </Text>
              </Table.Td>
              <Table.Td visibleFrom="sm">
                <Text size="xs" c="dimmed" lineClamp={2} dir="auto">
                  {samples.filter((sample) => sample !== '').join(' · ')}
                </Text>
              </Table.Td>
              <Table.Td>
                <NativeSelect
                  size="xs"
                  aria-label={`${fileTexts.field}: ${name}`}
                  description={warningOf(fields, aliases[column], samples)}
                  inputWrapperOrder={['label', 'input', 'description']}
                  value={aliases[column] ?? ''}
                  data={[
                    { value: '', label: fileTexts.leftOut },
                    ...offered.map(({ alias, label }) => ({ value: alias, label })),
                  ]}
                  onChange={({ currentTarget }) =>
                    onChange(column, currentTarget.value === '' ? null : currentTarget.value)
                  }
                />
              </Table.Td>
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}

/** Warns about a sample that is no phone number. Hark stores phone numbers as entered, so it doesn't reject them. */
function warningOf(
  fields: readonly Field[],
  mapped: string | null | undefined,
  samples: readonly string[],
): string | undefined {
  if (fields.find(({ alias }) => alias === mapped)?.type !== 'phone') return undefined;
  const wrong = samples.find((sample) => sample.trim() !== '' && !/\d/.test(sample));
  return wrong === undefined ? undefined : fileTexts.noPhone(wrong);
}
