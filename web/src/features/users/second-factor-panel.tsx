import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../../api/queries.ts';
import { ConfirmModal } from '../../components/dialogs/confirm.tsx';
import { showSuccess } from '../../components/notices/notify.ts';
import { Panel } from '../../components/page/panel.tsx';
import { usersTexts } from '../../texts/users.ts';
import type { ViewedUser } from './viewed-user.ts';

const texts = usersTexts.secondFactor;

/** The user's second factors, which an administrator resets if the user has lost them. */
export function SecondFactorPanel({ viewed: { user, second_factors } }: { viewed: ViewedUser }) {
  const { has_app, passkeys } = second_factors;
  const [isAsking, setAsking] = useState(false);
  const reset = useChange('DELETE /users/:id/second-factors', ['GET /users/:id']);
  const held = [...(has_app ? [texts.app] : []), ...(passkeys === 0 ? [] : [texts.passkeys(passkeys)])];
  return (
    <Panel title={texts.title}>
      <Group justify="space-between">
        <Text size="sm">{held.length === 0 ? texts.none : held.join(' · ')}</Text>
        {held.length > 0 && (
          <Button variant="default" size="xs" onClick={() => setAsking(true)}>
            {texts.reset}
          </Button>
        )}
      </Group>
      <ConfirmModal
        isOpen={isAsking}
        title={texts.resetTitle(user.name)}
        confirm={texts.resetConfirm}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await reset.mutateAsync({ params: { id: user.id } });
          showSuccess(texts.done(user.name));
        }}
      >
        {texts.resetText}
      </ConfirmModal>
    </Panel>
  );
}
