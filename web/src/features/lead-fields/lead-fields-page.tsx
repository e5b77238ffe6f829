import { ActionIcon, Badge, Group, Stack, Table, Text, Title } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { query } from '../../api/queries.ts';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { PageAction } from '../../components/page/page-action.tsx';
import { PageFrame } from '../../components/page/page-frame.tsx';
import { Panel } from '../../components/page/panel.tsx';
import { TableCard } from '../../components/page/table-card.tsx';
import { Name } from '../../components/values/name.tsx';
import { leadFieldsTexts as texts } from '../../texts/lead-fields.ts';
import { ownLabel } from '../leads/field.ts';
import { typeOf } from '../leads/field-types.ts';
import type { Field } from './field.ts';
import { FieldModal } from './field-modal.tsx';

/** All lead fields: custom and built-in. */
export function LeadFieldsPage() {
  const { data } = useSuspenseQuery(query('GET /lead-fields', {}));
  const [editing, setEditing] = useState<Field | 'new'>();
  const own = data.fields.filter(({ is_built_in }) => !is_built_in);
  const builtIn = data.fields.filter(({ is_built_in }) => is_built_in);
  const add = <PageAction label={texts.add} onClick={() => setEditing('new')} />;
  return (
    <PageFrame
      title={texts.title}
      about={texts.about}
      guide="console/settings.md#lead-fields-settingslead-fields"
      actions={own.length > 0 && add}
    >
      {own.length === 0 ? (
        <Panel title={texts.own}>
          <EmptyState
            isCompact
            title={texts.none}
            text={texts.noneHelp}
            action={add}
            guide="console/settings.md#lead-fields-settingslead-fields"
          />
        </Panel>
      ) : (
        <Section title={texts.own} about={`${texts.ownAbout(own.length)} ${texts.noDelete}`}>
          <FieldTable fields={own} onEdit={setEditing} />
        </Section>
      )}
      <Section title={texts.builtIn} about={texts.builtInAbout(builtIn.length)}>
        <FieldTable fields={builtIn} />
      </Section>
      <FieldModal editing={editing} onClose={() => setEditing(undefined)} />
    </PageFrame>
  );
}

/** A heading above a table, which is a card itself. */
const Section = ({ title, about, children }: { title: string; about: string; children: ReactNode }) => (
  <Stack gap="xs" component="section" aria-label={title}>
    <div>
      <Title order={2}>{title}</Title>
      <Text size="sm" c="dimmed">
        {about}
      </Text>
    </div>
    {children}
  </Stack>
);

const actionsWidth = 90;

/** Without actions, their column is empty, so that the columns of both tables are aligned. */
const FieldTable = ({ fields, onEdit }: { fields: readonly Field[]; onEdit?: (field: Field) => void }) => (
  <TableCard>
    <Table layout="fixed">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{texts.columns.label}</Table.Th>
          <Table.Th visibleFrom="sm">{texts.columns.type}</Table.Th>
          <Table.Th visibleFrom="sm">{texts.columns.marks}</Table.Th>
          {onEdit ? (
            <Table.Th ta="right" w={actionsWidth}>
              {texts.columns.actions}
            </Table.Th>
          ) : (
            <Table.Td w={actionsWidth} visibleFrom="sm" />
          )}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {fields.map((field) => (
          <Table.Tr key={field.alias}>
            <Table.Td>
              <Group justify="space-between" gap="xs" wrap="nowrap">
                <Stack gap={0} miw={0}>
                  <Text size="sm" fw={500}>
                    <Name>{ownLabel(field)}</Name>
                  </Text>
                  <Text size="xs" c="dimmed" ff="monospace">
                    {field.alias}
                  </Text>
                </Stack>
                {/* On a phone, the type and the rules are at the end of the same two lines. */}
                <Stack hiddenFrom="sm" gap={2} align="flex-end" ta="right">
                  <FieldType field={field} />
                  <Marks field={field} />
                </Stack>
              </Group>
            </Table.Td>
            <Table.Td visibleFrom="sm">
              <FieldType field={field} />
            </Table.Td>
            <Table.Td visibleFrom="sm">
              <Marks field={field} />
            </Table.Td>
            {onEdit ? (
              <Table.Td ta="right">
                <ActionIcon
                  variant="subtle"
                  aria-label={texts.edit(field.alias)}
                  onClick={() => onEdit(field)}
                >
                  <IconPencil size={18} />
                </ActionIcon>
              </Table.Td>
            ) : (
              <Table.Td visibleFrom="sm" />
            )}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </TableCard>
);

const FieldType = ({ field: { type, options } }: { field: Field }) => (
  <>
    <Text size="sm">{typeOf({ type }).label}</Text>
    {options.length > 0 && (
      <Text size="xs" c="dimmed" title={options.join(', ')}>
        {texts.optionCount(options.length)}
      </Text>
    )}
  </>
);

const Marks = ({ field }: { field: Field }) => (
  <Group gap={4}>
    {[
      [field.unique, texts.unique] as const,
      [field.required, texts.required] as const,
      [field.read_only, texts.readOnly] as const,
    ].map(
      ([isSet, text]) =>
        isSet && (
          // Don't truncate the badge, even in a narrow column.
          <Badge key={text} variant="default" miw="max-content">
            {text}
          </Badge>
        ),
    )}
  </Group>
);
