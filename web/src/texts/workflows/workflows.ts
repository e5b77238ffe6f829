const several = (count: number, one: string, many: string) =>
  `${count.toLocaleString()} ${count === 1 ? one : many}`;

export const workflowsTexts = {
  title: 'Workflows',
  about: 'A workflow is a list of steps. A request to its listener starts a run of the published version.',
  count: (count: number) => several(count, 'workflow', 'workflows'),
  first: (shown: number, total: number) =>
    `The first ${shown} of ${total.toLocaleString()} workflows; search for others`,
  search: 'Search by name or owner',
  noneTitle: 'No workflow yet',
  noneText:
    'Begin with one that takes a form, a partner’s webhook or a call from a browser, and change it to your needs.',
  noneToSee: 'There is none that you may see. Who may edit workflows can make one.',
  noneFoundTitle: 'No workflow is called like that',
  noneFoundText: 'Search for a part of its name, or of its owner’s.',
  columns: { name: 'Workflow', state: 'State', owner: 'Owner', runs: 'Last runs', actions: 'Actions' },
  ownerOff: (name: string) => `${name} (switched off)`,
  states: {
    on: 'On',
    off: 'Off',
    neverPublished: 'Never published',
    draft: 'Draft differs',
    noListener: 'No listener',
    ownerOff: 'Owner is off',
  },
  runs: {
    none: 'No runs yet',
    summary: (count: number, failed: number) =>
      failed === 0
        ? `The last ${several(count, 'run', 'runs')}: none failed`
        : `The last ${several(count, 'run', 'runs')}: ${failed} failed`,
    failed: (failed: number, count: number) => `${failed} of ${count} failed`,
    open: (name: string) => `Runs of ${name}`,
  },
  new: {
    action: 'New workflow',
    title: 'New workflow',
    name: 'Name',
    nameAbout: 'Other workflows start it by this name, and hark apply knows it by it.',
    begin: 'Begin with',
    starters: {
      blank: ['From scratch', 'No steps.'],
      form: [
        'Website form → lead',
        'Saves the sender as a lead. Where a mail server is set up, it mails you.',
      ],
      partner: [
        'Signed partner webhook',
        'Checks the signature of the body with a secret, then saves a lead.',
      ],
      browser: ['Browser call', 'Allows calls from a web page, saves a lead, and answers with its id.'],
    },
    rights: 'It belongs to you, and runs with your rights.',
    make: 'Make the draft',
    made: (name: string) => `“${name}” is a draft. Nothing runs before you publish it.`,
  },
  copy: {
    action: 'Duplicate',
    title: (name: string) => `Duplicate “${name}”`,
    about: 'The copy is a draft of your own with an address of its own. Keys and secrets are not copied.',
    name: (name: string) => `${name} (copy)`,
    make: 'Duplicate',
  },
  delete: {
    action: 'Delete',
    title: (name: string) => `Delete “${name}”?`,
    confirm: 'Delete the workflow',
    what: 'It cannot be undone. With it stop:',
    listener: 'its listener: callers get 404 from then on',
    versions: 'its draft and all published versions',
    runs: (count: number) =>
      count === 0
        ? 'no run: none is unfinished'
        : `${several(count, 'unfinished run', 'unfinished runs')}: they end as failed`,
    startedBy: (names: string) => `the steps that start it, in: ${names}`,
    done: (name: string) => `“${name}” is deleted.`,
  },
} as const;
