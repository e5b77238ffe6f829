import { Anchor, Stack, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ScrollingTable } from '../../components/page/scrolling-table.tsx';
import { Name } from '../../components/values/name.tsx';
import { shownText } from '../../components/values/shown-text.ts';
import { workspaceTexts } from '../../texts/workspace.ts';
import classes from './workspace.module.css';

const texts = workspaceTexts.use;
const mostShown = 10;
/** On a phone the names get all the room that figures can spare. */
const figureWidth = { base: 1, sm: 'auto' };
const number = new Intl.NumberFormat();

interface CallerRow {
  readonly name: string;
  /** Where they or it is seen. */
  readonly to?: string;
  readonly by?: string;
  readonly served: number;
  readonly refused: number;
}

/** Who used a ceiling up: who asked most comes first. */
export const Callers = ({
  title,
  first,
  second,
  none,
  rows,
}: {
  title: string;
  /** What the names are of. */
  first: string;
  /** By what they asked, where that differs. */
  second?: string;
  /** What is said when there is none. */
  none: string;
  rows: readonly CallerRow[];
}) => (
  <Stack gap={4}>
    <Text size="sm" fw={600}>
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
          {rows.slice(0, mostShown).map((row) => (
            <Table.Tr key={`${row.to ?? row.name} ${row.by}`}>
              <Table.Td className={classes.words ?? ''}>
                <CallerName {...row} />
                {second !== undefined && (
                  <Text size="xs" c="dimmed" hiddenFrom="sm">
                    {shownText(row.by ?? '')}
                  </Text>
                )}
              </Table.Td>
              {second !== undefined && (
                <Table.Td visibleFrom="sm" className={classes.words ?? ''}>
                  {shownText(row.by ?? '')}
                </Table.Td>
              )}
              <Table.Td ta="right">{number.format(row.served)}</Table.Td>
              <Table.Td ta="right">{number.format(row.refused)}</Table.Td>
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
