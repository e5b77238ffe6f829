import document from './demo-document.json' with { type: 'json' };

/** A workspace without a workflow of the first name is not the sample workspace. */
export const demoWorkflows = {
  form: 'Demo: website form',
  partner: 'Demo: partner orders',
  quote: 'Demo: price in the browser',
} as const;

/** The origin that may call from a browser; it has no server. */
export const demoOrigin = 'https://www.demo.example';

export const demoWorkflowNames: readonly string[] = Object.values(demoWorkflows);

/** The sample data as a file for `hark apply`. */
export const demoDocument = (baseUrl: string) => ({ workspaces: [{ ...document, base_url: baseUrl }] });

/** The part for a user's own workspace: no users and no roles, and `owner` owns all of it. */
export const demoWithin = (baseUrl: string, owner: string) => ({
  workspaces: [
    {
      base_url: baseUrl,
      leads: document.leads.map((lead) => ({ ...lead, owner })),
      workflows: document.workflows.map((workflow) => ({ ...workflow, owner })),
    },
  ],
});

/** Removes that part. */
export const demoTakenAway = (baseUrl: string, emails: readonly string[]) => ({
  workspaces: [
    {
      base_url: baseUrl,
      leads: emails.map((email) => ({ email, state: 'absent' })),
      workflows: demoWorkflowNames.map((name) => ({ name, state: 'absent' })),
    },
  ],
});
