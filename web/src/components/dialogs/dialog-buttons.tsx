import type { ReactNode } from 'react';
import classes from './dialog-buttons.module.css';

/** The buttons at the end of a dialog: side by side, or stacked at full width on a phone. */
export const DialogButtons = ({ children }: { children: ReactNode }) => (
  <div className={classes.buttons ?? ''}>{children}</div>
);
