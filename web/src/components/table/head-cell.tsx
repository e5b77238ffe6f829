import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import { tableTexts } from '../../texts/table.ts';
import classes from './table.module.css';

export type Direction = 'ascending' | 'descending';

const keyboardStep = 16;

/** A column's label. If the column can be sorted, the label is a button. */
export const HeadLabel = ({
  label,
  direction,
  onSort,
}: {
  label: string;
  direction: Direction | undefined;
  onSort: (() => void) | undefined;
}) => {
  if (!onSort) return <span className={classes.label}>{label}</span>;
  const Arrow = direction === 'descending' ? IconArrowDown : IconArrowUp;
  return (
    <UnstyledButton
      className={classes.label}
      data-sorted={direction !== undefined || undefined}
      title={tableTexts.sortBy(label)}
      onClick={onSort}
    >
      {label}
      {direction && <Arrow size={12} aria-hidden />}
    </UnstyledButton>
  );
};

/** The edge of a column's head. Dragging it, or pressing the arrow keys on it, resizes the column. */
export function ResizeHandle({ label, onResize }: { label: string; onResize: (width: number) => void }) {
  const start = useRef<{ x: number; width: number }>(undefined);
  const widthOf = (handle: HTMLElement) => handle.parentElement?.getBoundingClientRect().width ?? 0;
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { x: event.clientX, width: widthOf(event.currentTarget) };
  };
  const onPointerMove = ({ clientX }: PointerEvent) => {
    if (start.current) onResize(start.current.width + clientX - start.current.x);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const by = { ArrowLeft: -keyboardStep, ArrowRight: keyboardStep }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onResize(widthOf(event.currentTarget) + by);
  };
  return (
    <UnstyledButton
      className={classes.handle}
      aria-label={tableTexts.resize(label)}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        start.current = undefined;
      }}
      onKeyDown={onKeyDown}
    />
  );
}

/** The head of a column in a `<table>`. */
export const HeadCell = ({
  children,
  direction,
  isSortable,
  isAtEnd,
  from,
  hasLabel,
}: {
  children: ReactNode;
  direction: Direction | undefined;
  isSortable: boolean;
  isAtEnd: boolean;
  from: string | undefined;
  hasLabel: boolean;
}) => (
  <th
    scope="col"
    className={classes.headCell}
    data-end={isAtEnd || undefined}
    data-from={from}
    data-label={hasLabel || undefined}
    {...(isSortable ? { 'aria-sort': direction ?? 'none' } : {})}
  >
    {children}
  </th>
);
