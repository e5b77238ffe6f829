import type { ReactNode } from 'react';
import classes from './act-row.module.css';

/** The way out and the act at the end of a dialog: side by side, on a phone below each other over the whole width. */
export const ActRow = ({ children }: { children: ReactNode }) => (
  <div className={classes.acts ?? ''}>{children}</div>
);
