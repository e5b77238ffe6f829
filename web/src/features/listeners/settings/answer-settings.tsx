import { Checkbox, Radio, Stack, TextInput } from '@mantine/core';
import { CallError } from '../../../api/call.ts';
import { Panel } from '../../../components/page/panel.tsx';
import { listenerSettingsTexts as texts } from '../../../texts/listeners/listener-settings.ts';
import type { ChangeDraft, SettingsDraft } from './use-settings-draft.ts';

/** How the webhook responds, which header identifies a repeated request, and whether senders get receipts. */
export const AnswerSettings = ({
  draft,
  onChange,
  error,
}: {
  draft: SettingsDraft;
  onChange: ChangeDraft;
  error: Error | null;
}) => (
  <Panel title={texts.answers}>
    <Radio.Group
      aria-label={texts.answers}
      value={draft.respond_with}
      onChange={(value) => onChange({ respond_with: value as SettingsDraft['respond_with'] })}
    >
      <Stack gap="xs">
        <Radio value="receipt" label={texts.receipt} />
        <Radio value="workflow" label={texts.workflow} />
      </Stack>
    </Radio.Group>
    <TextInput
      label={texts.idempotency}
      description={texts.idempotencyAbout}
      value={draft.idempotency_header}
      onChange={({ currentTarget }) => onChange({ idempotency_header: currentTarget.value })}
      error={headerProblem(error)}
      maw={420}
    />
    <Checkbox
      label={texts.receipts}
      description={draft.add_authentication ? texts.receiptsAbout : texts.receiptsNeedToken}
      checked={draft.receipts}
      disabled={!draft.add_authentication && !draft.receipts}
      onChange={({ currentTarget }) => onChange({ receipts: currentTarget.checked })}
    />
  </Panel>
);

const headerProblem = (error: Error | null) =>
  error instanceof CallError
    ? error.problems.find(({ path }) => path === 'idempotency_header')?.message
    : undefined;
