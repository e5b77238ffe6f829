import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { OperationName } from '../../api/call.ts';
import { tellDone } from '../notices/notify.ts';
import { ConfirmModal } from './confirm.tsx';

/** Deletes the thing that a screen is about, after asking, and leads back to the list that it stood in. */
export function DeleteButton({
  label,
  title,
  done,
  list,
  isBlocked = false,
  onDelete,
  children,
}: {
  label: string;
  /** The question. */
  title: string;
  /** What is said afterwards. */
  done: string;
  list: { readonly to: string; readonly stale: readonly OperationName[] };
  /** Whether it cannot be done now; then the content says why. */
  isBlocked?: boolean;
  onDelete: () => Promise<unknown>;
  /** What goes with it. */
  children: ReactNode;
}) {
  const [isAsking, setAsking] = useState(false);
  const navigate = useNavigate();
  const client = useQueryClient();
  return (
    <>
      <Button color="red" variant="outline" onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmModal
        isOpen={isAsking}
        title={title}
        confirm={label}
        isBlocked={isBlocked}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await onDelete();
          tellDone(done);
          // First away from here: the page of what is gone would say so for a moment.
          await navigate({ to: list.to, ignoreBlocker: true });
          await Promise.all(list.stale.map((name) => client.invalidateQueries({ queryKey: [name] })));
        }}
      >
        {children}
      </ConfirmModal>
    </>
  );
}
