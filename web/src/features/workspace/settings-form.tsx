import { Stack, Text, TextInput } from '@mantine/core';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { CallError } from '../../api/call.ts';
import { useChange } from '../../api/queries.ts';
import { ConfirmModal } from '../../components/dialogs/confirm.tsx';
import { useUnsavedChanges } from '../../components/dialogs/unsaved-changes.tsx';
import { showSuccess } from '../../components/notices/notify.ts';
import { Panel } from '../../components/page/panel.tsx';
import { CopyText } from '../../components/values/copy-text.tsx';
import { workspaceTexts as texts } from '../../texts/workspace.ts';
import {
  type Draft,
  draftOf,
  groups,
  type SettingName,
  settingChanges,
  shortened,
  type WorkspaceAnswer,
} from './draft.ts';
import { SaveBar } from './save-bar.tsx';
import { SettingInput } from './setting-input.tsx';
import classes from './workspace.module.css';

/** All settings in one form. Only changed settings are sent. */
export function SettingsForm({ present }: { present: WorkspaceAnswer }) {
  const [draft, setDraft] = useState<Draft>({});
  const [isAsking, setAsking] = useState(false);
  const change = useChange('PATCH /workspace', ['GET /workspace', 'GET /workspace/use', 'GET /session']);
  const shown = { ...draftOf(present), ...draft };
  const changes = settingChanges(present, draft);
  useUnsavedChanges(changes.count > 0);
  const less = shortened(present, draft);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!change.error) return;
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    wrong?.focus({ preventScroll: true });
    wrong?.scrollIntoView({ block: 'center' });
  }, [change.error]);
  // Ignore errors here, because the form shows them next to the fields.
  const send = () =>
    change.mutateAsync({ body: changes.body }).then(
      () => {
        setDraft({});
        showSuccess();
      },
      () => undefined,
    );
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (less.length > 0) setAsking(true);
    else void send();
  };
  const set = (name: keyof Draft) => (value: string) => {
    // Clear the error, because it belongs to the old value.
    change.reset();
    setDraft((old) => ({ ...old, [name]: value }));
  };
  const problemOf = (path: string) =>
    change.error instanceof CallError
      ? change.error.problems.find((problem) => problem.path === path)?.message
      : undefined;
  const inputs = (names: readonly SettingName[]) =>
    names.map((name) => (
      <SettingInput
        key={name}
        name={name}
        value={shown[name] ?? ''}
        error={problemOf(`settings.${name}`)}
        onChange={set(name)}
      />
    ));
  return (
    <form ref={form} onSubmit={submit} noValidate className={classes.form ?? ''}>
      <Stack gap="md">
        <Panel title={texts.groups.general.title} about={texts.groups.general.about}>
          <TextInput
            label={texts.name}
            description={texts.nameHelp}
            value={shown.name ?? ''}
            error={problemOf('name')}
            maxLength={200}
            onChange={(event) => set('name')(event.currentTarget.value)}
          />
          <Stack gap={4}>
            <Text size="sm" fw={500}>
              {texts.address}
            </Text>
            <CopyText text={present.base_url} />
          </Stack>
          {inputs(groups.general)}
        </Panel>
        {(['limits', 'keeping', 'apps'] as const).map((group) => (
          <Panel key={group} title={texts.groups[group].title} about={texts.groups[group].about}>
            {inputs(groups[group])}
          </Panel>
        ))}
        {changes.count > 0 && (
          <SaveBar
            count={changes.count}
            error={change.error}
            isBusy={change.isPending}
            onDiscard={() => {
              change.reset();
              setDraft({});
            }}
          />
        )}
      </Stack>
      <ConfirmModal
        isOpen={isAsking}
        title={texts.shorterTitle}
        confirm={texts.shorterConfirm}
        onClose={() => setAsking(false)}
        onConfirm={send}
      >
        {texts.shorterText(less.map((name) => texts.settings[name].label))}
      </ConfirmModal>
    </form>
  );
}
