import { Stack, Switch } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { SyntheticEvent } from 'react';
import { useChange } from '../../api/queries.ts';
import { SaveBar } from '../../components/dialogs/save-bar.tsx';
import { useUnsavedChanges } from '../../components/dialogs/unsaved-changes.tsx';
import { NameInput } from '../../components/fields/name-input.tsx';
import { showSuccess } from '../../components/notices/notify.ts';
import { ErrorNotice } from '../../components/page/error-notice.tsx';
import {
  SettingAction,
  SettingInput,
  SettingRows,
  settingClassNames,
} from '../../components/settings/setting-rows.tsx';
import { rolesTexts } from '../../texts/roles.ts';
import { sharedTexts } from '../../texts/shared.ts';
import { PermissionFields } from './permission-fields.tsx';
import type { Permission, Role } from './role.ts';
import { Changes, RoleConflict } from './role-notices.tsx';
import { useRoleDraft } from './use-role-draft.ts';

const texts = rolesTexts.page;
const stale = ['GET /roles', 'GET /users', 'GET /users/:id', 'GET /explain', 'GET /session'] as const;
const bodyOf = ({ name, is_admin, permissions, requires_second_factor }: Role) => ({
  name,
  is_admin,
  permissions,
  requires_second_factor,
});

interface RoleFormProps {
  readonly role: Role;
  readonly isNew: boolean;
  readonly permissions: readonly Permission[];
}

/** Edits a role. Before saving, it shows what changes and how many users are affected. */
export function RoleForm({ role, isNew, permissions }: RoleFormProps) {
  const draft = useRoleDraft(role, permissions);
  const { seen, wanted, changes, change } = draft;
  useUnsavedChanges(changes.length > 0);
  const navigate = useNavigate();
  const client = useQueryClient();
  const add = useChange('POST /roles', stale);
  const save = useChange('PUT /roles/:id', stale);
  const error = add.error ?? save.error;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const open = ({ id }: { id: number }) =>
      void navigate({ to: '/settings/roles/$id', params: { id: String(id) }, ignoreBlocker: true });
    if (isNew) return add.mutate({ body: bodyOf(wanted) }, { onSuccess: open });
    save.mutate(
      { params: { id: role.id }, body: { ...bodyOf(wanted), seen: bodyOf(seen) } },
      {
        onSuccess: () => showSuccess(texts.saved),
        // After a conflict, load the other user's version, which `RoleConflict` then shows.
        onError: () => void client.invalidateQueries({ queryKey: ['GET /roles'] }),
      },
    );
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="lg">
        <SettingRows title={texts.general}>
          <NameInput
            classNames={settingClassNames}
            label={texts.name}
            value={wanted.name}
            onChange={(name) => change({ ...wanted, name })}
            inputContainer={(input) => <SettingInput>{input}</SettingInput>}
          />
          <SettingAction label={texts.isAdmin} help={texts.isAdminHelp}>
            <Switch
              aria-label={texts.isAdmin}
              checked={wanted.is_admin}
              onChange={(event) => change({ ...wanted, is_admin: event.currentTarget.checked })}
            />
          </SettingAction>
          <SettingAction label={texts.secondFactor} help={texts.secondFactorHelp}>
            <Switch
              aria-label={texts.secondFactor}
              checked={wanted.requires_second_factor}
              onChange={(event) => change({ ...wanted, requires_second_factor: event.currentTarget.checked })}
            />
          </SettingAction>
        </SettingRows>
        <PermissionFields
          permissions={permissions}
          held={wanted.permissions}
          isAdmin={wanted.is_admin}
          onChange={(held) => change({ ...wanted, permissions: held })}
        />
        <Changes changes={changes} users={role.users} />
        {error && draft.conflicts.length === 0 && (
          <ErrorNotice error={error} title={sharedTexts.failedChange} />
        )}
        <RoleConflict
          changes={draft.conflicts}
          onKeepMine={() => {
            save.reset();
            draft.keepMine();
          }}
          onTakeTheirs={() => {
            save.reset();
            draft.takeTheirs();
          }}
        />
        <SaveBar
          save={isNew ? texts.create : texts.save}
          changes={changes.length}
          isReady={wanted.name.trim() !== '' && draft.conflicts.length === 0}
          isSaving={add.isPending || save.isPending}
          onDiscard={() => change(seen)}
        />
      </Stack>
    </form>
  );
}
