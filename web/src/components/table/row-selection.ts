/** Which rows are selected, and how to change that. */
export interface RowSelection {
  readonly selected: ReadonlySet<string>;
  readonly onChange: (selected: ReadonlySet<string>) => void;
}

/** Returns the selection with one row added, or removed if it was selected. */
export function toggled(selected: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(selected);
  if (!next.delete(key)) next.add(key);
  return next;
}

/** Returns the selection with all rows between two rows added. Shift-click selects such a range. */
export function withRange(
  selected: ReadonlySet<string>,
  keys: readonly string[],
  from: string,
  to: string,
): ReadonlySet<string> {
  const [start = 0, end = 0] = [keys.indexOf(from), keys.indexOf(to)].sort((a, b) => a - b);
  return new Set([...selected, ...keys.slice(Math.max(0, start), end + 1)]);
}
