import { Checkbox, Skeleton, VisuallyHidden } from '@mantine/core';
import { useId, useMemo } from 'react';
import { tableTexts } from '../../texts/table.ts';
import { BodyRow } from './body-row.tsx';
import type { DataTableProps } from './column.ts';
import { DensitySwitch, useDensity } from './density.tsx';
import { HeadCell, HeadLabel, ResizeHandle } from './head-cell.tsx';
import { type KeyHint, KeyHints } from './key-hints.tsx';
import type { RowSelection } from './row-selection.ts';
import classes from './table.module.css';
import { useActiveRow } from './use-active-row.ts';
import { useColumnWidths } from './use-column-widths.ts';
import { useSorting } from './use-sorting.ts';

/**
 * A list of records. The head stays visible, columns can be sorted and resized, a click on a row opens it. The rows are
 * a single tab stop: J and K or the arrow keys move between them.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { name, label, columns, rows, keyOf, selection, hasTallRows, notice, footer } = props;
  const id = useId();
  const { isCompact } = useDensity();
  const { widths, resize } = useColumnWidths(name);
  const { sorted, orderOf, sort } = useSorting(columns, rows);
  const keys = useMemo(() => sorted.map(keyOf), [sorted, keyOf]);
  const [active, setActive] = useActiveRow(keys, id, selection);
  return (
    <div className={classes.card}>
      {notice && <div className={classes.notice}>{notice}</div>}
      <table
        id={id}
        className={classes.table}
        aria-label={label}
        data-compact={isCompact || undefined}
        data-tall={hasTallRows || undefined}
      >
        <colgroup>
          {selection && <col className={classes.checkColumn} />}
          {columns.map(({ key, width, from }) => (
            <col key={key} data-from={from} style={columnStyle(width && (widths[key] ?? width))} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {selection && (
              <th scope="col" className={classes.headCell}>
                <SelectAll id={`${id}-all`} keys={keys} selection={selection} />
              </th>
            )}
            {columns.map((column, index) => (
              <HeadCell
                key={column.key}
                direction={orderOf(column)}
                isSortable={column.sortBy !== undefined}
                isAtEnd={column.isAtEnd ?? false}
                from={column.from}
                hasLabel={!column.isLabelHidden}
              >
                {column.isLabelHidden ? (
                  <VisuallyHidden>{column.label}</VisuallyHidden>
                ) : (
                  <HeadLabel
                    label={column.label}
                    direction={orderOf(column)}
                    onSort={column.sortBy && (() => sort(column))}
                  />
                )}
                {selection && index === firstShown(columns) && (
                  <label htmlFor={`${id}-all`} className={classes.all}>
                    {tableTexts.selectAllShort}
                  </label>
                )}
                {column.width !== undefined && !column.isLabelHidden && (
                  <ResizeHandle label={column.label} onResize={(width) => resize(column.key, width)} />
                )}
              </HeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows === undefined && <LoadingRows columns={columns.length + (selection ? 1 : 0)} />}
          {sorted.map((row, index) => (
            <BodyRow
              key={keyOf(row)}
              {...props}
              row={row}
              keys={keys}
              isActive={index === active}
              onActive={() => setActive(index)}
            />
          ))}
        </tbody>
      </table>
      <div className={classes.foot}>
        {footer}
        <KeyHints hints={hintsOf(selection !== undefined, props.linkOf !== undefined)} />
        <DensitySwitch />
      </div>
    </div>
  );
}

/** Returns the first column that is shown at every width. */
const firstShown = (columns: readonly { readonly from?: string }[]) =>
  columns.findIndex(({ from }) => from === undefined);

const columnStyle = (width: number | undefined) => (width === undefined ? {} : { width });

function SelectAll({
  id,
  keys,
  selection,
}: {
  id: string;
  keys: readonly string[];
  selection: RowSelection;
}) {
  const isAll = keys.length > 0 && keys.every((key) => selection.selected.has(key));
  return (
    <Checkbox
      id={id}
      size="xs"
      aria-label={tableTexts.selectAll}
      checked={isAll}
      indeterminate={!isAll && selection.selected.size > 0}
      onChange={({ currentTarget }) => selection.onChange(new Set(currentTarget.checked ? keys : []))}
    />
  );
}

const LoadingRows = ({ columns }: { columns: number }) =>
  [0.62, 0.48, 0.7, 0.55, 0.66, 0.5].map((share) => (
    <tr key={share}>
      <td colSpan={columns}>
        <Skeleton height={10} width={`${share * 100}%`} />
      </td>
    </tr>
  ));

const hintsOf = (canSelect: boolean, canOpen: boolean): KeyHint[] => [
  [['J', 'K'], tableTexts.keys.move],
  ...(canSelect ? [[['X'], tableTexts.keys.select] as const] : []),
  ...(canOpen ? [[[tableTexts.keys.enter], tableTexts.keys.open] as const] : []),
];
