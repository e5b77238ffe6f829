import { Text } from '@mantine/core';
import { IconRefresh, IconTrash } from '@tabler/icons-react';
import { OverflowMenu } from '../../components/page/overflow-menu.tsx';
import type { Column } from '../../components/table/column.ts';
import { DataTable } from '../../components/table/data-table.tsx';
import { Moment } from '../../components/values/moment.tsx';
import { Name } from '../../components/values/name.tsx';
import { secretsTexts as texts } from '../../texts/secrets/secrets.ts';
import { sharedTexts } from '../../texts/shared.ts';
import type { Secret } from './secret.ts';
import { Uses } from './uses.tsx';

const { columns: labels } = texts;
const keyOf = ({ name }: Secret) => name;

/** The secrets, their uses and their last changes. On narrow screens, everything is below the name. */
export function SecretsTable({
  secrets,
  onReplace,
  onRemove,
}: {
  secrets: readonly Secret[];
  onReplace: (secret: Secret) => void;
  onRemove: (secret: Secret) => void;
}) {
  const actions: Column<Secret> = {
    key: 'actions',
    label: labels.actions,
    width: 80,
    isAtEnd: true,
    cell: (secret) => (
      <OverflowMenu
        isInRow
        label={texts.actionsOf(secret.name)}
        items={[
          { label: texts.replaceValue, icon: IconRefresh, onClick: () => onReplace(secret) },
          { label: texts.remove, icon: IconTrash, isDanger: true, onClick: () => onRemove(secret) },
        ]}
      />
    ),
  };
  return (
    <DataTable
      name="secrets"
      label={texts.title}
      columns={[...columns, actions]}
      rows={secrets}
      keyOf={keyOf}
      nameOf={keyOf}
      footer={<span role="status">{texts.count(secrets.length)}</span>}
    />
  );
}

const ChangedBy = ({ changed }: Pick<Secret, 'changed'>) =>
  changed ? <Name>{changed.user?.name ?? texts.operator}</Name> : sharedTexts.nothing;

const columns: readonly Column<Secret>[] = [
  {
    key: 'name',
    label: labels.name,
    sortBy: ({ name }) => name,
    cell: ({ name }) => (
      <Text span inherit fw={500}>
        {name}
      </Text>
    ),
    below: ({ hosts, uses, changed }) => (
      <Text size="xs" c="dimmed" component="div">
        {hosts.length > 0 && texts.onlyTo(hosts.join(', '))}
        <Text size="xs" component="div" hiddenFrom="sm" mt={4}>
          <Uses uses={uses} />
          {changed && (
            <>
              <Moment at={changed.at} isInGrid /> · <ChangedBy changed={changed} />
            </>
          )}
        </Text>
      </Text>
    ),
  },
  {
    key: 'uses',
    label: labels.uses,
    width: 200,
    from: 'sm',
    sortBy: ({ uses }) => uses.length,
    cell: ({ uses }) => <Uses uses={uses} />,
  },
  {
    key: 'changed',
    label: labels.changed,
    width: 124,
    from: 'sm',
    sortBy: ({ changed }) => changed?.at ?? '',
    cell: ({ changed }) => <Moment at={changed?.at ?? null} isInGrid />,
  },
  {
    key: 'by',
    label: labels.by,
    width: 130,
    from: 'lg',
    cell: ({ changed }) => <ChangedBy changed={changed} />,
  },
];
