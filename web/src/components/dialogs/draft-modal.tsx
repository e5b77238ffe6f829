import { Modal, type ModalProps } from '@mantine/core';
import { useState } from 'react';
import { DialogDrafts, DiscardDialog, type Draft } from './unsaved-changes.tsx';

/** A dialog with a form. Closing it with Escape, its close button or a click outside asks before discarding changes. */
export function DraftModal({ onClose, closeOnEscape = true, ...rest }: ModalProps) {
  const [drafts] = useState(() => new Set<Draft>());
  const [isConfirming, setConfirming] = useState(false);
  const discard = () => {
    setConfirming(false);
    onClose();
  };
  return (
    <DialogDrafts value={drafts}>
      <Modal
        {...rest}
        onClose={() => (drafts.size > 0 ? setConfirming(true) : onClose())}
        // While the confirmation is open, Escape must not also close this dialog.
        closeOnEscape={closeOnEscape && !isConfirming}
      />
      {/* Mounted only when needed: otherwise the key press that opens the confirmation would also close it. */}
      {isConfirming && <DiscardDialog isOpen onDiscard={discard} onKeep={() => setConfirming(false)} />}
    </DialogDrafts>
  );
}
