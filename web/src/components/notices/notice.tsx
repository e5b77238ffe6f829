import type { ReactNode } from 'react';
import classes from './notice.module.css';

/** A status message that screen readers announce. */
export const StatusMessage = ({ children }: { children: ReactNode }) => (
  <div role="status" className={classes.message ?? ''}>
    {children}
  </div>
);
