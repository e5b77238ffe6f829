import { Stack, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './tab-links.module.css';
import { useScrollingRow } from './use-scrolling-row.ts';

export interface TabLink {
  readonly to: string;
  readonly search?: object;
  readonly label: string;
  readonly isCurrent: boolean;
}

/** Links to the parts of a screen. On narrow screens, they scroll sideways inside their bar. */
export function TabLinks({
  label,
  links,
  kind = 'bar',
}: {
  label: string;
  links: readonly TabLink[];
  /** `bar` is the second bar of a screen. `segments` and `side` switch between the parts of one tab. */
  kind?: 'bar' | 'segments' | 'side';
}) {
  const row = useScrollingRow();
  return (
    <nav ref={row} aria-label={label} className={classes[kind]}>
      {links.map(({ to, search = {}, label: text, isCurrent }) => (
        <Link
          key={text}
          to={to}
          search={search as never}
          className={classes.link ?? ''}
          aria-current={isCurrent ? 'page' : undefined}
          // Otherwise, the router also marks links to a parent of the current page.
          activeOptions={{ exact: true }}
        >
          {text}
        </Link>
      ))}
    </nav>
  );
}

/** A part of a tab that has parts itself: their links are a list at the side of the open one. */
export const SideTabs = ({
  title,
  children,
  ...links
}: {
  title: string;
  label: string;
  links: readonly TabLink[];
  children: ReactNode;
}) => (
  <section className={classes.sided} aria-label={title}>
    <div className={classes.aside}>
      <Title order={2}>{title}</Title>
      <TabLinks kind="side" {...links} />
    </div>
    <Stack gap="md" miw={0}>
      {children}
    </Stack>
  </section>
);
