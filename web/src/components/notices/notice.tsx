import type { ReactNode } from 'react';
import classes from './notice.module.css';

/** What comes of something that takes a while. */
export const Told = ({ children }: { children: ReactNode }) => (
  <div role="status" className={classes.told ?? ''}>
    {children}
  </div>
);
