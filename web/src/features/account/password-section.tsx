import { Button, PasswordInput, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type SyntheticEvent, useState } from 'react';
import { CallError } from '../../api/call.ts';
import { useChange } from '../../api/queries.ts';
import { renewSession, useSession } from '../../api/session.ts';
import { DraftModal } from '../../components/dialogs/draft-modal.tsx';
import { FormFooter } from '../../components/dialogs/form-footer.tsx';
import { useUnsavedChanges } from '../../components/dialogs/unsaved-changes.tsx';
import { showSuccess } from '../../components/notices/notify.ts';
import { SettingAction, SettingRows } from '../../components/settings/setting-rows.tsx';
import { accountTexts } from '../../texts/sign-in/account.ts';

const texts = accountTexts.password;

/** Changes the user's password. */
export function PasswordSection() {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <SettingRows title={texts.title}>
      <SettingAction label={texts.label} help={texts.consequences}>
        <Button variant="default" size="xs" onClick={open}>
          {texts.change}
        </Button>
      </SettingAction>
      <DraftModal opened={isOpen} onClose={close} title={texts.change}>
        <PasswordForm onClose={close} />
      </DraftModal>
    </SettingRows>
  );
}

const empty = { current: '', wanted: '', repeated: '' };

function PasswordForm({ onClose }: { onClose: () => void }) {
  const { user } = useSession();
  const [typed, setTyped] = useState(empty);
  const [isDifferent, setDifferent] = useState(false);
  const [isVisible, setVisible] = useState(false);
  const change = useChange('PUT /account/password');
  useUnsavedChanges(Object.values(typed).some((text) => text !== ''));
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (typed.wanted !== typed.repeated) return setDifferent(true);
    const body = { password: typed.current, new_password: typed.wanted };
    const isChanged = await change.mutateAsync({ body }).then(
      () => true,
      () => false,
    );
    if (!isChanged) return;
    onClose();
    showSuccess(texts.changed);
    // The server has started a new session, with another form token.
    await renewSession();
  };
  const { onCurrent, onWanted, other } = errorsBy(change.error);
  const input = (name: keyof typeof empty, label: string, autoComplete: string) => ({
    label,
    autoComplete,
    required: true,
    value: typed[name],
    visible: isVisible,
    onVisibilityChange: setVisible,
    visibilityToggleButtonProps: { 'aria-label': isVisible ? texts.hide : texts.show, tabIndex: 0 },
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
      // The errors belong to the old values.
      change.reset();
      setDifferent(false);
      setTyped({ ...typed, [name]: currentTarget.value });
    },
  });
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {texts.consequences}
        </Text>
        {/* Tells password managers whose password it is. */}
        <input type="text" hidden readOnly autoComplete="username" value={user.email} />
        <PasswordInput
          {...input('current', texts.current, 'current-password')}
          error={onCurrent}
          data-autofocus
        />
        <PasswordInput
          {...input('wanted', texts.wanted, 'new-password')}
          description={texts.wantedHelp}
          error={onWanted}
        />
        <PasswordInput
          {...input('repeated', texts.repeated, 'new-password')}
          error={isDifferent && texts.different}
        />
        <FormFooter
          change={{ error: other, isPending: change.isPending }}
          submit={texts.change}
          isReady={Object.values(typed).every((text) => text !== '')}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}

/** Assigns the server's error to the field that it is about. */
function errorsBy(error: Error | null) {
  const isAboutField = error instanceof CallError && error.status === 400;
  if (!isAboutField) return { other: error };
  return error.code === 'wrong_password'
    ? { onCurrent: error.message, other: null }
    : { onWanted: error.message, other: null };
}
