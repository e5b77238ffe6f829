import { type ApiSettings, type CallOptions, callApi } from './api.ts';
import { readBaseUrl } from './base-url.ts';
import { Connections } from './connections.ts';
import { type Credential, readCredential } from './credential.ts';
import { Approvals } from './decisions/approvals.ts';
import { Proposals } from './decisions/proposals.ts';
import { Undos } from './decisions/undo.ts';
import { Events } from './events/events.ts';
import { Webhooks } from './events/webhooks.ts';
import type { CustomFields, Me, NoCustomFields } from './lead.ts';
import { Leads } from './leads.ts';
import { LeadFields } from './manage/lead-fields.ts';
import { Roles } from './manage/roles.ts';
import { Users } from './manage/users.ts';
import { Workspace } from './manage/workspace.ts';
import { defaultRetry, type RetryPolicy } from './retry.ts';
import { Runs } from './workflows/runs.ts';
import { Workflows } from './workflows/workflows.ts';

/** The workspace, the credential, and how to retry. */
export type HarkOptions = Credential & {
  /**
   * The workspace's scheme, host and port. Use the final https URL, because credentials aren't sent along with
   * redirects.
   */
  readonly baseUrl: string;
  /** The timeout for one attempt. 30 seconds by default. */
  readonly timeoutMs?: number | undefined;
  /** How failed calls are retried. `{ attempts: 1 }` disables retries. */
  readonly retry?: Partial<RetryPolicy> | undefined;
  /** The function that sends requests. Defaults to the runtime's own `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
};

/**
 * A client for one workspace's REST API, acting as one user. Declare your custom lead fields: `new Hark<{ shoe_size:
 * number | null }>(…)`.
 */
export class Hark<Custom extends CustomFields<Custom> = NoCustomFields> {
  readonly leads: Leads<Custom>;
  readonly workflows: Workflows;
  readonly runs: Runs;
  readonly approvals: Approvals;
  readonly proposals: Proposals;
  readonly undo: Undos;
  readonly events: Events<Custom>;
  readonly webhooks: Webhooks;
  readonly connections: Connections;
  readonly workspace: Workspace;
  readonly users: Users;
  readonly roles: Roles;
  readonly leadFields: LeadFields;
  readonly #api: ApiSettings;

  constructor(options: HarkOptions) {
    const { baseUrl, timeoutMs = 30_000, retry, fetch } = options;
    this.#api = {
      baseUrl: readBaseUrl(baseUrl),
      credential: readCredential(options),
      timeoutMs,
      retry: { ...defaultRetry, ...retry },
      fetch,
    };
    this.leads = new Leads<Custom>(this.#api);
    this.workflows = new Workflows(this.#api);
    this.runs = new Runs(this.#api);
    this.approvals = new Approvals(this.#api);
    this.proposals = new Proposals(this.#api);
    this.undo = new Undos(this.#api);
    this.events = new Events<Custom>(this.#api);
    this.webhooks = new Webhooks(this.#api);
    this.connections = new Connections(this.#api);
    this.workspace = new Workspace(this.#api);
    this.users = new Users(this.#api);
    this.roles = new Roles(this.#api);
    this.leadFields = new LeadFields(this.#api);
  }

  /** Returns the user that this client acts as. */
  async me(options?: CallOptions): Promise<Me> {
    return (await callApi(this.#api, 'get_users_self', { options })).user;
  }
}
