import { Stack, Table, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { ApiResponse } from '../../../api/call.ts';
import { query } from '../../../api/queries.ts';
import { Panel } from '../../../components/page/panel.tsx';
import { Moment } from '../../../components/values/moment.tsx';
import { workflowTriggersTexts as texts } from '../../../texts/workflows/workflow-triggers.ts';

type Trigger = ApiResponse<'GET /workflows/:id/triggers'>['triggers'][number];

/** What starts a workflow besides its webhook. */
export function TriggerList({ workflow }: { workflow: number }) {
  const { data } = useSuspenseQuery(query('GET /workflows/:id/triggers', { params: { id: workflow } }));
  return (
    <Panel title={texts.title} about={texts.about}>
      {data.triggers.length === 0 ? (
        <Text size="sm">{texts.none}</Text>
      ) : (
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{texts.columns.type}</Table.Th>
              <Table.Th scope="col">{texts.columns.details}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.triggers.map((trigger, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: triggers have no other identity.
              <Table.Tr key={index}>
                <Table.Th scope="row">{texts.types[trigger.type]}</Table.Th>
                <Table.Td>
                  <Details trigger={trigger} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Panel>
  );
}

function Details({ trigger }: { trigger: Trigger }) {
  const { type, cron, timezone, next_times, fields, has_filters, inputs } = trigger;
  if (type === 'schedule') {
    return (
      <Stack gap={2}>
        <Text size="sm">{texts.schedule(cron ?? '', timezone ?? '')}</Text>
        {next_times.map((time, index) => (
          <Text key={time} size="xs" c="dimmed">
            {index === 0 && `${texts.next} `}
            <Moment at={time} />
          </Text>
        ))}
      </Stack>
    );
  }
  if (type === 'manual') {
    const labels = inputs.map(({ label }) => label).join(', ');
    return <Text size="sm">{labels === '' ? texts.noInputs : texts.inputs(labels)}</Text>;
  }
  return (
    <Stack gap={2}>
      <Text size="sm">{has_filters ? texts.filtered : texts.everyLead}</Text>
      {fields.length > 0 && <Text size="sm">{texts.fields(fields.join(', '))}</Text>}
    </Stack>
  );
}
