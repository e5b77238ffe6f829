/** The parts of the screen of a workflow. */
export const workflowTabs = ['steps', 'try', 'versions', 'settings'] as const;
export type WorkflowTab = (typeof workflowTabs)[number];
