/** The workflow page's tabs. */
export const workflowTabs = ['steps', 'try', 'versions', 'settings'] as const;
export type WorkflowTab = (typeof workflowTabs)[number];
