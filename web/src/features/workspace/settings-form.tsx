import { Stack } from '@mantine/core';
import { type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { CallError } from '../../api/call.ts';
import { useChange } from '../../api/queries.ts';
import { ConfirmModal } from '../../components/dialogs/confirm.tsx';
import { SaveBar } from '../../components/dialogs/save-bar.tsx';
import { useUnsavedChanges } from '../../components/dialogs/unsaved-changes.tsx';
import { showSuccess } from '../../components/notices/notify.ts';
import { SettingRows } from '../../components/settings/setting-rows.tsx';
import { workspaceTexts as texts } from '../../texts/workspace.ts';
import {
  type Draft,
  draftOf,
  type FieldName,
  type GroupName,
  groups,
  isChanged,
  settingChanges,
  shortened,
  type WorkspaceAnswer,
} from './draft.ts';
import { SettingRow } from './setting-row.tsx';
import classes from './workspace.module.css';

/** The settings of one page. Only changed settings are sent. */
export function SettingsForm({
  present,
  groups: shown,
  children,
}: {
  present: WorkspaceAnswer;
  groups: readonly GroupName[];
  /** The rest of the page. The save bar stays visible next to it. */
  children?: ReactNode;
}) {
  const { draft, set, change, discard, isAsking, setAsking, send } = useSettings(present);
  const stored = draftOf(present);
  const changes = settingChanges(present, draft);
  const less = shortened(present, draft);
  const form = useRef<HTMLFormElement>(null);
  useUnsavedChanges(changes.count > 0);
  useFocusOnError(form, change.error);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (changes.count === 0) return;
    if (less.length > 0) setAsking(true);
    else void send();
  };
  const row = (name: FieldName) => (
    <SettingRow
      key={name}
      name={name}
      value={draft[name] ?? stored[name] ?? ''}
      old={isChanged(present, draft, name) ? (stored[name] ?? '') : undefined}
      error={problemOf(change.error, name)}
      onChange={set(name)}
    />
  );
  return (
    <form ref={form} onSubmit={submit} noValidate className={classes.form ?? ''}>
      <Stack gap="lg">
        {shown.map((group) => (
          <SettingRows key={group} title={texts.groups[group]}>
            {groups[group].map(row)}
          </SettingRows>
        ))}
        {children}
        <SaveBar
          changes={changes.count}
          error={change.error}
          isSaving={change.isPending}
          onDiscard={discard}
        />
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

/** The typed values, and the request that saves them. */
function useSettings(present: WorkspaceAnswer) {
  const [draft, setDraft] = useState<Draft>({});
  const [isAsking, setAsking] = useState(false);
  const change = useChange('PATCH /workspace', ['GET /workspace', 'GET /workspace/use', 'GET /session']);
  const discard = () => {
    change.reset();
    setDraft({});
  };
  // Ignore errors here, because the form shows them next to the fields.
  const send = () =>
    change.mutateAsync({ body: settingChanges(present, draft).body }).then(
      () => {
        setDraft({});
        showSuccess();
      },
      () => undefined,
    );
  const set = (name: FieldName) => (value: string) => {
    // Clear the error, because it belongs to the old value.
    change.reset();
    setDraft((old) => ({ ...old, [name]: value }));
  };
  return { draft, set, change, discard, isAsking, setAsking, send };
}

const problemOf = (error: Error | null, name: FieldName): string | undefined => {
  const path = name === 'name' ? name : `settings.${name}`;
  return error instanceof CallError
    ? error.problems.find((problem) => problem.path === path)?.message
    : undefined;
};

/** Moves the focus to the first wrong field after the server has rejected the form. */
function useFocusOnError(form: { readonly current: HTMLFormElement | null }, error: Error | null): void {
  useEffect(() => {
    if (!error) return;
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    wrong?.focus({ preventScroll: true });
    wrong?.scrollIntoView({ block: 'center' });
  }, [form, error]);
}
