import { Table, Text } from '@mantine/core';

/** A table of response headers. */
export const HeaderTable = ({
  title,
  headers,
}: {
  title: string;
  headers: readonly (readonly [string, string])[];
}) => (
  <Table layout="fixed" verticalSpacing={4} fz="sm" captionSide="top">
    <Table.Caption ta="left">
      <Text size="xs" c="dimmed">
        {title}
      </Text>
    </Table.Caption>
    <Table.Tbody>
      {headers.map(([name, value]) => (
        <Table.Tr key={name}>
          <Table.Th scope="row" fw={500} w="35%">
            {name}
          </Table.Th>
          <Table.Td ff="monospace">{value}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
);
