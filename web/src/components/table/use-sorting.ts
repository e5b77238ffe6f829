import { useMemo, useState } from 'react';
import type { Column } from './column.ts';
import type { Direction } from './head-cell.tsx';

/** Sorts the rows by the column that the user chose. Without a choice, the rows keep their order. */
export function useSorting<Row>(columns: readonly Column<Row>[], rows: readonly Row[] | undefined) {
  const [order, setOrder] = useState<{ key: string; direction: Direction }>();
  const sorted = useMemo(() => {
    const by = columns.find(({ key }) => key === order?.key)?.sortBy;
    if (!(by && rows)) return rows ?? [];
    const sign = order?.direction === 'descending' ? -1 : 1;
    return rows.toSorted((a, b) => sign * compare(by(a), by(b)));
  }, [columns, rows, order]);
  const orderOf = ({ key }: Column<Row>) => (key === order?.key ? order.direction : undefined);
  const sort = (column: Column<Row>) =>
    setOrder({
      key: column.key,
      direction: orderOf(column) === 'ascending' ? 'descending' : 'ascending',
    });
  return { sorted, orderOf, sort };
}

const compare = (a: string | number, b: string | number) =>
  typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b));
