import { Table } from '@mantine/core';
import type { ReactNode } from 'react';

/** A table that scrolls in itself where the screen is narrow, by keyboard too. */
export const ScrollingTable = ({
  label,
  minWidth,
  children,
}: {
  label: string;
  minWidth: number;
  children: ReactNode;
}) => (
  <Table.ScrollContainer
    minWidth={minWidth}
    scrollAreaProps={{ type: 'always', viewportProps: { tabIndex: 0, role: 'region', 'aria-label': label } }}
  >
    <Table highlightOnHover verticalSpacing="xs">
      {children}
    </Table>
  </Table.ScrollContainer>
);
