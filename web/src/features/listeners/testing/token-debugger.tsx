import { Button, Group, SimpleGrid, Stack, Table, Text, Textarea } from '@mantine/core';
import { IconCheck, IconMinus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { ApiResponse } from '../../../api/call.ts';
import { useChange } from '../../../api/queries.ts';
import { ErrorNotice } from '../../../components/page/error-notice.tsx';
import { Panel } from '../../../components/page/panel.tsx';
import { DataBlock } from '../../../components/values/data-block.tsx';
import { listenersTexts } from '../../../texts/listeners.ts';
import { sharedTexts } from '../../../texts/shared.ts';
import { codeInput } from '../calling/code-input.ts';
import type { ShownListener } from '../listener.ts';

const { debugger: texts } = listenersTexts;
type Explained = ApiResponse<'POST /workflows/:id/listener/token-check'>;

/** Shows which check a pasted token fails, and why. */
export function TokenDebugger({ listener }: { listener: ShownListener }) {
  const [token, setToken] = useState('');
  const check = useChange('POST /workflows/:id/listener/token-check');
  return (
    <Panel title={texts.title} about={texts.about}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          check.mutate({ params: { id: listener.workflow.id }, body: { token } });
        }}
      >
        <Stack gap="sm" align="flex-start">
          <Textarea
            w="100%"
            label={texts.token}
            value={token}
            onChange={({ currentTarget }) => setToken(currentTarget.value)}
            autosize
            minRows={3}
            maxRows={10}
            styles={codeInput}
            spellCheck={false}
            autoComplete="off"
          />
          <Button type="submit" loading={check.isPending}>
            {texts.check}
          </Button>
        </Stack>
      </form>
      {check.isError && <ErrorNotice error={check.error} title={sharedTexts.failedAction} />}
      {check.data && <Explanation explained={check.data} />}
    </Panel>
  );
}

function Explanation({ explained }: { explained: Explained }) {
  const { verdict, checks, header, claims, is_checked } = explained;
  const { status, text } = texts.answers[verdict];
  const passes = verdict === 'passed';
  return (
    <Stack gap="md" role="status">
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <Mark outcome={!is_checked ? 'not_made' : passes ? 'passed' : 'failed'} />
        <Text fw={500}>{!is_checked ? texts.off : passes ? texts.passed : texts.refused(status, text)}</Text>
      </Group>
      {is_checked && (
        <Table verticalSpacing="xs">
          <Table.Tbody>
            {checks.map(({ name, outcome, reason }) => (
              <Table.Tr key={name} {...(outcome === 'not_made' ? { c: 'dimmed' } : {})}>
                <Table.Td w={28} pr={0} style={{ verticalAlign: 'top' }}>
                  <Mark outcome={outcome} />
                </Table.Td>
                <Table.Td>
                  <Text size="sm" fw={outcome === 'failed' ? 650 : 400} inherit>
                    {texts.checks[name]}
                  </Text>
                  {reason !== '' && <Text size="sm">{texts.reasons[reason] ?? reason}</Text>}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <Text size="sm" c="dimmed">
        {texts.unverified}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Decoded label={texts.header} value={header} />
        <Decoded label={texts.claims} value={claims} />
      </SimpleGrid>
    </Stack>
  );
}

function Mark({ outcome }: { outcome: Explained['checks'][number]['outcome'] }) {
  const Icon = { passed: IconCheck, failed: IconX, not_made: IconMinus }[outcome];
  const color = { passed: 'green', failed: 'red', not_made: 'gray' }[outcome];
  return (
    <Icon
      size={18}
      color={`var(--mantine-color-${color}-6)`}
      role="img"
      aria-label={texts.outcomes[outcome]}
      style={{ display: 'block', flexShrink: 0, marginTop: 2 }}
    />
  );
}

const Decoded = ({ label, value }: { label: string; value: unknown }) => (
  <div>
    <Text size="sm" fw={500} mb={4}>
      {label}
    </Text>
    {value === null ? <Text size="sm">{texts.unread}</Text> : <DataBlock label={label} value={value} />}
  </div>
);
