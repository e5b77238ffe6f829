import { Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './chart-card.module.css';

/** A card around a chart, with the chart's unit next to its title. */
export const ChartCard = ({
  title,
  about,
  children,
}: {
  title: string;
  about: string;
  children: ReactNode;
}) => (
  <Paper withBorder component="section" aria-label={title} className={classes.card}>
    <header className={classes.head}>
      <Title order={2}>{title}</Title>
      <Text size="xs" c="dimmed" span>
        {about}
      </Text>
    </header>
    {children}
  </Paper>
);
