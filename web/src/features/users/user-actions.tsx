import { Button } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../../api/queries.ts';
import { useSession } from '../../api/session.ts';
import { ConfirmModal } from '../../components/dialogs/confirm.tsx';
import { OnceModal } from '../../components/dialogs/show-once-modal.tsx';
import { tellDone, tellFailure } from '../../components/notices/notify.ts';
import { usersTexts } from '../../texts/users.ts';
import { DeleteUser } from './delete-user.tsx';
import { type HandedOut, ShownLink } from './shown-link.tsx';
import type { ViewedUser } from './viewed-user.ts';
import { WhatStops } from './what-stops.tsx';

const { page: texts, link } = usersTexts;

/** Reset by link; off, after what stops with him was shown; on again; deleted. */
export function UserActions({ viewed }: { viewed: ViewedUser }) {
  const { user, is_last_administrator } = viewed;
  const isOneself = useSession().user.id === user.id;
  const [isLeaving, setLeaving] = useState(false);
  const change = useChange('PATCH /users/:id', ['GET /users', 'GET /users/:id', 'GET /explain']);
  const turn = (active: boolean) => change.mutateAsync({ params: { id: user.id }, body: { active } });
  const bringBack = () =>
    turn(true)
      .then(() => tellDone(texts.reactivated(user.name)))
      .catch(tellFailure);
  if (!user.active) {
    return (
      <>
        <Button loading={change.isPending} onClick={() => void bringBack()}>
          {texts.reactivate}
        </Button>
        <DeleteUser viewed={viewed} />
      </>
    );
  }
  return (
    <>
      <ResetButton user={user} />
      <Button color="red" variant="outline" disabled={is_last_administrator} onClick={() => setLeaving(true)}>
        {texts.deactivate}
      </Button>
      <ConfirmModal
        isOpen={isLeaving}
        title={texts.deactivateTitle(user.name)}
        confirm={texts.deactivateConfirm}
        onClose={() => setLeaving(false)}
        onConfirm={async () => {
          await turn(false);
          tellDone(texts.deactivated(user.name));
        }}
      >
        <WhatStops viewed={viewed} />
      </ConfirmModal>
      {!isOneself && !is_last_administrator && <DeleteUser viewed={viewed} />}
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
          if (made.url === null) tellDone(link.mailed(made.email));
          else setHanded(made);
        }}
      >
        {texts.resetText}
      </ConfirmModal>
      <OnceModal
        isOpen={handed !== undefined}
        isShowing
        onClose={close}
        title={link.title(handed?.name ?? '')}
      >
        {handed && <ShownLink handed={handed} onDone={close} />}
      </OnceModal>
    </>
  );
}
