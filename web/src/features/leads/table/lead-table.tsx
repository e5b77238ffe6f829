// biome-ignore-all lint/a11y/useSemanticElements: a virtualized table can't be a <table>; the grid has the focus and names its active row
// biome-ignore-all lint/a11y/useFocusableInteractive: a virtualized table can't be a <table>; the grid has the focus and names its active row
import { Checkbox, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import { showFailure } from '../../../components/notices/notify.ts';
import { ErrorNotice } from '../../../components/page/error-notice.tsx';
import { useNarrow } from '../../../components/page/use-narrow.ts';
import { leadsTexts } from '../../../texts/leads.ts';
import { type Field, type Lead, useReadOnlyReason } from '../field.ts';
import {
  countSelected,
  everything,
  isSelected,
  nothing,
  type Selection,
  withLead,
} from '../selection/selection.ts';
import { defaultOrder, type LeadView } from '../view/lead-view.ts';
import { widthOf } from './column-width.ts';
import { countRows, hasKnownSize } from './lead-pages.ts';
import { LeadRow } from './lead-row.tsx';
import classes from './lead-table.module.css';
import { type FirstWindow, useLeadPages, usePages } from './use-lead-pages.ts';
import { useSteadyScroll } from './use-steady-scroll.ts';
import { useTableKeys } from './use-table-keys.ts';

const rowHeight = 37;
const cardHeight = 62;
const gridId = 'lead-table';

/** Moves the focus back to the list, if it is shown. */
export const focusTable = () => document.getElementById(gridId)?.focus({ preventScroll: true });

export interface LeadTableProps {
  readonly view: LeadView;
  /** The server's first response, with the leads to show first. */
  readonly first: FirstWindow;
  readonly columns: readonly Field[];
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
  const [active, setActive] = useState({ row: 0, column: 0 });
  const [editing, setEditing] = useState<{ id: number; alias: string }>();
  const paged = usePages(view, first);
  const count = countRows(paged.pages);
  const height = isCompact ? cardHeight : rowHeight;
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 8,
    // `flushSync` must not be called while React renders.
    useFlushSync: false,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: cards are taller than rows, so all positions change
  useEffect(() => virtual.measure(), [isCompact]);
  const items = virtual.getVirtualItems();
  const seen = { from: items[0]?.index ?? 0, to: items.at(-1)?.index ?? 0 };
  const { leadAt, error } = useLeadPages(view, first, paged, seen);
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
        const why = whyReadOnly(activeLead, column);
        if (why === undefined) setEditing({ id: activeLead.id, alias: column.alias });
        else showFailure(new Error(why));
      },
      select: () => activeLead && toggle(activeLead),
      // In a long list, open the list again at its start or end instead of scrolling there.
      beginning: () => (hasKnownSize(paged.pages) ? goToRow(0) : onGo({})),
      end: () => (hasKnownSize(paged.pages) ? goToRow(count - 1) : onGo({ end: true })),
      search: onSearch,
    },
    gridId,
  );
  return (
    <>
      {error && <ErrorNotice error={error} />}
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
  isAllSelected,
  isSomeSelected,
  onSelectAll,
}: {
  columns: readonly Field[];
  order: string;
  onOrder: (order: string) => void;
  isAllSelected: boolean;
  isSomeSelected: boolean;
  onSelectAll: (isSelected: boolean) => void;
}) {
  const isDescending = order.startsWith('-');
  const ordered = order.replace(/^-/, '');
  return (
    <div className={classes.head} role="rowgroup">
      <div className={classes.row} role="row" aria-rowindex={1}>
        <div className={`${classes.cell} ${classes.heading} ${classes.check}`} role="columnheader">
          <Checkbox
            size="xs"
            aria-label={leadsTexts.selectAll}
            checked={isAllSelected}
            indeterminate={isSomeSelected && !isAllSelected}
            onChange={({ currentTarget }) => onSelectAll(currentTarget.checked)}
          />
        </div>
        {columns.map(({ alias, label, type, is_ordered }) => {
          const isHere = ordered === alias;
          return (
            <div
              key={alias}
              className={`${classes.cell} ${classes.heading}`}
              style={{ width: widthOf({ alias, type }) }}
              role="columnheader"
              aria-sort={isHere ? (isDescending ? 'descending' : 'ascending') : 'none'}
            >
              {is_ordered ? (
                <UnstyledButton
                  title={leadsTexts.sortBy(label)}
                  onClick={() => onOrder(isHere && !isDescending ? `-${alias}` : alias)}
                >
                  {label} {isHere && (isDescending ? <IconArrowDown size={12} /> : <IconArrowUp size={12} />)}
                </UnstyledButton>
              ) : (
                <span>{label}</span>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}
