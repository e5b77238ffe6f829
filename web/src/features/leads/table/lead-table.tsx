// biome-ignore-all lint/a11y/useSemanticElements: a virtualized table can't be a <table>; the grid has the focus and names its active row
// biome-ignore-all lint/a11y/useFocusableInteractive: a virtualized table can't be a <table>; the grid has the focus and names its active row
import { Checkbox } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import { showFailure } from '../../../components/notices/notify.ts';
import { ErrorNotice } from '../../../components/page/error-notice.tsx';
import { useNarrow } from '../../../components/page/use-narrow.ts';
import { useDensity } from '../../../components/table/density.tsx';
import { HeadLabel, ResizeHandle } from '../../../components/table/head-cell.tsx';
import shared from '../../../components/table/table.module.css';
import { useColumnWidths } from '../../../components/table/use-column-widths.ts';
import { useTableKeys } from '../../../components/table/use-table-keys.ts';
import { leadsTexts } from '../../../texts/leads/leads.ts';
import { type Lead, useReadOnlyReason } from '../field.ts';
import {
  countSelected,
  everything,
  isSelected,
  nothing,
  type Selection,
  withLead,
} from '../selection/selection.ts';
import { defaultOrder, type LeadView } from '../view/lead-view.ts';
import { columnStyle } from './column-width.ts';
import type { LeadColumn } from './lead-column.ts';
import { countRows, hasKnownSize } from './lead-pages.ts';
import { LeadRow } from './lead-row.tsx';
import classes from './lead-table.module.css';
import { type FirstWindow, useLeadPages, usePages } from './use-lead-pages.ts';
import { useSteadyScroll } from './use-steady-scroll.ts';

const rowHeight = 44;
const denseRowHeight = 36;
const cardHeight = 62;
const gridId = 'lead-table';

/** Moves the focus back to the list, if it is shown. */
export const focusTable = () => document.getElementById(gridId)?.focus({ preventScroll: true });

export interface LeadTableProps {
  readonly view: LeadView;
  /** The server's first response, with the leads to show first. */
  readonly first: FirstWindow;
  readonly columns: readonly LeadColumn[];
  readonly selection: Selection;
  readonly onSelect: (selection: Selection) => void;
  readonly onOrder: (order: string) => void;
  readonly onOpen: (lead: Lead) => void;
  readonly onGo: (to: { end?: true }) => void;
  readonly onSearch: () => void;
}

/** The list of leads. It can be of any length, because it renders only visible rows and loads only visible pages. */
export function LeadTable({
  view,
  first,
  columns,
  selection,
  onSelect,
  onOrder,
  onOpen,
  onGo,
  onSearch,
}: LeadTableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const isCompact = useNarrow();
  const { isCompact: isDense } = useDensity();
  const { widths, resize } = useColumnWidths('leads');
  const [active, setActive] = useState({ row: 0, column: 0 });
  const [editing, setEditing] = useState<{ id: number; alias: string }>();
  const paged = usePages(view, first);
  const count = countRows(paged.pages);
  const height = isCompact ? cardHeight : isDense ? denseRowHeight : rowHeight;
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 8,
    // `flushSync` must not be called while React renders.
    useFlushSync: false,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: all positions change with the height of a row
  useEffect(() => virtual.measure(), [height]);
  const items = virtual.getVirtualItems();
  const seen = { from: items[0]?.index ?? 0, to: items.at(-1)?.index ?? 0 };
  const { leadAt, error, retry } = useLeadPages(view, first, paged, seen);
  useSteadyScroll(scroller, paged.pages, {
    rowHeight: height,
    isAtEnd: view.end === true,
    onMoved: (rows) => setActive(({ row, column }) => ({ row: row + rows, column })),
  });
  const activeLead = leadAt(active.row);
  const whyReadOnly = useReadOnlyReason();
  const endEdit = () => {
    setEditing(undefined);
    // Keep the focus in the search box if the user has moved there.
    if (scroller.current?.contains(document.activeElement)) scroller.current.focus();
  };
  const toggle = (lead: Lead) => onSelect(withLead(selection, lead, !isSelected(selection, lead.id)));
  const goToRow = (row: number) => {
    setActive({ row, column: active.column });
    virtual.scrollToIndex(row);
  };
  useTableKeys(
    {
      move(rows, steps) {
        const row = Math.min(Math.max(0, active.row + rows), count - 1);
        setActive({ row, column: Math.min(Math.max(0, active.column + steps), columns.length - 1) });
        virtual.scrollToIndex(row, { align: 'auto' });
      },
      open: () => activeLead && onOpen(activeLead),
      edit() {
        const column = columns[active.column];
        if (!activeLead || !column) return;
        const [field] = column.parts;
        const why = whyReadOnly(activeLead, field);
        if (why === undefined) setEditing({ id: activeLead.id, alias: field.alias });
        else showFailure(new Error(why));
      },
      select: () => activeLead && toggle(activeLead),
      // In a long list, open the list again at its start or end instead of scrolling there.
      beginning: () => (hasKnownSize(paged.pages) ? goToRow(0) : onGo({})),
      end: () => (hasKnownSize(paged.pages) ? goToRow(count - 1) : onGo({ end: true })),
      search: onSearch,
      focus: focusTable,
    },
    gridId,
  );
  return (
    <>
      {error && <ErrorNotice error={error} onRetry={retry} />}
      <div
        id={gridId}
        ref={scroller}
        className={`${classes.scroller} ${isCompact ? classes.compact : ''}`}
        role="grid"
        aria-label={leadsTexts.table}
        aria-rowcount={hasKnownSize(paged.pages) ? count + 1 : -1}
        aria-colcount={columns.length + 1}
        aria-multiselectable
        {...(activeLead ? { 'aria-activedescendant': `lead-${activeLead.id}` } : {})}
        tabIndex={0}
      >
        {!isCompact && (
          <Head
            columns={columns}
            order={view.order ?? defaultOrder}
            onOrder={onOrder}
            widths={widths}
            onResize={resize}
            isAllSelected={selection.kind === 'all' && selection.except.size === 0}
            isSomeSelected={countSelected(selection) !== 0}
            onSelectAll={(isAll) => onSelect(isAll ? everything : nothing)}
          />
        )}
        <div className={classes.body} role="rowgroup" style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, start, size }) => (
            <LeadRow
              key={index}
              lead={leadAt(index)}
              number={index + 2}
              columns={columns}
              isCompact={isCompact}
              widths={widths}
              activeColumn={index === active.row ? active.column : undefined}
              isSelected={isSelected(selection, leadAt(index)?.id ?? 0)}
              editedAlias={editing?.id === leadAt(index)?.id ? editing?.alias : undefined}
              style={{ height: size, transform: `translateY(${start}px)` }}
              onSelect={toggle}
              onOpen={onOpen}
              onFocusCell={(column) => setActive({ row: index, column })}
              onEdit={(lead, alias) => setEditing({ id: lead.id, alias })}
              onEditEnd={endEdit}
            />
          ))}
        </div>
      </div>
    </>
  );
}

function Head({
  columns,
  order,
  onOrder,
  widths,
  onResize,
  isAllSelected,
  isSomeSelected,
  onSelectAll,
}: {
  columns: readonly LeadColumn[];
  order: string;
  onOrder: (order: string) => void;
  widths: Readonly<Record<string, number>>;
  onResize: (key: string, width: number) => void;
  isAllSelected: boolean;
  isSomeSelected: boolean;
  onSelectAll: (isSelected: boolean) => void;
}) {
  const isDescending = order.startsWith('-');
  const ordered = order.replace(/^-/, '');
  return (
    <div className={classes.head} role="rowgroup">
      <div className={classes.row} role="row" aria-rowindex={1}>
        <div className={`${shared.headCell} ${classes.heading} ${classes.check}`} role="columnheader">
          <Checkbox
            size="xs"
            aria-label={leadsTexts.selectAll}
            checked={isAllSelected}
            indeterminate={isSomeSelected && !isAllSelected}
            onChange={({ currentTarget }) => onSelectAll(currentTarget.checked)}
          />
        </div>
        {columns.map((column) => {
          const { key, label, is_ordered, parts } = column;
          const [{ alias }] = parts;
          const isSorted = parts.some((part) => part.alias === ordered);
          const direction = isSorted ? (isDescending ? 'descending' : 'ascending') : undefined;
          return (
            <div
              key={key}
              className={`${shared.headCell} ${classes.heading}`}
              style={columnStyle(column, widths[key])}
              role="columnheader"
              aria-sort={direction ?? 'none'}
            >
              <HeadLabel
                label={label}
                direction={direction}
                onSort={
                  is_ordered ? () => onOrder(direction === 'ascending' ? `-${alias}` : alias) : undefined
                }
              />
              <ResizeHandle label={label} onResize={(width) => onResize(key, width)} />
            </div>
          );
        })}
      </div>
    </div>
  );
}
