/** Strings of the table that all lists share. */
export const tableTexts = {
  sortBy: (column: string) => `Sort by ${column}`,
  resize: (column: string) => `Resize ${column}`,
  selectAll: 'Select all rows',
  selectAllShort: 'Select all',
  selectRow: (name: string) => `Select ${name}`,
  selection: 'Selection',
  selected: (count: number) => `${count.toLocaleString()} selected`,
  clearSelection: 'Clear selection',
  compactRows: 'Compact rows',
  comfortableRows: 'Comfortable rows',
  keys: {
    enter: 'Enter',
    home: 'Home',
    end: 'End',
    move: 'move',
    select: 'select',
    open: 'open',
    edit: 'edit',
    search: 'search',
    jump: 'jump',
  },
} as const;
