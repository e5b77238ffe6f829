import { Paper } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './table-card.module.css';

/** A card around a table that is a screen's main content. */
export const TableCard = ({ children }: { children: ReactNode }) => (
  <Paper withBorder className={classes.card}>
    {children}
  </Paper>
);
