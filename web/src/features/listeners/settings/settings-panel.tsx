import { Stack, Switch } from '@mantine/core';
import { SaveBar } from '../../../components/dialogs/save-bar.tsx';
import { useUnsavedChanges } from '../../../components/dialogs/unsaved-changes.tsx';
import { ErrorNotice } from '../../../components/page/error-notice.tsx';
import { Panel } from '../../../components/page/panel.tsx';
import { listenerSettingsTexts as texts } from '../../../texts/listeners/listener-settings.ts';
import { sharedTexts } from '../../../texts/shared.ts';
import type { ShownListener } from '../listener.ts';
import { AnswerSettings } from './answer-settings.tsx';
import { BothProtections } from './both-protections.tsx';
import { CredentialSettings } from './credential-settings.tsx';
import { originFault } from './origin-fault.ts';
import { SignatureSettings } from './signature-settings.tsx';
import { TemplateSetting } from './template-setting.tsx';
import { type ChangeDraft, type SettingsDraft, useSettingsDraft } from './use-settings-draft.ts';

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
      <Stack gap="md">
        <Panel title={texts.authentication} about={texts.authenticationAbout}>
          <CredentialSettings listener={listener} draft={draft} onChange={change} />
        </Panel>
        <CorsSettings workflow={listener.workflow.id} draft={draft} onChange={change} />
        {becomesBoth && <BothProtections isPlanned />}
        <SignatureSettings listener={listener} draft={draft} onChange={change} />
        <AnswerSettings draft={draft} onChange={change} error={error} />
        {error && <ErrorNotice error={error} title={sharedTexts.failedChange} />}
        <SaveBar save={texts.save} changes={work.isChanged} isSaving={work.isSaving} onDiscard={work.undo} />
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
