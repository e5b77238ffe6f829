import document from './demo-document.json' with { type: 'json' };

/**
 * The sample workflows. A workspace that has no workflow with the first of these names isn't the sample
 * workspace.
 */
export const demoWorkflows = {
  form: 'Demo: website form',
  partner: 'Demo: partner orders',
  quote: 'Demo: price in the browser',
} as const;

/** The origin that sample browser requests come from. No server runs there. */
export const demoOrigin = 'https://www.demo.example';

export const demoLeads = document.leads;

export const demoWorkflowNames: readonly string[] = Object.values(demoWorkflows);

/** The sample data as a file for `hark apply`. */
export const demoDocument = (baseUrl: string) => ({ workspaces: [{ ...document, base_url: baseUrl }] });

/**
 * The part of the sample data that is added to a user's own workspace. It has no users or roles; `owner` owns
 * everything in it.
 */
export const demoWithin = (baseUrl: string, owner: string) => ({
  workspaces: [
    {
      base_url: baseUrl,
      leads: document.leads.map((lead) => ({ ...lead, owner })),
      workflows: document.workflows.map((workflow) => ({ ...workflow, owner })),
    },
  ],
});

/** The file for `hark apply` that removes the sample data from a user's own workspace. */
export const demoTakenAway = (baseUrl: string, emails: readonly string[]) => ({
  workspaces: [
    {
      base_url: baseUrl,
      leads: emails.map((email) => ({ email, state: 'absent' })),
      workflows: demoWorkflowNames.map((name) => ({ name, state: 'absent' })),
    },
  ],
});
