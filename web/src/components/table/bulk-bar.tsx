import { ActionIcon, Paper } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { tableTexts } from '../../texts/table.ts';
import classes from './table.module.css';

/** The bar with the actions for the selected rows. It floats above the list while rows are selected. */
export const BulkBar = ({
  count,
  onClear,
  children,
}: {
  count: number;
  onClear: () => void;
  children: ReactNode;
}) =>
  count === 0 ? null : (
    <Paper className={classes.bulk} component="section" aria-label={tableTexts.selection}>
      <span className={classes.bulkCount} role="status">
        {tableTexts.selected(count)}
      </span>
      {children}
      <ActionIcon variant="subtle" color="gray" aria-label={tableTexts.clearSelection} onClick={onClear}>
        <IconX size={16} />
      </ActionIcon>
    </Paper>
  );
