import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { sharedTexts } from '../../texts/shared.ts';
import classes from './filter-row.module.css';

/** A list's filters in one line: the search, selects, a button that resets them, and the time range. */
export const FilterRow = ({
  children,
  end,
  chips,
  onClear,
}: {
  /** The search box first, then the selects. Their labels are for screen readers only. */
  children: ReactNode;
  /** The time range or the layout, at the end of the line. */
  end?: ReactNode;
  /** Filters that need a second line: many values, or those that the controls don't show. */
  chips?: ReactNode;
  /** Resets the filters. Not set if no filter is active. */
  onClear?: (() => void) | false | undefined;
}) => (
  <section aria-label={sharedTexts.filter} className={classes.row}>
    {children}
    {onClear && (
      <Button variant="subtle" onClick={onClear}>
        {sharedTexts.clearFilters}
      </Button>
    )}
    {end && <div className={classes.end}>{end}</div>}
    {chips && <div className={classes.chips}>{chips}</div>}
  </section>
);
