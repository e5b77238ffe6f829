import { Button, Group, Stack, Switch, Text } from '@mantine/core';
import { useUnsavedChanges } from '../../../components/dialogs/unsaved-changes.tsx';
import { ErrorNotice } from '../../../components/page/error-notice.tsx';
import { Panel } from '../../../components/page/panel.tsx';
import { listenersTexts } from '../../../texts/listeners.ts';
import { sharedTexts } from '../../../texts/shared.ts';
import type { ShownListener } from '../listener.ts';
import { AnswerSettings } from './answer-settings.tsx';
import { BothProtections } from './both-protections.tsx';
import { CredentialSettings } from './credential-settings.tsx';
import { originFault } from './origin-fault.ts';
import { SignatureSettings } from './signature-settings.tsx';
import { TemplateSetting } from './template-setting.tsx';
import { type ChangeDraft, type SettingsDraft, useSettingsDraft } from './use-settings-draft.ts';

const { settings: texts } = listenersTexts;

/** The listener's token check, CORS check and signatures, how it responds, and its idempotency header. */
export function ListenerSettingsPanel({ listener }: { listener: ShownListener }) {
  const work = useSettingsDraft(listener);
  const { draft, change, error } = work;
  useUnsavedChanges(work.isChanged);
  const { settings } = listener;
  const becomesBoth =
    draft.add_authentication && draft.allow_cors && !(settings.add_authentication && settings.allow_cors);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        work.submit().catch(() => {});
      }}
    >
      <Stack gap="lg">
        <Panel title={texts.authentication} about={texts.authenticationAbout}>
          <CredentialSettings listener={listener} draft={draft} onChange={change} />
        </Panel>
        <CorsSettings workflow={listener.workflow.id} draft={draft} onChange={change} />
        {becomesBoth && <BothProtections isPlanned />}
        <SignatureSettings listener={listener} draft={draft} onChange={change} />
        <AnswerSettings draft={draft} onChange={change} error={error} />
        {error && <ErrorNotice error={error} title={sharedTexts.failedChange} />}
        <SaveBar work={work} />
      </Stack>
    </form>
  );
}

const CorsSettings = ({
  workflow,
  draft,
  onChange,
}: {
  workflow: number;
  draft: SettingsDraft;
  onChange: ChangeDraft;
}) => (
  <Panel title={texts.cors} about={texts.corsAbout}>
    <Switch
      label={texts.corsLabel}
      checked={draft.allow_cors}
      onChange={({ currentTarget }) => onChange({ allow_cors: currentTarget.checked })}
    />
    {draft.allow_cors && (
      <TemplateSetting
        setting="cors_domains"
        workflow={workflow}
        label={texts.domains}
        about={texts.domainsAbout}
        value={draft.cors_domains}
        onChange={(cors_domains) => onChange({ cors_domains })}
        faultOf={originFault}
      />
    )}
  </Panel>
);

const SaveBar = ({ work }: { work: ReturnType<typeof useSettingsDraft> }) => (
  <Group gap="sm">
    <Button type="submit" disabled={!work.isChanged} loading={work.isSaving}>
      {texts.save}
    </Button>
    {work.isChanged && (
      <>
        <Button variant="default" onClick={work.undo}>
          {texts.undo}
        </Button>
        <Text size="sm" role="status">
          {texts.unsaved}
        </Text>
      </>
    )}
  </Group>
);
