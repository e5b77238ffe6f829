import { Checkbox } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { tableTexts } from '../../texts/table.ts';
import type { DataTableProps } from './column.ts';
import { type RowSelection, toggled, withRange } from './row-selection.ts';
import classes from './table.module.css';

export function BodyRow<Row>({
  row,
  columns,
  keyOf,
  nameOf,
  linkOf,
  selection,
  currentKey,
  keys,
  isActive,
  onActive,
}: DataTableProps<Row> & {
  row: Row;
  keys: readonly string[];
  isActive: boolean;
  onActive: () => void;
}) {
  const key = keyOf(row);
  const isSelected = selection?.selected.has(key) ?? false;
  // Only the active row can be reached with Tab, so that the list is a single tab stop.
  const tabIndex = isActive ? 0 : -1;
  return (
    <tr
      data-selected={isSelected || undefined}
      data-link={linkOf !== undefined || undefined}
      aria-current={key === currentKey ? 'true' : undefined}
      onFocus={onActive}
    >
      {selection && (
        <td>
          <Checkbox
            size="xs"
            data-row-check
            tabIndex={tabIndex}
            aria-label={tableTexts.selectRow(nameOf(row))}
            checked={isSelected}
            onChange={() => undefined}
            onClick={({ shiftKey }) => selection.onChange(afterClick(selection, keys, key, shiftKey))}
          />
        </td>
      )}
      {columns.map(({ key: column, cell, below, isAtEnd, isLink, from }) => (
        <td key={column} data-end={isAtEnd || undefined} data-from={from}>
          {isLink && linkOf ? (
            <Link {...linkOf(row)} className={classes.link ?? ''} data-row-link tabIndex={tabIndex}>
              {cell(row)}
            </Link>
          ) : (
            cell(row)
          )}
          {below?.(row)}
        </td>
      ))}
    </tr>
  );
}

/** Returns the selection after a click on a row's checkbox. With Shift, it reaches from the last selected row to this one. */
function afterClick(
  { selected }: RowSelection,
  keys: readonly string[],
  key: string,
  isRange: boolean,
): ReadonlySet<string> {
  const last = [...selected].at(-1);
  return isRange && last !== undefined ? withRange(selected, keys, last, key) : toggled(selected, key);
}
