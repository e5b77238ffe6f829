import { Modal, type ModalProps } from '@mantine/core';
import { useState } from 'react';
import { DialogDrafts, DiscardDialog, type Draft } from './unsaved-changes.tsx';

/** A dialog with a form: Escape, a click outside and its close button ask before they discard changes. */
export function DraftModal({ onClose, closeOnEscape = true, ...rest }: ModalProps) {
  const [drafts] = useState(() => new Set<Draft>());
  const [isAsking, setAsking] = useState(false);
  const discard = () => {
    setAsking(false);
    onClose();
  };
  return (
    <DialogDrafts value={drafts}>
      <Modal
        {...rest}
        onClose={() => (drafts.size > 0 ? setAsking(true) : onClose())}
        // Otherwise one key would answer the question and close this dialog too.
        closeOnEscape={closeOnEscape && !isAsking}
      />
      {/* Mounted only now: otherwise the key that opened it would close it. */}
      {isAsking && <DiscardDialog isOpen onDiscard={discard} onKeep={() => setAsking(false)} />}
    </DialogDrafts>
  );
}
