import type { LinkComponentProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { RowSelection } from './row-selection.ts';

export interface Column<Row> {
  readonly key: string;
  readonly label: string;
  /** Whether only screen readers get the label. */
  readonly isLabelHidden?: boolean;
  readonly cell: (row: Row) => ReactNode;
  /** The width in pixels at first. A table needs one column without a width, which takes the remaining space. */
  readonly width?: number;
  /** Numbers are aligned at the end of the cell. */
  readonly isAtEnd?: boolean;
  /** The smallest window in which the column is shown. */
  readonly from?: 'sm' | 'md' | 'lg';
  /** Whether the cell is the link that opens the row. */
  readonly isLink?: boolean;
  /** Shown below the cell and outside its link, such as a failed run's error. */
  readonly below?: (row: Row) => ReactNode;
  /** The value to sort by. Only for lists that are loaded completely. */
  readonly sortBy?: (row: Row) => string | number;
}

export interface DataTableProps<Row> {
  /** Identifies the table where the browser stores its column widths. */
  readonly name: string;
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  /** Undefined while the list is loading. */
  readonly rows: readonly Row[] | undefined;
  readonly keyOf: (row: Row) => string;
  /** The row's name in the label of its checkbox. */
  readonly nameOf: (row: Row) => string;
  /** Where a click on the row leads. */
  readonly linkOf?: (row: Row) => LinkComponentProps<'a'>;
  readonly selection?: RowSelection;
  /** The row whose details are shown next to the table. */
  readonly currentKey?: string | undefined;
  /** Whether rows differ in height, so that their cells start at the first line. */
  readonly hasTallRows?: boolean;
  /** Shown in the sticky head, such as "4 new runs". */
  readonly notice?: ReactNode;
  /** Shown below the table, such as the number of rows. */
  readonly footer?: ReactNode;
}
