import document from './demo-document.json' with { type: 'json' };

/** The names that the demonstration goes by. A workspace that has no workflow of the first name is not its own. */
export const demoWorkflows = {
  form: 'Demo: website form',
  partner: 'Demo: partner orders',
  quote: 'Demo: price in the browser',
} as const;

/** The page that may call from a browser; nothing answers there. */
export const demoOrigin = 'https://www.demo.example';

export const demoWorkflowNames: readonly string[] = Object.values(demoWorkflows);

/** The demonstration as the file of `hark apply` has it: people, leads, and three workflows with their listeners. */
export const demoDocument = (baseUrl: string) => ({ workspaces: [{ ...document, base_url: baseUrl }] });

/** What of it goes into a workspace that is somebody's own: no people and no roles, and all of it belongs to him. */
export const demoWithin = (baseUrl: string, owner: string) => ({
  workspaces: [
    {
      base_url: baseUrl,
      leads: document.leads.map((lead) => ({ ...lead, owner })),
      workflows: document.workflows.map((workflow) => ({ ...workflow, owner })),
    },
  ],
});

/** The same, taken away. */
export const demoTakenAway = (baseUrl: string, emails: readonly string[]) => ({
  workspaces: [
    {
      base_url: baseUrl,
      leads: emails.map((email) => ({ email, state: 'absent' })),
      workflows: demoWorkflowNames.map((name) => ({ name, state: 'absent' })),
    },
  ],
});
