import type { ReactNode } from 'react';
import { sharedTexts } from '../../texts/shared.ts';
import classes from './filter-row.module.css';

/** The fields that narrow a list, and the button that shows all of it again. */
export const FilterRow = ({ children }: { children: ReactNode }) => (
  <section aria-label={sharedTexts.filter} className={classes.row}>
    {children}
  </section>
);
