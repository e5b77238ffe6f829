import { Table } from '@mantine/core';
import { Moment } from './moment.tsx';

interface KeyUse {
  readonly address: string;
  readonly agent: string;
  readonly last_used_at: string;
}

interface KeyUsesTexts {
  readonly from: string;
  readonly program: string;
  readonly last: string;
  readonly unknown: string;
}

/** Table rows that show where an API key is used: IP address, program, and time of the last call. */
export const KeyUsesRows = ({
  uses,
  texts,
  programClass,
}: {
  uses: readonly KeyUse[];
  texts: KeyUsesTexts;
  programClass?: string | undefined;
}) => (
  <>
    <Table.Thead>
      <Table.Tr>
        <Table.Th>{texts.from}</Table.Th>
        <Table.Th>{texts.program}</Table.Th>
        <Table.Th>{texts.last}</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {uses.map(({ address, agent, last_used_at }) => (
        <Table.Tr key={`${address} ${agent}`}>
          <Table.Td>{address}</Table.Td>
          <Table.Td {...(programClass === undefined ? {} : { className: programClass })}>
            {agent === '' ? texts.unknown : agent}
          </Table.Td>
          <Table.Td>
            <Moment at={last_used_at} />
          </Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </>
);
