import { Alert, Button, Group, SimpleGrid, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { ApiResponse } from '../../../api/call.ts';
import { useChange } from '../../../api/queries.ts';
import { ErrorNotice } from '../../../components/page/error-notice.tsx';
import { Panel } from '../../../components/page/panel.tsx';
import { DataBlock } from '../../../components/values/data-block.tsx';
import { tokensTexts } from '../../../texts/listeners/tokens.ts';
import { sharedTexts } from '../../../texts/shared.ts';
import { codeInput } from '../calling/code-input.ts';
import type { ShownListener } from '../listener.ts';
import type { TriggersSearch } from '../search.ts';
import { ExplainedChecks, OutcomeMark } from './explained-checks.tsx';
import { Labelled } from './labelled.tsx';

const { debugger: texts } = tokensTexts;
const checkNames: Readonly<Record<string, string>> = texts.checks;
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
type Explained = ApiResponse<'POST /workflows/:id/listener/token-check'>;

/** Shows which check a pasted token fails, and why. */
export function TokenDebugger({
  listener,
  rejected: { at, failed },
}: {
  listener: ShownListener;
  /** What is known about a rejected request, if the user comes from one. */
  rejected: Pick<TriggersSearch, 'at' | 'failed'>;
}) {
  const [token, setToken] = useState('');
  const check = useChange('POST /workflows/:id/listener/token-check');
  return (
    <Panel title={texts.title} about={texts.about}>
      {at !== undefined && (
        <Alert>{texts.rejected(exact.format(new Date(at)), failed && checkNames[failed])}</Alert>
      )}
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
            autoFocus={at !== undefined}
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
        <OutcomeMark outcome={!is_checked ? 'not_made' : passes ? 'passed' : 'failed'} />
        <Text fw={500}>{!is_checked ? texts.off : passes ? texts.passed : texts.refused(status, text)}</Text>
      </Group>
      {is_checked && (
        <ExplainedChecks
          checks={checks.map(({ name, outcome, reason }) => ({
            title: texts.checks[name],
            outcome,
            text: texts.reasons[reason] ?? reason,
          }))}
        />
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

const Decoded = ({ label, value }: { label: string; value: unknown }) => (
  <Labelled label={label}>
    {value === null ? <Text size="sm">{texts.unread}</Text> : <DataBlock label={label} value={value} />}
  </Labelled>
);
