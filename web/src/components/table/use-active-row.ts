import { useState } from 'react';
import { type RowSelection, toggled } from './row-selection.ts';
import { useTableKeys } from './use-table-keys.ts';

/** The row that the keyboard acts on. Moving to a row focuses its link, or its checkbox if it has none. */
export function useActiveRow(keys: readonly string[], tableId: string, selection: RowSelection | undefined) {
  const [chosen, setActive] = useState(0);
  const active = Math.min(chosen, Math.max(0, keys.length - 1));
  const goTo = (row: number) => {
    const index = Math.min(Math.max(0, row), keys.length - 1);
    setActive(index);
    (inRow(index, '[data-row-link]') ?? inRow(index, '[data-row-check]'))?.focus();
  };
  const inRow = (index: number, selector: string) =>
    document
      .getElementById(tableId)
      ?.querySelectorAll('tbody > tr')
      [index]?.querySelector<HTMLElement>(selector);
  const key = keys[active];
  useTableKeys(
    {
      move: (rows) => goTo(active + rows),
      beginning: () => goTo(0),
      end: () => goTo(keys.length - 1),
      open: () => inRow(active, '[data-row-link]')?.click(),
      select:
        selection && key !== undefined
          ? () => selection.onChange(toggled(selection.selected, key))
          : undefined,
      focus: () => goTo(active),
    },
    tableId,
  );
  return [active, setActive] as const;
}
