import { Paper, Skeleton, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './home.module.css';

/** A card with a list, edge to edge. */
export const HomePanel = ({
  title,
  count,
  link,
  children,
}: {
  title: string;
  count?: number;
  link?: ReactNode;
  children: ReactNode;
}) => (
  <Paper withBorder component="section" aria-label={title}>
    <div className={classes.head}>
      <Title order={2}>{title}</Title>
      {count !== undefined && <span className={classes.count}>{count}</span>}
      {link}
    </div>
    {children}
  </Paper>
);

/** A placeholder for the rows of a list that is still loading. */
export const LoadingRows = ({ rows = 3 }: { rows?: number }) => (
  <ul className={classes.list} aria-hidden>
    {[...Array(rows).keys()].map((row) => (
      <li key={row}>
        <Skeleton h={24} w={24} circle />
        <Skeleton h={12} w="60%" />
      </li>
    ))}
  </ul>
);
