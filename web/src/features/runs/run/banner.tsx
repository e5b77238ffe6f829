import { Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './run.module.css';

/** Says above the steps why a run doesn't continue, and offers what to do about it. */
export const Banner = ({
  status,
  label,
  title,
  action,
  children,
}: {
  status: 'failed' | 'retried' | 'waiting';
  label: string;
  title: string;
  action: ReactNode;
  children: ReactNode;
}) => (
  <Paper className={classes.banner} component="section" aria-label={label} data-status={status}>
    <div className={classes.cause}>
      <Title order={2} size="h4">
        {title}
      </Title>
      {children}
    </div>
    {action}
  </Paper>
);
