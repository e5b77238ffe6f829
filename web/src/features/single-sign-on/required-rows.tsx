import { Alert, Button, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../../api/queries.ts';
import { ConfirmModal } from '../../components/dialogs/confirm.tsx';
import { showSuccess } from '../../components/notices/notify.ts';
import { SettingAction, SettingRows } from '../../components/settings/setting-rows.tsx';
import { escapeBidi } from '../../components/values/escape-bidi.ts';
import { ssoTexts } from '../../texts/sign-in/single-sign-on.ts';
import { type Provider, type SsoAnswer, staleSso } from './provider.ts';

const { required: texts, remove: removing } = ssoTexts;

/** Requires single sign-on, or removes it. */
export function RequiredRows({ answer, provider }: { answer: SsoAnswer; provider: Provider }) {
  const [asking, setAsking] = useState<'require' | 'remove'>();
  const [user, setUser] = useState('');
  const change = useChange('PUT /single-sign-on/required', staleSso);
  const remove = useChange('DELETE /single-sign-on', staleSso);
  const { break_glass_users: users, linked_users: linked } = answer;
  const chosen = users.find(({ id }) => id === provider.break_glass_user_id);
  const send = async (break_glass_user_id: number | null) => {
    await change.mutateAsync({ body: { break_glass_user_id } });
    showSuccess(break_glass_user_id === null ? texts.turnedOff : texts.turnedOn);
  };
  return (
    <SettingRows title={texts.section} isDangerous>
      <SettingAction
        label={texts.title}
        help={provider.is_required ? texts.on(escapeBidi(chosen?.name ?? texts.user)) : texts.off}
      >
        {provider.is_required ? (
          <Button variant="default" loading={change.isPending} onClick={() => void send(null)}>
            {texts.turnOff}
          </Button>
        ) : (
          <Stack gap="xs" align="flex-start">
            <Button variant="default" disabled={linked === 0} onClick={() => setAsking('require')}>
              {texts.turnOn}
            </Button>
            {linked === 0 && (
              <Text size="sm" c="dimmed">
                {texts.untested}
              </Text>
            )}
          </Stack>
        )}
      </SettingAction>
      <SettingAction label={removing.title} help={removing.help}>
        <Button
          variant="default"
          color="red"
          disabled={provider.is_required}
          onClick={() => setAsking('remove')}
        >
          {removing.open}
        </Button>
      </SettingAction>
      <ConfirmModal
        isOpen={asking === 'require'}
        title={texts.dialog}
        confirm={texts.confirm}
        isBlocked={user === ''}
        onClose={() => setAsking(undefined)}
        onConfirm={() => send(Number(user))}
      >
        <Stack gap="md">
          <Alert color="yellow">{texts.warning}</Alert>
          <NativeSelect
            label={texts.user}
            description={texts.userHelp}
            data={[
              { value: '', label: texts.none },
              ...users.map(({ id, name, email }) => ({
                value: String(id),
                label: escapeBidi(`${name} (${email})`),
              })),
            ]}
            value={user}
            onChange={({ currentTarget }) => setUser(currentTarget.value)}
          />
        </Stack>
      </ConfirmModal>
      <ConfirmModal
        isOpen={asking === 'remove'}
        title={removing.dialog}
        confirm={removing.confirm}
        onClose={() => setAsking(undefined)}
        onConfirm={async () => {
          await remove.mutateAsync({});
          showSuccess(removing.done);
        }}
      >
        {removing.text}
      </ConfirmModal>
    </SettingRows>
  );
}
