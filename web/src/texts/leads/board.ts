/** Strings for the board of leads by status. */
export const boardTexts = {
  board: 'Leads by status',
  columns: 'Columns',
  column: (status: string) => `Status: ${status}`,
  noStatus: 'No status',
  count: (count: number, isExact: boolean) => `${count.toLocaleString()}${isExact ? '' : '+'}`,
  empty: 'No leads',
  move: (name: string) => `Move ${name} to another status`,
  moveTo: 'Move to',
} as const;
