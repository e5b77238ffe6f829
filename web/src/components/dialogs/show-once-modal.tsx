import type { ReactNode } from 'react';
import { shownText } from '../values/shown-text.ts';
import { DraftModal } from './draft-modal.tsx';

/** A dialog that may come to show something once and never again: then a stray click or key does not take it away. */
export const OnceModal = ({
  isOpen,
  isShowing,
  title,
  onClose,
  children,
}: {
  isOpen: boolean;
  /** Whether it shows that by now. */
  isShowing: boolean;
  title: string;
  onClose: () => void;
  children: ReactNode;
}) => (
  <DraftModal
    opened={isOpen}
    onClose={onClose}
    title={shownText(title)}
    closeOnClickOutside={!isShowing}
    closeOnEscape={!isShowing}
  >
    {children}
  </DraftModal>
);
