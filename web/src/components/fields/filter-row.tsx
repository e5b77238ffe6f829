import type { ReactNode } from 'react';
import { sharedTexts } from '../../texts/shared.ts';
import classes from './filter-row.module.css';

/** A list's filters, and the button that resets them. */
export const FilterRow = ({ children }: { children: ReactNode }) => (
  <section aria-label={sharedTexts.filter} className={classes.row}>
    {children}
  </section>
);
