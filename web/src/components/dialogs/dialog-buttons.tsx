import type { ReactNode } from 'react';
import classes from './dialog-buttons.module.css';

/** The buttons at the end of a dialog: side by side, or stacked at full width on a phone. */
export const DialogButtons = ({
  isSticky = false,
  children,
}: {
  /** Whether they stay at the bottom of a phone's screen, because the form in its card is longer. */
  isSticky?: boolean;
  children: ReactNode;
}) => (
  <div className={classes.buttons ?? ''} data-sticky={isSticky || undefined}>
    {children}
  </div>
);
