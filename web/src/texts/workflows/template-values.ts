/** Names of the values that templates can read. */
export const valueTexts = {
  /** The first part of a value's path, and what people call it. */
  roots: Object.fromEntries([
    ['__data', 'Request body'],
    ['secrets', 'Secrets'],
    ['workspace', 'Workspace'],
    ['run', 'Run'],
    ['now', 'Current time'],
  ]) as Readonly<Record<string, string>>,
  insert: 'Insert a value',
  insertInto: (field: string) => `Insert a value: ${field}`,
  search: 'Search data',
  none: 'No matching values',
  more: (count: number) => `${count} more. Search to find them.`,
  groups: {
    failure: 'Failure',
    request: 'Request body',
    headers: 'Request headers',
    variables: 'Variables',
    secrets: 'Secrets',
    other: 'Time, run, and workspace',
  },
  count: (count: number) => (count === 1 ? '1 value' : `${count} values`),
  items: (count: number) => (count === 1 ? '1 item' : `${count} items`),
  output: 'Whole output',
  item: 'The item',
  now: 'Current time',
  runId: 'Run ID',
  workspaceName: 'Workspace name',
  timezone: 'Time zone',
  rawBody: 'Raw body',
  unknown: (step: string) => `Unknown until ${step} has run`,
} as const;
