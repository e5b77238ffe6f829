import { Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ApiResponse, call } from '../../api/call.ts';
import { StatusMessage } from '../../components/notices/notice.tsx';
import { ErrorNotice } from '../../components/page/error-notice.tsx';
import { SettingBlock, SettingRows } from '../../components/settings/setting-rows.tsx';
import { CopyText } from '../../components/values/copy-text.tsx';
import { FindingList, type ShownFinding } from '../../components/values/finding-list.tsx';
import { workspaceTexts } from '../../texts/workspace.ts';

const texts = workspaceTexts.examination;
/** The maximum accepted difference between the clocks, including the time that the response takes to arrive. */
const clockToleranceMs = 10_000;

/** Requests the workspace's URL from outside, and shows problems that could keep callers from reaching it. */
export function AddressPanel({ baseUrl }: { baseUrl: string }) {
  const examine = useMutation({
    mutationFn: async () => {
      const examined = await call('POST /workspace/examination', {});
      return toShownFindings(examined, Date.now());
    },
  });
  return (
    <SettingRows title={texts.title} about={texts.about}>
      <SettingBlock>
        <CopyText text={baseUrl} />
        <div>
          <Button variant="default" loading={examine.isPending} onClick={() => examine.mutate()}>
            {texts.start}
          </Button>
        </div>
        <StatusMessage>
          {examine.isPending && <Text size="sm">{texts.working}</Text>}
          {examine.data && <Findings findings={examine.data} />}
        </StatusMessage>
        {examine.error && <ErrorNotice error={examine.error} />}
      </SettingBlock>
    </SettingRows>
  );
}

function Findings({ findings }: { findings: readonly ShownFinding[] }) {
  const faults = findings.filter(({ ok }) => !ok).length;
  return (
    <Stack gap="sm">
      <Text fw={500}>{faults === 0 ? texts.allWell : texts.faults(faults)}</Text>
      <FindingList findings={findings} />
    </Stack>
  );
}

/** The server's findings, plus a comparison of the server's clock with the browser's. */
function toShownFindings(
  { findings, now }: ApiResponse<'POST /workspace/examination'>,
  here: number,
): ShownFinding[] {
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
