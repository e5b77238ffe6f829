import { Table } from '@mantine/core';
import { Panel } from '../../components/panel.tsx';
import { listenersTexts } from '../../texts/listeners.ts';
import type { ShownListener } from './listener.ts';

const { settings: texts } = listenersTexts;

/** The settings for who may only look: without key and secret. */
export function ShownSettings({ listener: { settings } }: { listener: ShownListener }) {
  const yesNo = (value: boolean) => (value ? texts.yes : texts.no);
  const rows = [
    [texts.authenticationLabel, yesNo(settings.add_authentication)],
    [texts.corsLabel, yesNo(settings.allow_cors)],
    [texts.domains, settings.cors_domains === '' ? texts.nothing : settings.cors_domains],
    [texts.answers, settings.respond_with === 'receipt' ? texts.receipt : texts.workflow],
    [texts.idempotency, settings.idempotency_header],
  ] as const;
  return (
    <Panel title={texts.title} about={texts.readOnly}>
      <Table layout="fixed">
        <Table.Tbody>
          {rows.map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row">{name}</Table.Th>
              <Table.Td>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Panel>
  );
}
