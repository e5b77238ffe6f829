import { SimpleGrid, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** A table of names and values. */
export const Facts = ({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) => (
  <Table layout="fixed" verticalSpacing={6} horizontalSpacing={0}>
    <Table.Tbody>
      {facts.map(([name, value]) => (
        <Table.Tr key={name}>
          <Table.Th scope="row" w="35%" pr="sm" fw={500}>
            {name}
          </Table.Th>
          <Table.Td>{value}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
);

/** A row of large numbers with their names. */
export const Figures = ({ figures }: { figures: readonly (readonly [string, number])[] }) => (
  <SimpleGrid cols={{ base: 2, sm: 4 }} component="dl" m={0}>
    {figures.map(([label, count]) => (
      <div key={label}>
        <Text component="dt" size="xs" c="dimmed">
          {label}
        </Text>
        <Text component="dd" m={0} fz="xl" fw={500}>
          {count.toLocaleString()}
        </Text>
      </div>
    ))}
  </SimpleGrid>
);
