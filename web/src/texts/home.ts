export const homeTexts = {
  title: (name: string) => `Hello, ${name}`,
  about: (workspace: string) => `Activity in ${workspace}`,
  chart: 'Runs per hour over the last 24 hours',
  chartTitle: 'Last 24 hours',
  nothing: "Your role doesn't give you access to anything yet.",
  noRuns: 'No runs in the last 24 hours',
  failing: {
    title: 'Needs attention',
    about: 'Workflows whose latest runs failed',
    none: 'No workflow is failing: the latest run of each one succeeded.',
    since: 'started failing',
    show: (name: string) => `Failed runs of ${name}`,
    link: 'Failed runs',
  },
  steps: {
    title: 'First steps',
    about: (done: number, all: number) => `${done} of ${all} done`,
    done: 'done',
    open: 'to do',
    workflow: {
      label: 'Create and publish a workflow',
      help: 'A workflow defines what happens with a request. The “Website form → lead” template works as is.',
      action: 'New workflow',
      goOn: 'Continue with the draft',
    },
    request: {
      label: 'Send a request to its webhook',
      help: 'Use the send button or the curl command on the webhook page.',
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
      none: 'Just looking around? Add three workflows, a few leads, and runs of every kind: succeeded, failed, retried, waiting and rejected. Everything is marked “Demo”, belongs to you, and can be removed at any time.',
      playing: 'Sending real requests to the sample webhooks.',
      played:
        'Three workflows marked “Demo”, with leads and runs. Look around: nothing is sent outside this server.',
      stuck:
        "Loading stopped because a sample run didn't finish. Ask the people who run this server whether a worker is running (hark doctor), then remove the sample data and add it again.",
    },
    add: 'Add sample data',
    progress: (runs: number, of: number) => `${runs} of ${of} runs`,
    places: [
      { to: '/runs', label: 'Runs' },
      { to: '/leads', label: 'Leads' },
      { to: '/workflows', label: 'Workflows' },
      { to: '/requests', label: 'Requests' },
    ],
    remove: 'Remove sample data…',
    removeTitle: 'Remove sample data?',
    removeConfirm: 'Remove sample data',
    removeText:
      'This deletes the three sample workflows and all leads with an email address at leads.demo.example. Their runs and requests stay in the lists until their retention period ends.',
    removed: 'Sample data removed',
  },
} as const;
