/** What many screens say. */
export const sharedTexts = {
  tryAgain: 'Try again',
  loadAgain: 'Load the page again',
  failed: 'This could not be loaded',
  failedWhy: 'What happened',
  broken: 'A part of this page does not work',
  failedChange: 'This was not done',
  refused: {
    title: 'Your role does not open this',
    ask: (names: readonly string[]) =>
      names.length === 0
        ? 'Ask the operator of this installation: no administrator is switched on.'
        : `Ask an administrator: ${names.join(', ')}.`,
  },
  missing: { title: 'This is not here' },
  requestId: (id: string) => `Request ${id}`,
  copy: 'Copy',
  copied: 'Copied',
  cancel: 'Cancel',
  close: 'Close',
  save: 'Save',
  saved: 'Saved.',
  discard: {
    title: 'Discard changes?',
    text: "Your changes haven't been saved.",
    confirm: 'Discard',
    keep: 'Keep editing',
  },
  undo: 'Undo',
  undoKey: 'Ctrl Z',
  more: 'Show more',
  loading: 'Loading',
  unknownPage: 'There is no such page',
  unknownPageHelp: 'Check the address for typing mistakes.',
  cut: (count: number) => `… [${count.toLocaleString()} more characters]`,
  tableOf: (title: string) => `${title}: table`,
  never: 'never',
  /** Where a value is not given. */
  nothing: '–',
  ago: 'just now',
  soon: 'in a moment',
  good: 'good',
  fault: 'needs a look',
  filter: 'Filter',
  workflowChoice: { label: 'Workflow', all: 'All workflows', other: (id: string) => `Workflow ${id}` },
  before: 'Before',
  after: 'After',
  /** The highest bar of a chart. */
  atMost: (value: string) => `at most ${value}`,
} as const;
