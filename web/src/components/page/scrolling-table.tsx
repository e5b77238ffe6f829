import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { TableCard } from './table-card.tsx';

/** A table that scrolls horizontally on narrow screens. Keyboard users can scroll it too. */
export const ScrollingTable = ({
  label,
  minWidth,
  children,
}: {
  label: string;
  minWidth: number;
  children: ReactNode;
}) => (
  <TableCard>
    <Table.ScrollContainer
      minWidth={minWidth}
      scrollAreaProps={{
        type: 'auto',
        // Reserve space for the scrollbar only while there is one.
        offsetScrollbars: 'present',
        viewportProps: { tabIndex: 0, role: 'region', 'aria-label': label },
      }}
    >
      <Table highlightOnHover>{children}</Table>
    </Table.ScrollContainer>
  </TableCard>
);
