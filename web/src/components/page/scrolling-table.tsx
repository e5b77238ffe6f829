import { Table } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { fadeEdges } from '../navigation/use-scrolling-row.ts';
import { TableCard } from './table-card.tsx';

/** A table that scrolls horizontally on narrow screens and fades where it continues. Keyboard users can scroll it too. */
export function ScrollingTable({
  label,
  minWidth,
  isFixed = false,
  children,
}: {
  label: string;
  minWidth: number;
  /** Whether columns without a width share the rest of the width equally. */
  isFixed?: boolean;
  children: ReactNode;
}) {
  const viewport = useRef<HTMLDivElement>(null);
  // The first column can be sticky.
  useEffect(() => (viewport.current ? fadeEdges(viewport.current, true) : undefined), []);
  return (
    <TableCard>
      <Table.ScrollContainer
        minWidth={minWidth}
        scrollAreaProps={{
          type: 'auto',
          viewportRef: viewport,
          // Reserve space for the scrollbar only while there is one.
          offsetScrollbars: 'present',
          viewportProps: { tabIndex: 0, role: 'region', 'aria-label': label },
        }}
      >
        <Table highlightOnHover {...(isFixed && { layout: 'fixed' as const })}>
          {children}
        </Table>
      </Table.ScrollContainer>
    </TableCard>
  );
}
