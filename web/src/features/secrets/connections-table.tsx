import { Anchor, Group, Text } from '@mantine/core';
import { IconPencil, IconPlugConnected, IconTrash } from '@tabler/icons-react';
import { OverflowMenu } from '../../components/page/overflow-menu.tsx';
import type { Column } from '../../components/table/column.ts';
import { DataTable } from '../../components/table/data-table.tsx';
import { escapeBidi } from '../../components/values/escape-bidi.ts';
import { Name } from '../../components/values/name.tsx';
import { connectionsTexts as texts } from '../../texts/secrets/connections.ts';
import type { Connection } from './connection.ts';
import { ConnectionState } from './connection-state.tsx';
import { Uses } from './uses.tsx';

const { columns: labels } = texts;
const keyOf = ({ id }: Connection) => String(id);
const nameOf = ({ name }: Connection) => escapeBidi(name);

/** The connections, their states and their uses. On narrow screens, everything is below the name. */
export function ConnectionsTable({
  connections,
  onEdit,
  onRemove,
}: {
  connections: readonly Connection[];
  onEdit: (connection: Connection) => void;
  onRemove: (connection: Connection) => void;
}) {
  const actions: Column<Connection> = {
    key: 'actions',
    label: labels.actions,
    width: 80,
    isAtEnd: true,
    cell: (connection) => (
      <OverflowMenu
        isInRow
        label={texts.actionsOf(nameOf(connection))}
        items={[
          { label: texts.edit, icon: IconPencil, onClick: () => onEdit(connection) },
          ...(connection.connect_path === null
            ? []
            : [
                {
                  label: connection.connected ? texts.connectAgain : texts.connect,
                  icon: IconPlugConnected,
                  href: connection.connect_path,
                },
              ]),
          { label: texts.remove, icon: IconTrash, isDanger: true, onClick: () => onRemove(connection) },
        ]}
      />
    ),
  };
  return (
    <DataTable
      name="connections"
      label={texts.title}
      columns={[...columns, actions]}
      rows={connections}
      keyOf={keyOf}
      nameOf={nameOf}
      footer={<span role="status">{texts.count(connections.length)}</span>}
    />
  );
}

/** The state and, if it's missing, the link to sign in. */
const State = ({ connection }: { connection: Connection }) => (
  <Group gap="xs">
    <ConnectionState connected={connection.connected} />
    {connection.connected === false && connection.connect_path !== null && (
      <Anchor inherit href={connection.connect_path} aria-label={texts.connectOf(nameOf(connection))}>
        {texts.connect}
      </Anchor>
    )}
  </Group>
);

const columns: readonly Column<Connection>[] = [
  {
    key: 'name',
    label: labels.name,
    sortBy: ({ name }) => name,
    cell: ({ name }) => (
      <Text span inherit fw={500}>
        <Name>{name}</Name>
      </Text>
    ),
    below: (connection) => (
      <Text size="xs" c="dimmed" component="div">
        {connection.origin}
        <Text size="xs" component="div" hiddenFrom="lg">
          {texts.types[connection.type]}
        </Text>
        <Text size="xs" component="div" hiddenFrom="sm" mt={4}>
          {connection.connected !== null && <State connection={connection} />}
          <Uses uses={usesOf(connection)} />
        </Text>
      </Text>
    ),
  },
  {
    key: 'type',
    label: labels.type,
    width: 190,
    from: 'lg',
    sortBy: ({ type }) => texts.types[type],
    cell: ({ type }) => texts.types[type],
  },
  {
    key: 'state',
    label: labels.state,
    width: 130,
    from: 'sm',
    cell: (connection) => <State connection={connection} />,
  },
  {
    key: 'uses',
    label: labels.uses,
    width: 200,
    from: 'sm',
    sortBy: ({ uses }) => uses.length,
    cell: (connection) => <Uses uses={usesOf(connection)} />,
  },
];

/** Returns the uses in the form that secrets have. Only steps use connections. */
export const usesOf = ({ uses }: Connection) =>
  uses.map(({ workflow, step }) => ({ workflow, place: 'step' as const, name: step }));
