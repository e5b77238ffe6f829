/** Strings for the builder's flow, its toolbar, and the panel of the selected step. */
export const flowTexts = {
  views: { label: 'View', flow: 'Flow', outline: 'Outline' },
  trigger: {
    title: 'Webhook',
    copy: 'Copy URL',
    settings: 'Webhook settings',
    token: 'Signed token',
    signed: 'Signature',
    cors: 'CORS',
    corsOrigins: (count: number) => (count === 1 ? 'CORS: 1 origin' : `CORS: ${count} origins`),
    corsAny: 'CORS: any origin',
    open: 'No token or signature',
    protect: 'Add protection',
    waits: 'Waits for the response',
  },
  overlay: {
    label: 'Run data',
    none: 'Off',
    day: 'Last 24 hours',
    run: 'Sample request',
    counted: (runs: number, isCut: boolean) =>
      `${isCut ? 'Newest ' : ''}${runs.toLocaleString()} ${runs === 1 ? 'run' : 'runs'}`,
    ran: (count: number) => (count === 1 ? 'ran once' : `ran ${count.toLocaleString()} times`),
    times: (count: number) => (count === 1 ? 'once' : `${count.toLocaleString()} times`),
    failed: (count: number) => `${count.toLocaleString()} failed`,
    retried: (count: number) => `${count.toLocaleString()} retried`,
    notReached: 'Not reached',
  },
  end: 'End',
  noSteps: 'No steps',
  addBefore: (name: string) => `Add a step before ${name}`,
  /** The label of each list of steps, by its key in the step that contains it. */
  sides: Object.fromEntries([
    ['then', 'Then'],
    ['else', 'Otherwise'],
    ['steps', 'Each item'],
    ['on_error', 'If it fails'],
  ]) as Readonly<Record<string, string>>,
  disabled: 'Disabled',
  continues: 'Continues if it fails',
  zoom: {
    label: 'Zoom',
    in: 'Zoom in',
    out: 'Zoom out',
    fit: 'Fit to screen',
    level: (zoom: number) => `${Math.round(zoom * 100)}%`,
  },
  copied: (name: string) => `Copied ${name}. Paste it into this or another workflow.`,
  pasted: (count: number) => (count === 1 ? 'Pasted 1 step.' : `Pasted ${count} steps.`),
  pasteWrong: "The clipboard doesn't contain a step.",
  issues: {
    button: (count: number) => (count === 1 ? '1 issue' : `${count} issues`),
    about: 'Fix these before you publish.',
    workflow: 'Workflow',
  },
  panel: {
    close: 'Close (Esc)',
    more: 'More actions',
    rename: 'Rename step',
    tabs: { setup: 'Setup', input: 'Input', output: 'Output', runs: 'Runs' },
    tabsLabel: 'Step',
    sample: 'Sample',
    custom: 'Custom data',
    latest: (at: string) => `Request from ${at}`,
    input: {
      about: 'Values that this step can use, from the chosen sample.',
      request: 'Request body',
      notRun: (name: string) => `${name} hasn't run in this sample.`,
    },
    output: {
      about: 'What this step returned in the chosen sample.',
      none: "This step hasn't run in this sample.",
      custom: 'Choose a request as the sample to see what this step returned.',
    },
    runs: {
      about: 'The latest runs, and how this step ended in each.',
      none: 'No runs yet',
      notReached: 'Not reached',
      open: (id: string) => `Open run ${id}`,
    },
    moveTo: 'Move to',
    disable: 'Disable step',
    enable: 'Enable step',
    addNote: 'Add note',
    editNote: 'Edit note',
    disabled: 'Runs skip this step.',
    note: {
      label: 'Note',
      about: 'For people who edit this workflow. Runs ignore it.',
    },
  },
} as const;

/** The summaries of steps on their cards. A phrase names the step's type; before the others, the card says it. */
export const summaryTexts = {
  typed: (type: string, summary: string) => `${type} · ${summary}`,
  match: (names: string) => `by ${names}`,
  matchAndSet: (names: string, count: number) =>
    `by ${names}, set ${count === 1 ? '1 field' : `${count} fields`}`,
  /** A step's whole output is either there or missing. Other values on their own can also be false, zero or empty. */
  condition(condition: string): string {
    const [, step] = /^([^›]+) › output$/.exec(condition) ?? [];
    if (step !== undefined) return `If ${step} returned something`;
    return /^\w+( › \w+)*$/.test(condition) ? `If ${condition} is set` : `If ${condition}`;
  },
  noCondition: (text: string) => `“${text}” isn't an expression`,
  email: (subject: string, user: string) =>
    subject === '' ? `to ${user}` : user === '' ? `“${subject}”` : `“${subject}” to ${user}`,
  items: (item: string, items: string) => `For each ${item} in ${items}`,
  waitFor: (duration: string) => `Wait for ${duration}`,
  waitUntil: (date: string) => `Wait until ${date}`,
  via: (request: string, connection: string) => `${request} via ${connection}`,
  respond: (status: string, body: string) => (body === '' ? status : `${status}, ${body}`),
} as const;
