import { Button, PasswordInput, Stack, Text } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import type { ApiResponse } from '../../api/call.ts';
import { useChange } from '../../api/queries.ts';
import { StatusMessage } from '../../components/notices/notice.tsx';
import { ErrorNotice } from '../../components/page/error-notice.tsx';
import { Panel } from '../../components/page/panel.tsx';
import { FindingList } from '../../components/values/finding-list.tsx';
import { agentsTexts } from '../../texts/agents.ts';

const texts = agentsTexts.doctor;
type Steps = ApiResponse<'POST /agents/examination'>['steps'];

/** Runs the connection check and shows, for each step, what to fix. */
export function DoctorPanel() {
  const [token, setToken] = useState('');
  const examine = useChange('POST /agents/examination');
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    examine.mutate({ body: token.trim() === '' ? {} : { token } });
  };
  return (
    <Panel title={texts.title} about={texts.about}>
      <form onSubmit={submit} autoComplete="off">
        <Stack gap="sm" align="flex-start">
          <PasswordInput
            label={texts.token}
            description={texts.tokenHelp}
            value={token}
            autoComplete="off"
            w="100%"
            maw={480}
            onChange={(event) => setToken(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={examine.isPending}>
            {texts.start}
          </Button>
        </Stack>
      </form>
      <StatusMessage>
        {examine.isPending && <Text size="sm">{texts.working}</Text>}
        {examine.data && <Findings steps={examine.data.steps} />}
      </StatusMessage>
      {examine.error && <ErrorNotice error={examine.error} />}
    </Panel>
  );
}

function Findings({ steps }: { steps: Steps }) {
  const faults = steps.filter(({ ok }) => !ok).length;
  const well = steps.some(({ step }) => step === 'tools') ? texts.allWell : texts.withoutToken;
  return (
    <Stack gap="sm">
      <Text fw={500}>{faults === 0 ? well : texts.faults(faults)}</Text>
      <FindingList
        findings={steps.map(({ step, ...finding }) => ({ name: texts.steps[step] ?? step, ...finding }))}
      />
    </Stack>
  );
}
