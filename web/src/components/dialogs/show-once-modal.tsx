import { type ReactNode, useState } from 'react';
import { escapeBidi } from '../values/escape-bidi.ts';
import { DraftModal } from './draft-modal.tsx';

/**
 * A dialog with a form that creates a value, such as a new token. Then it shows the value, which is visible only once, so
 * a stray click or key doesn't close the dialog.
 */
export function ShowOnceModal<Value>({
  isOpen,
  title,
  onClose,
  form,
  children,
}: {
  isOpen: boolean;
  title: (made: Value | undefined) => string;
  onClose: (made: Value | undefined) => void;
  form: (onMade: (made: Value) => void, onCancel: () => void) => ReactNode;
  /** Shows the value. */
  children: (made: Value, onDone: () => void) => ReactNode;
}) {
  const [made, setMade] = useState<Value>();
  const close = () => {
    setMade(undefined);
    onClose(made);
  };
  return (
    <DraftModal
      opened={isOpen}
      onClose={close}
      title={escapeBidi(title(made))}
      closeOnClickOutside={made === undefined}
      closeOnEscape={made === undefined}
    >
      {made === undefined ? form(setMade, close) : children(made, close)}
    </DraftModal>
  );
}
