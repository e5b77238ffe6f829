const several = (count: number, one: string, many: string) =>
  `${count.toLocaleString()} ${count === 1 ? one : many}`;

export const workflowsTexts = {
  title: 'Workflows',
  about:
    'A workflow is a list of steps. A webhook, a schedule, a change to a lead, or a user starts a run of its published version.',
  count: (count: number) => several(count, 'workflow', 'workflows'),
  first: (shown: number, total: number) =>
    `First ${shown} of ${total.toLocaleString()} workflows. Search to find others.`,
  search: 'Search by name or owner',
  noneTitle: 'No workflows yet',
  noneText:
    "Start from a template for a website form, a partner's webhook, or browser requests, and adapt it.",
  noneToSee: 'There are no workflows you can view. Users who can edit workflows can create one.',
  noneFoundTitle: 'No matching workflows',
  noneFoundText: "Search for part of a workflow's or owner's name.",
  columns: {
    name: 'Workflow',
    state: 'Status',
    trigger: 'Trigger',
    runs: 'Last run',
    owner: 'Owner',
    actions: 'Actions',
  },
  noTrigger: 'None',
  moreTriggers: (count: number) => `+${count}`,
  moreActions: (name: string) => `More actions: ${name}`,
  ownerOff: (name: string) => `${name} (deactivated)`,
  states: {
    on: 'Enabled',
    off: 'Disabled',
    neverPublished: 'Never published',
    draft: 'Unpublished changes',
    ownerOff: 'Owner deactivated',
  },
  runs: {
    none: 'No runs yet',
    failed: (failed: number, count: number) => `${failed} of the last ${count} runs failed`,
    open: (name: string, failed: string) => `${failed}: runs of ${name}`,
  },
  new: {
    action: 'New workflow',
    title: 'New workflow',
    name: 'Name',
    begin: 'Start from',
    starters: {
      blank: ['Blank workflow', 'No steps.'],
      form: [
        'Website form → lead',
        'For a form, a form service or your server. Saves the sender as a lead, and emails you if a mail server is set up.',
      ],
      partner: [
        'Signed partner webhook',
        'Accepts only requests that are signed with a secret that you share with the partner, and saves a lead.',
      ],
      browser: [
        'Browser request',
        'For a script on your web page that shows the response. Allows its requests, saves a lead, and responds with its ID.',
      ],
    },
    rights: 'You own the workflow, and it runs with your permissions.',
    make: 'Create workflow',
    made: (name: string) => `Created “${name}” as a draft. It doesn't run until you publish it.`,
  },
  copy: {
    label: 'Duplicate this workflow',
    action: 'Duplicate',
    title: (name: string) => `Duplicate “${name}”`,
    about: "You own the copy. It's a draft with its own URL. Keys and secrets aren't copied.",
    name: (name: string) => `${name} (copy)`,
    make: 'Duplicate',
  },
  delete: {
    label: 'Delete this workflow',
    help: "Deletes the draft and all versions. The webhook then returns 404. This can't be undone.",
    action: 'Delete',
    title: (name: string) => `Delete “${name}”?`,
    confirm: 'Delete workflow',
    what: "This can't be undone. What happens:",
    listener: 'Callers of the webhook will get 404',
    versions: 'The draft and all published versions will be deleted',
    runs: (count: number) =>
      count === 0
        ? 'No runs in progress'
        : `${several(count, 'run', 'runs')} in progress will be marked as failed`,
    startedBy: (names: string) => `These workflows have steps that start this one: ${names}`,
    done: (name: string) => `Deleted “${name}”.`,
  },
} as const;
