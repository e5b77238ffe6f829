/** Strings that many screens use. */
export const sharedTexts = {
  tryAgain: 'Try again',
  loadAgain: 'Reload the page',
  failed: "Couldn't load this",
  failedWhy: 'What happened',
  broken: "Part of this page isn't working",
  failedChange: "Couldn't save your changes",
  failedAction: "Couldn't complete this action",
  refused: {
    title: (page: string) => `You don't have access to ${page}`,
    ask: (names: readonly string[]) =>
      names.length === 0
        ? 'There is no active administrator. Contact the people who run this server.'
        : `Ask ${new Intl.ListFormat('en', { type: 'disjunction' }).format(names)} for access.`,
  },
  missing: { title: 'Not found', heading: "We couldn't find this" },
  requestId: (id: string) => `Request ID: ${id}`,
  live: 'Live',
  liveAbout: 'This list updates by itself',
  reconnecting: 'Reconnecting',
  reconnectingAbout: 'Updates are failing, so this list may be outdated. Hark keeps trying.',
  copy: 'Copy',
  copied: 'Copied',
  /** Shown instead of a secret value. */
  masked: '••••••••',
  cancel: 'Cancel',
  close: 'Close',
  save: 'Save',
  readGuide: (title: string) => `Guide: ${title}`,
  unsaved: 'Unsaved changes',
  unsavedCount: (count: number) => (count === 1 ? '1 unsaved change' : `${count} unsaved changes`),
  saveChanges: 'Save changes',
  saveKey: 'Ctrl S',
  wrongValues: (count: number) =>
    count === 1 ? "1 value can't be saved. See above." : `${count} values can't be saved. See above.`,
  discardChanges: 'Discard changes',
  saved: 'Saved',
  /** The heading of actions that can't be undone. */
  danger: 'Danger zone',
  discard: {
    title: 'Discard changes?',
    text: "Your changes haven't been saved.",
    confirm: 'Discard',
    keep: 'Keep editing',
  },
  undo: 'Undo',
  undoKey: 'Ctrl Z',
  more: 'Show more',
  moreActions: 'More actions',
  loading: 'Loading',
  unknownPage: 'Page not found',
  unknownPageTitle: 'There is no page at this URL',
  unknownPageHelp: 'Check the URL for typos, or search for what you need.',
  cut: (count: number) => `… [${count.toLocaleString()} more characters]`,
  tableOf: (title: string) => `${title}: table`,
  never: 'Never',
  /** Shown for an empty value. */
  nothing: '–',
  /** `when` is a date, or relative to now. */
  expiry: (when: string, isPast: boolean) => `${isPast ? 'expired' : 'expires'} ${when}`,
  ago: 'just now',
  soon: 'in a moment',
  good: 'OK',
  fault: 'needs attention',
  filter: 'Filters',
  clearFilters: 'Clear filters',
  workflowChoice: { label: 'Workflow', all: 'All workflows', other: (id: string) => `Workflow ${id}` },
  before: 'Before',
  after: 'After',
  /** The value of a chart's highest bar. */
} as const;
