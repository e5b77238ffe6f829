import { NativeSelect, Stack } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, type SyntheticEvent, useState } from 'react';
import { query, useChange } from '../../api/queries.ts';
import { SaveBar } from '../../components/dialogs/save-bar.tsx';
import { useUnsavedChanges } from '../../components/dialogs/unsaved-changes.tsx';
import { NameInput } from '../../components/fields/name-input.tsx';
import { showSuccess } from '../../components/notices/notify.ts';
import { SettingInput, SettingRows, settingClassNames } from '../../components/settings/setting-rows.tsx';
import { escapeBidi } from '../../components/values/escape-bidi.ts';
import { usersTexts } from '../../texts/users.ts';
import type { ViewedUser } from './viewed-user.ts';

const texts = usersTexts.page;
const inRow = (input: ReactNode) => <SettingInput>{input}</SettingInput>;

/** The user's name and role. */
export function DetailsPanel({ viewed: { user, is_last_administrator } }: { viewed: ViewedUser }) {
  const { data } = useSuspenseQuery(query('GET /roles', {}));
  const [name, setName] = useState(user.name);
  const [role, setRole] = useState(String(user.role.id));
  const save = useChange('PATCH /users/:id', ['GET /users', 'GET /users/:id', 'GET /roles', 'GET /explain']);
  // Send only the changed fields, so two administrators don't overwrite each other's changes.
  const changes = {
    ...(name.trim() === user.name ? {} : { name }),
    ...(Number(role) === user.role.id ? {} : { role: Number(role) }),
  };
  const isChanged = Object.keys(changes).length > 0;
  useUnsavedChanges(isChanged);
  const discard = () => {
    save.reset();
    setName(user.name);
    setRole(String(user.role.id));
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    save.mutate({ params: { id: user.id }, body: changes }, { onSuccess: () => showSuccess(texts.saved) });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <SettingRows title={texts.details}>
          <NameInput
            classNames={settingClassNames}
            label={texts.name}
            description={texts.nameHelp}
            value={name}
            onChange={setName}
            inputContainer={inRow}
          />
          <NativeSelect
            classNames={settingClassNames}
            label={texts.role}
            description={is_last_administrator ? texts.roleOfLast : texts.roleHelp}
            data={data.roles.map(({ id, name }) => ({ value: String(id), label: escapeBidi(name) }))}
            value={role}
            onChange={({ currentTarget }) => setRole(currentTarget.value)}
            disabled={is_last_administrator}
            inputContainer={inRow}
          />
        </SettingRows>
        <SaveBar
          save={texts.save}
          changes={Object.keys(changes).length}
          error={save.error}
          isReady={name.trim() !== ''}
          isSaving={save.isPending}
          onDiscard={discard}
        />
      </Stack>
    </form>
  );
}
