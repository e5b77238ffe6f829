/** What happened to an item, as a verb. The type is in front where the plain verb would be misleading. */
const verbs: Readonly<Record<string, string>> = {
  created: 'created',
  changed: 'changed',
  deleted: 'deleted',
  erased: 'erased',
  blocked: 'blocked',
  'run cancelled': 'canceled a run of',
  'run retried': 'retried a run of',
  'run approved': 'approved a request of',
  'run rejected': 'rejected a request of',
  'request replayed': 'replayed a request to',
  'events replayed': 'replayed events to',
  'steps tried': 'tested',
  'import created': 'started',
  'export created': 'started',
  'bulk_change created': 'started',
};

export const homeTexts = {
  title: 'Home',
  nothing: "Your role doesn't give you access to anything yet.",
  attention: {
    title: 'Needs attention',
    clear: 'Nothing urgent.',
    clearAbout: 'No failed runs to look at, and no webhook fails or rejects requests repeatedly.',
    isFailing: 'is failing',
    /** For a workflow that succeeded again, but has failed runs that no one has retried. */
    hasFailed: (count: number) => (count === 1 ? 'had a failed run' : 'had failed runs'),
    rejects: 'rejects requests',
    rejectsFrom: (address: string) => `rejects requests from ${address}`,
    /** Ends a message from the server with a period, if it doesn't end with one. */
    sentence: (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`),
    failedRuns: (count: number) =>
      count === 1 ? '1 failed run,' : `${count >= 1_000 ? '1,000 or more' : count} failed runs, the last one`,
    rejectedRequests: (count: number) => `${count.toLocaleString()} requests, the last one`,
    reviewRun: 'Review run',
    reviewRuns: 'Review runs',
    reviewOf: (name: string, count: number) => `Review ${count === 1 ? 'run' : 'runs'} of ${name}`,
    reviewRequests: 'Review requests',
    requestsOf: (name: string) => `Review requests of ${name}`,
    webhookFails: 'fails to deliver events',
    webhookDisabled: 'was disabled',
    webhookReasons: { failing: 'All attempts failed for 72 hours.', gone: 'Its server returned 410 Gone.' },
    webhookSince: 'First failure',
    reviewWebhook: 'Review webhook',
    webhookOf: (name: string) => `Review webhook ${name}`,
    clientHelp: 'API client. Rotate its token or set a later expiry.',
    reviewClient: 'Review client',
    clientOf: (name: string) => `Review client ${name}`,
  },
  figures: {
    requests: 'Requests',
    accepted: 'Accepted',
    failed: 'Failed runs',
    p95: 'Duration, p95',
    compared: 'Compared with the previous period',
    before: (count: number) =>
      count === 0 ? 'none in the previous period' : `vs. ${count.toLocaleString()} before`,
    sent: (accepted: number) => `${accepted.toLocaleString()} accepted`,
    cut: 'Latest 100,000 runs only',
    rejected: (count: number, isCut: boolean) =>
      `${isCut ? 'at least ' : ''}${count.toLocaleString()} rejected`,
    ofRuns: (count: number, plus: string) =>
      `of ${count.toLocaleString()}${plus} ${count === 1 ? 'run' : 'runs'}`,
    median: (duration: string) => `median ${duration}`,
    noDuration: 'No finished runs',
    points: (points: string) => `${points} pt`,
  },
  requests: {
    title: 'Requests',
    label: (per: string, span: string) => `Accepted and rejected requests ${per}, ${span.toLowerCase()}`,
  },
  activity: {
    title: 'Activity',
    changed: 'Changed recently',
    log: 'Audit log',
    none: 'No changes yet',
    system: 'System',
    published: 'published',
    version: (version: number) => `v${version}`,
    /** Before a lead's name. */
    lead: 'lead',
    leads: (count: number) => (count === 1 ? 'a lead' : `${count.toLocaleString()} leads`),
    leadVerbs: { created: 'created', edited: 'edited', deleted: 'deleted', restored: 'restored' } as Readonly<
      Record<string, string>
    >,
    verbOf: (action: string, type: string) => verbs[`${type} ${action}`] ?? verbs[action] ?? action,
    /** The type of an item in the middle of a sentence. */
    typeOf: (type: string) => (/^[A-Z]{2}|^OAuth/.test(type) ? type : type.toLowerCase()),
  },
  leads: {
    title: 'My leads',
    all: 'All leads',
    none: 'No leads belong to you yet.',
    unnamed: (id: number) => `Lead ${id}`,
  },
  steps: {
    title: 'First steps',
    about: (done: number, all: number) => `${done} of ${all} done`,
    done: 'done',
    open: 'to do',
    show: 'Show steps',
    hide: 'Hide steps',
    dismiss: 'Dismiss',
    next: (label: string) => `Next: ${label}`,
    workflow: {
      label: 'Create and publish a workflow',
      help: 'A workflow defines what happens with a request. The “Website form → lead” template works as is.',
      action: 'New workflow',
      goOn: 'Continue with the draft',
    },
    request: {
      label: 'Send a request to its webhook',
      help: "Use the send button or the curl command on the workflow's Triggers tab.",
      action: 'Open webhook',
    },
    lead: {
      label: 'See a lead come in',
      help: 'A workflow or a colleague creates it. Its history shows where it came from.',
      action: 'Open leads',
    },
    api_call: {
      label: 'Call the REST API',
      help: "Use your API key or an API client's token.",
      action: 'Open API Settings',
    },
    colleague: {
      label: 'Invite a colleague',
      help: 'Their role defines what they can do.',
      action: 'Open users',
    },
  },
  demo: {
    title: 'Sample data',
    about: {
      none: 'Just looking around? Add three workflows with leads and runs. You can remove them at any time.',
      playing: 'Sending real requests to the sample webhooks',
      played: 'Three workflows marked “Demo”, with leads and runs',
      stuck:
        "Loading stopped because a sample run didn't finish. Ask the people who run this server whether a worker is running (hark doctor), then remove the sample data and add it again.",
    },
    add: 'Add sample data',
    progress: (runs: number, of: number) => `${runs} of ${of} runs`,
    remove: 'Remove sample data…',
    removeTitle: 'Remove sample data?',
    removeConfirm: 'Remove sample data',
    removeText:
      'This deletes the three sample workflows and all leads with an email address at leads.demo.example. Their runs and requests stay in the lists until their retention period ends.',
    removed: 'Sample data removed',
  },
} as const;
