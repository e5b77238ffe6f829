const days = 'days';

/** Strings for the workspace page and its settings. */
export const workspaceTexts = {
  about: {
    general: 'Settings for everyone in this workspace. The audit log records every change.',
    limits:
      'Limits protect your workspace from loops and floods. Requests over a limit get a 429 response with a Retry-After header.',
    retention: 'How long data is kept. Older data is permanently deleted within an hour.',
    danger: "These actions affect everyone in the workspace, and most can't be undone.",
  },
  groups: {
    general: 'Workspace',
    requests: 'REST API and agents',
    listeners: 'Webhooks and runs',
    keeping: 'Kept data',
    apps: 'Apps',
  },
  settings: {
    name: {
      label: 'Name',
      help: 'Appears in the navigation, and when users authorize an app',
      unit: '',
    },
    default_page_size: {
      label: 'Page size',
      help: 'Default page size for API calls, from 1 to 100',
      unit: 'leads',
    },
    timezone: {
      label: 'Time zone',
      help: 'Templates use it for dates and times without a time zone.',
      unit: '',
    },
    rate_limit_per_minute: {
      label: 'Requests per minute',
      help: "The limit covers the REST API and AI agents, across all of the workspace's keys and tokens.",
      unit: 'per minute',
    },
    rate_limit_burst: {
      label: 'Burst',
      help: 'This many of these requests can arrive at the same time before the rate limit applies.',
      unit: 'requests',
    },
    listener_limit_per_second: {
      label: 'Webhook requests per second',
      help: 'All webhooks in the workspace share this limit.',
      unit: 'per second',
    },
    listener_limit_per_day: {
      label: 'Daily requests per webhook',
      help: 'Protects against loops and floods. Once a webhook reaches the limit, it rejects requests until you raise the limit or its usage drops.',
      unit: 'per day',
    },
    runs_in_flight: {
      label: 'Concurrent runs',
      help: 'This many runs execute at the same time. Other runs wait in a queue; none are lost.',
      unit: 'runs',
    },
    mail_limit_per_day: {
      label: 'Email recipients per day',
      help: 'Send email steps can write to this many recipients. The count resets at 00:00 UTC.',
      unit: 'per day',
    },
    run_retention_days: {
      label: 'Runs',
      help: 'Finished runs are deleted after this time, with their input and steps.',
      unit: days,
    },
    history_days: {
      label: 'Lead history',
      help: 'It shows who changed which values of a lead. Leave empty to keep it indefinitely.',
      unit: days,
    },
    restore_days: {
      label: 'Deleted leads',
      help: 'Deleted leads can be restored for this time. 0 deletes leads immediately.',
      unit: days,
    },
    agent_call_days: {
      label: 'Agent calls',
      help: 'Logged tool calls of AI agents are deleted after this time.',
      unit: days,
    },
    metadata_clients: {
      label: 'Apps registered by metadata URL',
      help: 'These are apps that no administrator has created here. Their client_id is the URL of a metadata document.',
      unit: '',
    },
  },
  forEver: 'Indefinitely',
  was: (value: string) => `Was ${value}`,
  metadataClients: {
    allowed: 'Allow any app',
    pre_approved: 'Only apps that are listed under OAuth Clients',
    off: 'Allow none',
  },
  shorterTitle: 'Shorten retention?',
  shorterText: (names: readonly string[]) =>
    `${names.join(', ')}: data older than the new limit is permanently deleted within an hour. This can't be undone.`,
  shorterConfirm: 'Save and delete older data',
  export: {
    title: 'Export',
    about:
      'Exports the entire workspace to one file. The file contains secrets, so only a server administrator can create it, with this command:',
    leads: 'To export only leads as a table, open:',
    toLeads: 'Leads',
    command: (baseUrl: string) =>
      `hark workspace export ${baseUrl} \\\n  --file workspace.hark \\\n  --passphrase-file passphrase.txt`,
  },
  delete: {
    title: 'Suspend or delete this workspace',
    about:
      'Suspending rejects all requests and pauses runs until you resume. Deleting removes all data permanently. Both need access to the server.',
    name: (name: string) => `To see the commands, type the workspace's name: ${name}`,
    suspend: 'To suspend the workspace, run this command on the server. resume undoes it.',
    suspendCommand: (baseUrl: string) => `hark workspace suspend ${baseUrl}`,
    remove: "To delete the workspace with everything in it, run this command. It can't be undone.",
    removeCommand: (baseUrl: string, name: string) =>
      `hark workspace delete ${baseUrl} --yes '${name.replaceAll("'", `'\\''`)}'`,
  },
  examination: {
    title: 'Public URL',
    about:
      'Sends a request to the base URL from outside and checks how it arrives: whether the proxy forwards it correctly, whether it uses https, and whether the clocks agree.',
    start: 'Check URL',
    working: 'Checking the URL…',
    allWell: 'No problems found.',
    faults: (count: number) => (count === 1 ? '1 problem found:' : `${count} problems found:`),
    checks: {
      address: 'URL',
      https: 'https',
      host: 'Host header',
      callers: 'Client IP address',
      keys: 'API keys',
      clocks: 'Server clocks',
    } as Readonly<Record<string, string>>,
    browserClock: "This browser's clock",
    browserRight: "In sync with the server's clock.",
    browserWrong: (seconds: number) =>
      `${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} the server's clock, so times in this console are off by the same amount. Set your computer's clock automatically.`,
  },
  use: {
    title: 'Current usage',
    callersTitle: 'Callers',
    about: 'Updates live.',
    requests: 'REST API and agents',
    listeners: 'Webhooks',
    ofBurst: (all: string) => `of ${all} requests in one burst`,
    ofRuns: (all: string) => `of ${all} runs at the same time`,
    most: (used: string) => `Peak in the last 15 minutes: ${used}.`,
    runs: 'Concurrent runs',
    waiting: (count: string) => `${count} more are queued.`,
    noneWaiting: 'No runs are queued.',
    atLeast: (count: string) => `at least ${count}`,
    requestsChart: 'REST API and agents',
    listenersChart: 'Webhooks',
    callers: 'Top callers',
    calledListeners: 'Most requested webhooks',
    quiet: 'No requests',
    nobody: 'No callers',
    quietTitle: 'No requests in the last 15 minutes',
    quietHelp: 'Programs, agents, and webhooks that use up the limits appear here, the busiest first.',
    none: 'No requests',
    workflow: 'Workflow',
    who: 'User',
    by: 'Via',
    served: 'Served',
    refused: 'Over the limit',
    others: 'All others',
    deletedWorkflow: 'A deleted workflow',
    honestOverAll: 'Counts include all server processes and are a few seconds behind.',
    honest:
      'Counts cover only the server process that handled this request, and only the time since that process started. If you run several processes, each counts its own share; the limits apply to all of them together.',
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
      "Permanently deletes everything stored about an email address: all leads with this address (including deleted leads), their history, stored responses, and agent calls, and all runs about the person. It also deletes all import and export files in the workspace, because any of them may contain the person's data. The audit log records the erasure without any values.",
    email: "The person's email",
    look: 'Preview',
    nothing: (email: string) => `Nothing is stored about ${email}.`,
    would: (email: string) => `This will be deleted for ${email}:`,
    done: (email: string) => `This was deleted for ${email}:`,
    leads: (count: number) => (count === 1 ? '1 lead' : `${count} leads`),
    runs: (count: number) => (count === 1 ? '1 run' : `${count} runs`),
    files: (count: number) =>
      count === 1 ? '1 import or export with its file' : `${count} imports and exports with their files`,
    views: (count: number) => (count === 1 ? '1 saved view' : `${count} saved views`),
    calls: (count: number) =>
      count === 1
        ? '1 agent call that contains the email address'
        : `${count} agent calls that contain the email address`,
    proposals: (count: number) =>
      count === 1
        ? '1 proposal that contains the email address'
        : `${count} proposals that contain the email address`,
    lead: (id: number, state: string) => `Lead ${id} (${state})`,
    states: {
      live: 'active',
      deleted: 'deleted, can still be restored',
      purged: 'permanently deleted, traces remain',
    },
    removed: {
      events: (count: number) => (count === 1 ? '1 event' : `${count} events`),
      webhook_deliveries: (count: number) => (count === 1 ? '1 event delivery' : `${count} event deliveries`),
      history: (count: number) => (count === 1 ? '1 history entry' : `${count} history entries`),
      answers: (count: number) => (count === 1 ? '1 stored response' : `${count} stored responses`),
      agent_calls: (count: number) => (count === 1 ? '1 agent call' : `${count} agent calls`),
      proposals: (count: number) => (count === 1 ? '1 proposal' : `${count} proposals`),
    } as Readonly<Record<string, (count: number) => string>>,
    other: (count: number, name: string) => `${count} ${name}`,
    open: 'Erase…',
    confirmTitle: "Permanently erase this person's data?",
    confirmText: 'Erased data can only be restored from a backup.',
    again: 'Confirm the email address',
    confirm: 'Erase permanently',
    told: "The person's data was erased.",
  },
} as const;
