/** Strings for the frame around a workflow's tabs. */
export const workflowPageTexts = {
  back: 'Workflows',
  tabsLabel: 'Workflow sections',
  tabs: {
    build: 'Build',
    triggers: 'Triggers',
    test: 'Test',
    runs: 'Runs',
    requests: 'Requests',
    versions: 'Versions',
    settings: 'Settings',
  },
  states: {
    version: (version: number) => `v${version}`,
  },
} as const;
