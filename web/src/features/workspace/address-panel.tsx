import { Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type Answer, call } from '../../api/call.ts';
import { Told } from '../../components/notices/notice.tsx';
import { ErrorNotice } from '../../components/page/error-notice.tsx';
import { Panel } from '../../components/page/panel.tsx';
import { FindingList, type ShownFinding } from '../../components/values/finding-list.tsx';
import { workspaceTexts } from '../../texts/workspace.ts';

const texts = workspaceTexts.examination;
/** The way of the answer to here takes its time; what is more than that is a wrong clock. */
const clockToleranceMs = 10_000;

/** Calls the workspace's address from outside, and says what stands in the way of callers. */
export function AddressPanel() {
  const examine = useMutation({
    mutationFn: async () => {
      const examined = await call('POST /workspace/examination', {});
      return shownOf(examined, Date.now());
    },
  });
  return (
    <Panel title={texts.title} about={texts.about}>
      <div>
        <Button variant="default" loading={examine.isPending} onClick={() => examine.mutate()}>
          {texts.start}
        </Button>
      </div>
      <Told>
        {examine.isPending && <Text size="sm">{texts.working}</Text>}
        {examine.data && <Findings findings={examine.data} />}
      </Told>
      {examine.error && <ErrorNotice error={examine.error} />}
    </Panel>
  );
}

function Findings({ findings }: { findings: readonly ShownFinding[] }) {
  const faults = findings.filter(({ ok }) => !ok).length;
  return (
    <Stack gap="sm">
      <Text fw={600}>{faults === 0 ? texts.allWell : texts.faults(faults)}</Text>
      <FindingList findings={findings} />
    </Stack>
  );
}

/** What the server found out, and beside it what only the browser knows: its own clock. */
function shownOf({ findings, now }: Answer<'POST /workspace/examination'>, here: number): ShownFinding[] {
  const aheadMs = here - Date.parse(now);
  const ok = Math.abs(aheadMs) <= clockToleranceMs;
  return [
    ...findings.map(({ check, ...finding }) => ({ name: texts.checks[check] ?? check, ...finding })),
    {
      name: texts.browserClock,
      ok,
      says: ok ? texts.browserRight : texts.browserWrong(Math.round(aheadMs / 1_000)),
    },
  ];
}
