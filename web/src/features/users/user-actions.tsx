import { Button } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../../api/queries.ts';
import { useSession } from '../../api/session.ts';
import { ConfirmModal } from '../../components/dialogs/confirm.tsx';
import { DraftModal } from '../../components/dialogs/draft-modal.tsx';
import { showFailure, showSuccess } from '../../components/notices/notify.ts';
import { escapeBidi } from '../../components/values/escape-bidi.ts';
import { usersTexts } from '../../texts/users.ts';
import { DeactivationEffects } from './deactivation-effects.tsx';
import { DeleteUser } from './delete-user.tsx';
import { type HandedOut, ShownLink } from './shown-link.tsx';
import type { ViewedUser } from './viewed-user.ts';

const { page: texts, link } = usersTexts;

/** Buttons to reset a user's password, and to deactivate, reactivate or delete the user. */
export function UserActions({ viewed }: { viewed: ViewedUser }) {
  const { user, is_last_administrator } = viewed;
  const isSelf = useSession().user.id === user.id;
  const [isConfirming, setConfirming] = useState(false);
  const change = useChange('PATCH /users/:id', ['GET /users', 'GET /users/:id', 'GET /explain']);
  const setActive = (active: boolean) => change.mutateAsync({ params: { id: user.id }, body: { active } });
  const reactivate = () =>
    setActive(true)
      .then(() => showSuccess(texts.reactivated(user.name)))
      .catch(showFailure);
  if (!user.active) {
    return (
      <>
        <Button loading={change.isPending} onClick={() => void reactivate()}>
          {texts.reactivate}
        </Button>
        <DeleteUser viewed={viewed} />
      </>
    );
  }
  return (
    <>
      <ResetButton user={user} />
      <Button
        variant="default"
        disabled={isSelf || is_last_administrator}
        onClick={() => setConfirming(true)}
      >
        {texts.deactivate}
      </Button>
      <ConfirmModal
        isOpen={isConfirming}
        title={texts.deactivateTitle(user.name)}
        confirm={texts.deactivateConfirm}
        onClose={() => setConfirming(false)}
        onConfirm={async () => {
          await setActive(false);
          showSuccess(texts.deactivated(user.name));
        }}
      >
        <DeactivationEffects viewed={viewed} />
      </ConfirmModal>
      {!isSelf && !is_last_administrator && <DeleteUser viewed={viewed} />}
    </>
  );
}

function ResetButton({ user: { id, name } }: { user: ViewedUser['user'] }) {
  const [isAsking, setAsking] = useState(false);
  const [handed, setHanded] = useState<HandedOut>();
  const reset = useChange('POST /users/:id/reset');
  const close = () => setHanded(undefined);
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {texts.reset}
      </Button>
      <ConfirmModal
        isOpen={isAsking}
        title={texts.resetTitle(name)}
        confirm={texts.resetConfirm}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          const made = await reset.mutateAsync({ params: { id } });
          if (made.url === null) showSuccess(link.mailed(made.email));
          else setHanded(made);
        }}
      >
        {texts.resetText}
      </ConfirmModal>
      {/* The link is visible only once, so a stray click or key doesn't close the dialog. */}
      <DraftModal
        opened={handed !== undefined}
        onClose={close}
        title={escapeBidi(link.title(handed?.name ?? ''))}
        closeOnClickOutside={false}
        closeOnEscape={false}
      >
        {handed && <ShownLink handed={handed} onDone={close} />}
      </DraftModal>
    </>
  );
}
