const days = 'days';

/** The workspace and its settings. */
export const workspaceTexts = {
  title: 'Workspace',
  about: 'What counts for everybody here. Every change is in the audit, with the old and the new value.',
  name: 'Name',
  nameHelp: 'Shown on every screen and to apps that ask for access.',
  address: 'Base URL',
  groups: {
    general: { title: 'General', about: 'Its address is given by the operator and stays as it is.' },
    limits: {
      title: 'Limits',
      about: 'How much the workspace takes at once. Callers above get 429 and when to come again.',
    },
    keeping: {
      title: 'Retention',
      about: 'How long what is kept stays. What is older is deleted within the hour, for good.',
    },
    apps: { title: 'Apps', about: 'Programs that ask users for access by OAuth.' },
  },
  settings: {
    default_page_size: {
      label: 'Page size',
      help: 'How many leads a page has when a caller of the API does not say; 1 to 100.',
      unit: 'leads',
    },
    timezone: {
      label: 'Time zone',
      help: 'What templates use for dates and times that name no zone.',
      unit: '',
    },
    rate_limit_per_minute: {
      label: 'Requests a minute',
      help: 'Of the REST API and of agents, over all keys and tokens of the workspace together.',
      unit: 'a minute',
    },
    rate_limit_burst: {
      label: 'Requests at once',
      help: 'How many of them may come in one moment before the rate counts.',
      unit: 'requests',
    },
    listener_limit_per_second: {
      label: 'Listener requests a second',
      help: 'Over all listeners of the workspace together.',
      unit: 'a second',
    },
    listener_limit_per_day: {
      label: 'Requests a day to one listener',
      help: 'A fuse against circles and floods that nobody notices. One that is blown holds until this number is changed, or a part of the day has passed.',
      unit: 'a day',
    },
    runs_in_flight: {
      label: 'Runs in flight',
      help: 'How many runs work at the same time. Others wait their turn; none is lost.',
      unit: 'runs',
    },
    run_retention_days: {
      label: 'Runs',
      help: 'Ended runs with their input and steps are deleted after this long.',
      unit: days,
    },
    history_days: {
      label: 'History of leads',
      help: 'Who changed which value of a lead. Empty keeps it for ever.',
      unit: days,
    },
    restore_days: {
      label: 'Deleted leads',
      help: 'For this long a deleted lead can be restored; 0 deletes at once.',
      unit: days,
    },
    agent_call_days: {
      label: 'Calls of agents',
      help: 'What AI agents did, as the log of calls shows it.',
      unit: days,
    },
    metadata_clients: {
      label: 'Apps that name themselves',
      help: 'Apps without a record here whose client_id is the address of a document about them.',
      unit: '',
    },
  },
  forEver: 'for ever',
  metadataClients: {
    allowed: 'Any may ask for access',
    pre_approved: 'Only those with a record',
    off: 'None',
  },
  save: 'Save the changes',
  discard: 'Discard',
  wrong: (count: number) =>
    count === 1 ? 'One value cannot be saved; see above.' : `${count} values cannot be saved; see above.`,
  unsaved: (count: number) => (count === 1 ? '1 change is not saved.' : `${count} changes are not saved.`),
  shorterTitle: 'Keep less than before?',
  shorterText: (names: readonly string[]) =>
    `${names.join(', ')}: what is older than the new number of days is deleted within the hour. This cannot be undone.`,
  shorterConfirm: 'Save and delete older',
  export: {
    title: 'Export',
    about:
      'All that the workspace holds, as one file. It has secrets in it, so the operator makes it, on the machine of Hark:',
    leads: 'Leads alone, as a table: export them from their list.',
    toLeads: 'Leads',
    command: (baseUrl: string) =>
      `hark workspace export ${baseUrl} \\\n  --file workspace.hark \\\n  --passphrase-file passphrase.txt`,
  },
  examination: {
    title: 'Public address',
    about:
      'Calls the base URL from outside, as everybody does, and looks at how the call comes in: whether a proxy passes it on rightly, by https, and whether the clocks agree.',
    start: 'Check the address',
    working: 'Calling the address …',
    allWell: 'Nothing is wrong.',
    faults: (count: number) => (count === 1 ? 'One thing needs a look:' : `${count} things need a look:`),
    checks: {
      address: 'Address',
      https: 'https',
      host: 'Host',
      callers: 'Callers',
      clocks: 'Clocks of the servers',
    } as Readonly<Record<string, string>>,
    browserClock: 'Clock of this browser',
    browserRight: 'It agrees with the server’s.',
    browserWrong: (seconds: number) =>
      `It is ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} the server’s. Times on these screens are wrong by as much: let this computer set its clock by itself.`,
  },
  use: {
    title: 'Use at this moment',
    about: 'Read anew every few seconds.',
    requests: 'REST API and agents',
    listeners: 'Listeners, each second',
    ofRequests: (used: string, all: string) => `${used} of ${all} requests at once`,
    ofRuns: (used: string, all: string) => `${used} of ${all} runs`,
    most: (used: string) => `At most ${used} at once in the last 15 minutes.`,
    runs: 'Runs in flight',
    waiting: (count: string) => `${count} more wait for their turn.`,
    noneWaiting: 'None waits.',
    atLeast: (count: string) => `at least ${count}`,
    requestsChart: 'REST API and agents, each of the last 15 minutes',
    listenersChart: 'Listeners, each of the last 15 minutes',
    callers: 'Who asked most in these minutes',
    calledListeners: 'Which listeners were called most',
    quiet: 'No request.',
    nobody: 'Nobody.',
    none: 'None.',
    workflow: 'Workflow',
    who: 'User',
    by: 'By',
    served: 'Served',
    refused: 'Above the limit',
    others: 'All others',
    deletedWorkflow: 'A deleted workflow',
    honestOverAll: 'Counted over all server processes, a few seconds late.',
    honest:
      'Counted by the server process that answered you, since it started. Where several processes serve, each counts its own part; the limit itself holds over all of them.',
  },
  means: {
    api_key: 'API key',
    api_client: 'API client',
    oauth_client: 'App',
    mcp: 'AI agent',
  } as Readonly<Record<string, string>>,
  erase: {
    title: 'Erase a person',
    about:
      'Removes all leads with an email, also deleted ones, with their history, kept answers, calls of agents and every run about the person. All imported and exported files of the workspace go too, because any of them may name the person. The audit keeps that it was done, without a value.',
    email: 'Email of the person',
    look: 'Show what would go',
    nothing: (email: string) => `Nothing is kept of ${email}.`,
    would: (email: string) => `This would be removed of ${email}:`,
    done: (email: string) => `This was removed of ${email}:`,
    leads: (count: number) => (count === 1 ? '1 lead' : `${count} leads`),
    runs: (count: number) => (count === 1 ? '1 run' : `${count} runs`),
    files: (count: number) =>
      count === 1 ? '1 import or export with its file' : `${count} imports and exports with their files`,
    views: (count: number) => (count === 1 ? '1 saved view' : `${count} saved views`),
    calls: (count: number) =>
      count === 1
        ? '1 call of an agent that names the address'
        : `${count} calls of agents that name the address`,
    lead: (id: number, state: string) => `Lead ${id} (${state})`,
    states: {
      live: 'live',
      deleted: 'deleted, can still be restored',
      purged: 'gone already, traces are left',
    },
    removed: {
      history: (count: number) =>
        count === 1 ? '1 entry of its history' : `${count} entries of its history`,
      answers: (count: number) => (count === 1 ? '1 kept answer' : `${count} kept answers`),
      agent_calls: (count: number) => (count === 1 ? '1 call of an agent' : `${count} calls of agents`),
    } as Readonly<Record<string, (count: number) => string>>,
    other: (count: number, name: string) => `${count} ${name}`,
    open: 'Erase…',
    confirmTitle: 'Erase this person for good?',
    confirmText: 'Nobody can bring it back: not an administrator, not the operator, except from a backup.',
    again: 'Type the address again',
    confirm: 'Erase for good',
    told: 'The person is erased.',
  },
} as const;
