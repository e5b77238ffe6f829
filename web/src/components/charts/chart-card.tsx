import { Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './chart-card.module.css';

/** A card around a chart. The chart fills its height, and shows its legend next to the title. */
export const ChartCard = ({ title, children }: { title: string; children: ReactNode }) => (
  <Paper withBorder component="section" aria-label={title} className={classes.card}>
    {children}
  </Paper>
);

/** The title of a chart, with its unit or its subject. */
export const ChartTitle = ({ title, about }: { title: string; about: string }) => (
  <div className={classes.title}>
    <Title order={2}>{title}</Title>
    <Text size="xs" c="dimmed" span>
      {about}
    </Text>
  </div>
);
