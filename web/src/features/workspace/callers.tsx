import { Anchor, Stack, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ScrollingTable } from '../../components/page/scrolling-table.tsx';
import { escapeBidi } from '../../components/values/escape-bidi.ts';
import { Name } from '../../components/values/name.tsx';
import { workspaceTexts } from '../../texts/workspace.ts';
import classes from './workspace.module.css';

const texts = workspaceTexts.use;
const maxShown = 10;
/** The width of number columns, which are as narrow as possible on a phone. */
const figureWidth = { base: 1, sm: 'auto' };
const number = new Intl.NumberFormat();

interface CallerRow {
  readonly name: string;
  /** The path of the user's or workflow's page. */
  readonly to?: string;
  readonly by?: string;
  readonly served: number;
  readonly refused: number;
}

/** Lists the callers that used the largest share of a rate limit, the busiest first. */
export const Callers = ({
  title,
  first,
  second,
  none,
  rows,
}: {
  title: string;
  /** Heading of the name column. */
  first: string;
  /** Heading of the credential column, if there is one. */
  second?: string;
  /** The text to show if there are no callers. */
  none: string;
  rows: readonly CallerRow[];
}) => (
  <Stack gap={4}>
    <Text size="sm" fw={500}>
      {title}
    </Text>
    {rows.length === 0 ? (
      <Text size="sm">{none}</Text>
    ) : (
      <ScrollingTable label={title} minWidth={0}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{first}</Table.Th>
            {second !== undefined && <Table.Th visibleFrom="sm">{second}</Table.Th>}
            <Table.Th ta="right" w={figureWidth}>
              {texts.served}
            </Table.Th>
            <Table.Th ta="right" w={figureWidth}>
              {texts.refused}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.slice(0, maxShown).map((row) => (
            <Table.Tr key={`${row.to ?? row.name} ${row.by}`}>
              <Table.Td className={classes.words ?? ''}>
                <CallerName {...row} />
                {second !== undefined && (
                  <Text size="xs" c="dimmed" hiddenFrom="sm">
                    {escapeBidi(row.by ?? '')}
                  </Text>
                )}
              </Table.Td>
              {second !== undefined && (
                <Table.Td visibleFrom="sm" className={classes.words ?? ''}>
                  {escapeBidi(row.by ?? '')}
                </Table.Td>
              )}
              <Table.Td ta="right" className="numeric">
                {number.format(row.served)}
              </Table.Td>
              <Table.Td ta="right" className="numeric">
                {number.format(row.refused)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </ScrollingTable>
    )}
  </Stack>
);

const CallerName = ({ name, to }: CallerRow) =>
  to === undefined ? (
    name
  ) : (
    <Anchor component={Link} to={to} size="sm">
      <Name>{name}</Name>
    </Anchor>
  );
