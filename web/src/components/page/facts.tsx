import { Table } from '@mantine/core';
import type { ReactNode } from 'react';

/** A table of names and values. */
export const Facts = ({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) => (
  <Table layout="fixed" verticalSpacing={6} horizontalSpacing={0}>
    <Table.Tbody>
      {facts.map(([name, value]) => (
        <Table.Tr key={name}>
          <Table.Th scope="row" w="35%" fw={500}>
            {name}
          </Table.Th>
          <Table.Td>{value}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
);
