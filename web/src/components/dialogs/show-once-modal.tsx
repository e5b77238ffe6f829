import type { ReactNode } from 'react';
import { escapeBidi } from '../values/escape-bidi.ts';
import { DraftModal } from './draft-modal.tsx';

/**
 * A dialog that can show a value only once, such as a new token. While the value is visible, a stray click or key doesn't
 * close the dialog.
 */
export const ShowOnceModal = ({
  isOpen,
  isShowing,
  title,
  onClose,
  children,
}: {
  isOpen: boolean;
  /** Whether the value is currently visible. */
  isShowing: boolean;
  title: string;
  onClose: () => void;
  children: ReactNode;
}) => (
  <DraftModal
    opened={isOpen}
    onClose={onClose}
    title={escapeBidi(title)}
    closeOnClickOutside={!isShowing}
    closeOnEscape={!isShowing}
  >
    {children}
  </DraftModal>
);
