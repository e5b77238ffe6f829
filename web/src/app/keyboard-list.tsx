import { Kbd, Table } from '@mantine/core';
import { leadsTexts } from '../texts/leads/leads.ts';
import { shellTexts } from '../texts/shell.ts';
import { stepTexts } from '../texts/workflows/workflow-steps.ts';
import type { Destination } from './navigation.ts';

type Keys = readonly [keys: readonly string[], text: string];

const { keys: everywhere } = shellTexts;
const { keys: inLeads } = leadsTexts;
const { keyMap: inBuilder } = stepTexts;

const leadKeys: readonly Keys[] = [
  [['j', 'k'], inLeads.move],
  [['←', '→'], inLeads.sideways],
  [['PgDn', 'PgUp'], inLeads.page],
  [['Home', 'End'], inLeads.ends],
  [['Enter'], inLeads.open],
  [['e'], inLeads.edit],
  [['x'], inLeads.select],
  [['Shift', 'E'], inLeads.editSelected],
  [['Delete'], inLeads.deleteSelected],
  [['/'], inLeads.search],
];

const builderKeys: readonly Keys[] = [
  [['↑', '↓'], inBuilder.walk],
  [['Enter'], inBuilder.open],
  [['Esc'], inBuilder.close],
  [['Alt', '↑', '↓'], inBuilder.move],
  [['Ctrl', 'D'], inBuilder.duplicate],
  [['Ctrl', 'C'], inBuilder.copy],
  [['Ctrl', 'V'], inBuilder.paste],
  [['Delete'], inBuilder.remove],
  [['Ctrl', 'Z'], inBuilder.undo],
  [['Ctrl', 'S'], inBuilder.save],
];

/** Lists all keyboard shortcuts, grouped by screen. Its code is loaded on demand. */
export const KeyboardList = ({
  pages,
  hasWorkflows,
}: {
  /** The pages that the user can open with `g` and a letter. */
  pages: readonly Destination[];
  hasWorkflows: boolean;
}) => (
  <Table>
    <Part
      keys={[
        [['Ctrl', 'K'], everywhere.go],
        [['?'], everywhere.map],
        [['Ctrl', 'Z'], everywhere.undo],
        ...pages.map(({ key = '', label }): Keys => [['g', key], shellTexts.goTo(label)]),
      ]}
    />
    {pages.some(({ to }) => to === '/leads') && <Part title={inLeads.title} keys={leadKeys} />}
    {hasWorkflows && <Part title={inBuilder.title} keys={builderKeys} />}
  </Table>
);

const Part = ({ title, keys }: { title?: string; keys: readonly Keys[] }) => (
  <Table.Tbody>
    {title && (
      <Table.Tr>
        <Table.Th colSpan={2} pt="md" scope="rowgroup">
          {title}
        </Table.Th>
      </Table.Tr>
    )}
    {keys.map(([pressed, text]) => (
      <Table.Tr key={text}>
        <Table.Td>{text}</Table.Td>
        <Table.Td ta="right">
          {pressed.map((key) => (
            <Kbd key={key} ml={4}>
              {key}
            </Kbd>
          ))}
        </Table.Td>
      </Table.Tr>
    ))}
  </Table.Tbody>
);
