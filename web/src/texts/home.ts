export const homeTexts = {
  title: (name: string) => `Hello, ${name}`,
  about: (workspace: string) => `What happens in ${workspace}.`,
  chart: 'Runs accepted in the last 24 hours, by the hour',
  chartTitle: 'The last 24 hours',
  nothing: 'Your role opens nothing here yet.',
  noRuns: 'No run in the last 24 hours.',
  failing: {
    title: 'Needs a look',
    about: 'Workflows whose newest runs fail.',
    none: 'No workflow is failing now: the newest run of each went well.',
    since: 'failing since',
    show: (name: string) => `Failed runs of ${name}`,
    link: 'Failed runs',
  },
  steps: {
    title: 'First steps',
    about: (done: number, all: number) => `${done} of ${all} done`,
    done: 'done',
    open: 'to do',
    workflow: {
      label: 'Make a workflow, and publish it',
      help: 'It says what happens with a request. “Website form → lead” is a beginning that works as it is.',
      action: 'New workflow',
      goOn: 'Go on with the draft',
    },
    request: {
      label: 'Send its listener a request',
      help: 'By a button on the listener’s own screen, or by the curl that it shows.',
      action: 'To the listener',
    },
    lead: {
      label: 'See a lead come in',
      help: 'A workflow or a colleague adds it; its history says who.',
      action: 'To the leads',
    },
    api_call: {
      label: 'Call the REST API',
      help: 'With your API key, or with the token of an API client.',
      action: 'To API Settings',
    },
    colleague: {
      label: 'Invite a colleague',
      help: 'With a role that says what they may do.',
      action: 'To the users',
    },
  },
  demo: {
    title: 'Demonstration',
    about: {
      none: 'Just looking? Three workflows, a few leads, and runs of every kind: succeeded, failed, retried, waiting, refused. All of it is marked “Demo”, belongs to you, and can be taken away again.',
      playing: 'Real requests go to its listeners at this moment.',
      played:
        'Three workflows marked “Demo”, with leads and runs. Look around; nothing of it leaves this machine.',
      stuck:
        'It broke off: a run of it did not go on. Ask the operator whether a worker runs (hark doctor). Take it away, and add it again.',
    },
    add: 'Add the demonstration',
    progress: (runs: number, of: number) => `${runs} of ${of} runs`,
    places: [
      { to: '/runs', label: 'Runs' },
      { to: '/leads', label: 'Leads' },
      { to: '/workflows', label: 'Workflows' },
      { to: '/requests', label: 'Requests' },
    ],
    remove: 'Take it away …',
    removeTitle: 'Take the demonstration away?',
    removeConfirm: 'Take it away',
    removeText:
      'Its three workflows are deleted, and so are the leads with an address at leads.demo.example. Its runs and requests stay in the lists for as long as any others.',
    removed: 'The demonstration is gone.',
  },
} as const;
