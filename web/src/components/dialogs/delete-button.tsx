import { Button, Tooltip, VisuallyHidden } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { OperationName } from '../../api/call.ts';
import { showSuccess } from '../notices/notify.ts';
import { ConfirmModal } from './confirm.tsx';

/** A button that deletes the record shown on this screen, after confirmation, and then returns to the list. */
export function DeleteButton({
  label,
  title,
  done,
  list,
  isBlocked = false,
  impossible,
  onDelete,
  children,
}: {
  label: string;
  /** The dialog's title. */
  title: string;
  /** The message to show after the deletion. */
  done: string;
  list: { readonly to: string; readonly stale: readonly OperationName[] };
  /** Whether deletion is currently impossible. The dialog's content explains why. */
  isBlocked?: boolean;
  /** Why the record can't be deleted. Then the button is disabled, and says so. */
  impossible?: string | undefined;
  onDelete: () => Promise<unknown>;
  /** The dialog's content, which lists what is deleted along with the record. */
  children: ReactNode;
}) {
  const [isConfirming, setConfirming] = useState(false);
  const navigate = useNavigate();
  const client = useQueryClient();
  return (
    <>
      <Tooltip label={impossible} disabled={impossible === undefined} multiline maw={280}>
        {/* It keeps the focus, so that keyboard users and screen readers get the reason too. */}
        <Button
          color="red"
          variant="outline"
          data-disabled={impossible !== undefined}
          aria-disabled={impossible !== undefined}
          onClick={() => impossible === undefined && setConfirming(true)}
        >
          {label}
          {impossible !== undefined && <VisuallyHidden>. {impossible}</VisuallyHidden>}
        </Button>
      </Tooltip>
      <ConfirmModal
        isOpen={isConfirming}
        title={title}
        confirm={label}
        isBlocked={isBlocked}
        onClose={() => setConfirming(false)}
        onConfirm={async () => {
          await onDelete();
          showSuccess(done);
          // Leave the screen first, because refetching a deleted record would briefly show "not found".
          await navigate({ to: list.to, ignoreBlocker: true });
          await Promise.all(list.stale.map((name) => client.invalidateQueries({ queryKey: [name] })));
        }}
      >
        {children}
      </ConfirmModal>
    </>
  );
}
