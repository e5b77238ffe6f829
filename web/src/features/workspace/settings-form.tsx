import { Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { CallError } from '../../api/call.ts';
import { useChange } from '../../api/queries.ts';
import { ConfirmModal } from '../../components/confirm.tsx';
import { CopyText } from '../../components/copy-text.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Panel } from '../../components/panel.tsx';
import { tellDone } from '../../components/tell.ts';
import { sharedTexts } from '../../texts/shared.ts';
import { workspaceTexts as texts } from '../../texts/workspace.ts';
import {
  changesOf,
  type Draft,
  draftOf,
  groups,
  type SettingName,
  shortened,
  type WorkspaceAnswer,
} from './draft.ts';
import { SettingInput } from './setting-input.tsx';
import classes from './workspace.module.css';

/** All settings in one form; only what was changed is sent. */
export function SettingsForm({ present }: { present: WorkspaceAnswer }) {
  const [draft, setDraft] = useState<Draft>({});
  const [isAsking, setAsking] = useState(false);
  const change = useChange('PATCH /workspace', ['GET /workspace', 'GET /workspace/use', 'GET /session']);
  const shown = { ...draftOf(present), ...draft };
  const changes = changesOf(present, draft);
  const less = shortened(present, draft);
  const send = async () => {
    await change.mutateAsync({ body: changes.body });
    setDraft({});
    tellDone();
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (less.length > 0) setAsking(true);
    else void send().catch(() => undefined);
  };
  const set = (name: keyof Draft) => (value: string) => {
    // What was said of the old value does not count for the new one.
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
    <form onSubmit={submit} noValidate>
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
            <Text size="sm" fw={600}>
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
        {change.error && <ErrorNotice error={change.error} title={sharedTexts.failedChange} />}
        {changes.count > 0 && (
          <Paper withBorder shadow="md" p="sm" className={classes.bar ?? ''}>
            <Group justify="space-between">
              <Text size="sm">{texts.unsaved(changes.count)}</Text>
              <Group gap="xs">
                <Button variant="default" onClick={() => setDraft({})}>
                  {texts.discard}
                </Button>
                <Button type="submit" loading={change.isPending}>
                  {texts.save}
                </Button>
              </Group>
            </Group>
          </Paper>
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
