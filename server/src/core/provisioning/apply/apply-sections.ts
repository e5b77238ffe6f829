import { HarkError } from '../../../lib/errors.ts';
import type { Change } from '../../audit/index.ts';
import { saveSecret } from '../../secrets/index.ts';
import { changeSecret } from '../../workflows/index.ts';
import {
  changeListenerHost,
  changeSettings,
  renameWorkspace,
  type WorkspaceSettings,
} from '../../workspaces/index.ts';
import type { WorkspaceItem } from '../file/file-schema.ts';
import { type FileProblem, ItemProblem, ProvisioningProblem } from '../file/problem.ts';
import type { PlannedChange } from '../state/compare-states.ts';
import {
  type ApiClientResult,
  applyApiClient,
  applyOAuthClient,
  type OAuthClientResult,
} from './apply-apps.ts';
import { applyAbsentConnection, applyConnection, type ConnectionResult } from './apply-connections.ts';
import {
  applyLead,
  applyLeadField,
  type LeadFieldResult,
  type LeadResult,
  leadChangeIn,
} from './apply-leads.ts';
import {
  applyAbsentRole,
  applyAbsentUser,
  applyRole,
  applyUser,
  type RoleResult,
  type UserResult,
} from './apply-people.ts';
import { applyWebhook, type WebhookResult } from './apply-webhooks.ts';
import { applyWorkflow, type WorkflowResult } from './apply-workflows.ts';

export interface WorkspaceResult {
  id: number;
  name: string;
  base_url: string;
  listener_host?: string;
  settings?: WorkspaceSettings;
  roles?: RoleResult[];
  users?: UserResult[];
  api_clients?: ApiClientResult[];
  oauth_clients?: OAuthClientResult[];
  lead_fields?: LeadFieldResult[];
  leads?: LeadResult[];
  connections?: ConnectionResult[];
  workflows?: WorkflowResult[];
  webhooks?: WebhookResult[];
}

export interface ApplyOptions {
  readonly showSecrets?: boolean;
  /** The operator's HARK_EGRESS_ALLOW: only these hosts can have a connection over http. */
  readonly egressAllow?: ReadonlySet<string>;
  /** Whether email can be sent (default true). If it can't, a plan warns about the steps that need it. */
  readonly hasMail?: boolean;
}

interface AppliedSections {
  readonly result: WorkspaceResult;
  readonly leadChanges: readonly PlannedChange[];
}

/**
 * Applies sections in the order of their dependencies. Sections that are missing from the file are left alone
 * (spec/provisioning §3.2).
 */
export async function applySections(
  change: Change,
  item: WorkspaceItem,
  index: number,
  { showSecrets = false, egressAllow = new Set() }: ApplyOptions,
): Promise<AppliedSections> {
  const {
    settings,
    secrets = {},
    roles,
    users,
    api_clients,
    oauth_clients,
    lead_fields,
    leads,
    connections,
    workflows,
    webhooks,
  } = item;
  const section = sectionsOf(index);
  const name = await renameWorkspace(change, item.name);
  const { baseUrl } = item.base_url;
  const listenerHost = await changeListenerHost(change, item.listener_host);
  const result: WorkspaceResult = {
    id: change.workspace,
    name,
    base_url: baseUrl,
    ...(listenerHost !== null && { listener_host: listenerHost }),
  };
  const leadChanges: PlannedChange[] = [];
  if (settings) result.settings = await changeSettings(change, settings);
  for (const [secret, wanted] of Object.entries(secrets)) {
    if (wanted === null) await saveSecret(change, secret, null);
    else await changeSecret(change, secret, wanted);
  }
  if (roles) result.roles = await section('roles', roles, (role) => applyRole(change, role));
  if (users) result.users = await section('users', users, (user) => applyUser(change, user, showSecrets));
  if (api_clients) {
    result.api_clients = await section('api_clients', api_clients, (client) =>
      applyApiClient(change, client),
    );
  }
  if (oauth_clients) {
    result.oauth_clients = await section('oauth_clients', oauth_clients, (client) =>
      applyOAuthClient(change, client),
    );
  }
  if (lead_fields) {
    result.lead_fields = await section('lead_fields', lead_fields, (field) => applyLeadField(change, field));
  }
  if (leads) {
    const leadChange = await leadChangeIn(change);
    const applied = await section('leads', leads, (lead) => applyLead(leadChange, change, lead));
    result.leads = applied.map((lead) => lead.result);
    leadChanges.push(...applied.flatMap((lead) => lead.changes));
  }
  if (connections) {
    result.connections = await section('connections', connections, (connection) =>
      applyConnection(change, { allow: egressAllow }, connection),
    );
  }
  if (workflows) {
    result.workflows = await section('workflows', workflows, (workflow) =>
      applyWorkflow(change, workflow, { baseUrl, listenerHost }, showSecrets),
    );
  }
  if (webhooks) {
    result.webhooks = await section('webhooks', webhooks, (webhook) =>
      applyWebhook(change, webhook, showSecrets),
    );
  }
  for (const connection of connections ?? []) await applyAbsentConnection(change, connection);
  if (users) await section('users', users, (user) => applyAbsentUser(change, user));
  if (roles) await section('roles', roles, (role) => applyAbsentRole(change, role));
  return { result, leadChanges };
}

/** Applies a section's items in order, and reports each error with its path in the file. */
const sectionsOf =
  (workspace: number) =>
  async <Item, Result>(
    name: string,
    items: readonly Item[],
    applyItem: (item: Item) => Promise<Result>,
  ): Promise<Result[]> => {
    const results: Result[] = [];
    const problems: FileProblem[] = [];
    for (const [index, item] of items.entries()) {
      try {
        results.push(await applyItem(item));
      } catch (error) {
        if (!(error instanceof HarkError) || (error.kind !== 'invalid' && error.kind !== 'conflict'))
          throw error;
        const inside = error instanceof ItemProblem ? error.path : [];
        problems.push({ path: ['workspaces', workspace, name, index, ...inside], message: error.message });
        // The database reported the error, so the transaction has failed.
        if (error.cause !== undefined) throw new ProvisioningProblem(problems, { cause: error });
      }
    }
    if (problems.length > 0) throw new ProvisioningProblem(problems);
    return results;
  };
