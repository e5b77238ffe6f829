import { useState } from 'react';
import { type RowSelection, toggled } from './row-selection.ts';
import { useTableKeys } from './use-table-keys.ts';

/** The row that the keyboard acts on. Moving to a row focuses its link. */
export function useActiveRow(keys: readonly string[], tableId: string, selection: RowSelection | undefined) {
  const [chosen, setActive] = useState(0);
  const active = Math.min(chosen, Math.max(0, keys.length - 1));
  const goTo = (row: number) => {
    const index = Math.min(Math.max(0, row), keys.length - 1);
    setActive(index);
    const rows = document.getElementById(tableId)?.querySelectorAll<HTMLElement>('tbody > tr');
    rows?.[index]?.querySelector<HTMLElement>('[data-row-link], [data-row-check]')?.focus();
  };
  const key = keys[active];
  useTableKeys(
    {
      move: (rows) => goTo(active + rows),
      beginning: () => goTo(0),
      end: () => goTo(keys.length - 1),
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
