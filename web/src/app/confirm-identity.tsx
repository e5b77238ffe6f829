import { Anchor, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { type SyntheticEvent, useEffect, useState } from 'react';
import { setConfirmIdentity } from '../api/call.ts';
import { useChange } from '../api/queries.ts';
import { useSession } from '../api/session.ts';
import { FormFooter } from '../components/dialogs/form-footer.tsx';
import { shellTexts } from '../texts/shell.ts';

const texts = shellTexts.confirm;

/** The page that offers every way to confirm, and returns here. */
const confirmPage = () => `/confirm?return_to=${encodeURIComponent(location.pathname + location.search)}`;

/** Asks for the password before a sensitive operation, if the user signed in more than 15 minutes ago. */
export function ConfirmIdentity() {
  const { user, is_sso } = useSession();
  const [answer, setAnswer] = useState<(isConfirmed: boolean) => void>();
  const [password, setPassword] = useState('');
  const confirm = useChange('POST /account/confirmation');
  useEffect(() => {
    setConfirmIdentity(
      () =>
        new Promise((resolve) => {
          // Users of single sign-on confirm at their provider.
          if (is_sso) location.assign(confirmPage());
          else setAnswer(() => resolve);
        }),
    );
    return () => setConfirmIdentity(async () => false);
  }, [is_sso]);
  const close = (isConfirmed: boolean) => {
    answer?.(isConfirmed);
    setAnswer(undefined);
    setPassword('');
    confirm.reset();
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    // The dialog may have been opened from a form.
    event.stopPropagation();
    confirm.mutate({ body: { password } }, { onSuccess: () => close(true) });
  };
  return (
    // Above every other dialog, because one of them may have started the operation.
    <Modal opened={answer !== undefined} onClose={() => close(false)} title={texts.title} zIndex={300}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {texts.text}
          </Text>
          {/* Tells password managers whose password it is. */}
          <input type="text" hidden readOnly autoComplete="username" value={user.email} />
          <PasswordInput
            label={texts.password}
            autoComplete="current-password"
            required
            value={password}
            onChange={({ currentTarget }) => setPassword(currentTarget.value)}
            data-autofocus
          />
          <Anchor size="sm" href={confirmPage()}>
            {texts.elsewhere}
          </Anchor>
          <FormFooter
            change={confirm}
            submit={texts.confirm}
            isReady={password !== ''}
            onCancel={() => close(false)}
          />
        </Stack>
      </form>
    </Modal>
  );
}
