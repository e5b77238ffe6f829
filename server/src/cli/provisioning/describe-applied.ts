import type { ApplyResult } from '../../core/provisioning/index.ts';
import { describeDone } from './describe-plan.ts';

type Applied = ApplyResult['workspaces'][number];

/** Describes the result of an apply for people, including values that are shown only once. */
export const describeApplied = ({ workspaces, ...plan }: ApplyResult): string =>
  [describeDone(plan), ...workspaces.flatMap(describeWorkspace)].join('\n');

function describeWorkspace(workspace: Applied): string[] {
  const lines = [...shownOnce(workspace), ...listenersOf(workspace)].map((line) => `  ${line}`);
  return lines.length === 0 ? [] : [`${workspace.name} (${workspace.base_url}):`, ...lines];
}

function shownOnce({ users = [], api_clients = [], oauth_clients = [], webhooks = [] }: Applied): string[] {
  return [
    ...users.flatMap((user) =>
      'password' in user ? [`${user.email} has the password ${user.password} (shown once)`] : [],
    ),
    ...api_clients.flatMap((client) =>
      'token' in client ? [`API client ${client.name} has the token ${client.token} (shown once)`] : [],
    ),
    ...oauth_clients.flatMap((client) => ('client_id' in client ? [describeApp(client)] : [])),
    ...webhooks.flatMap((webhook) =>
      'secret' in webhook ? [`webhook ${webhook.name} has the secret ${webhook.secret}`] : [],
    ),
  ];
}

const describeApp = (app: { name: string; client_id: string; client_secret?: string }) =>
  `OAuth client ${app.name} has the id ${app.client_id}${
    app.client_secret === undefined ? '' : ` and the secret ${app.client_secret} (shown once)`
  }`;

const listenersOf = ({ workflows = [] }: Applied) =>
  workflows.flatMap((workflow) =>
    'listener' in workflow ? [`${workflow.name} listens at ${workflow.listener.url}`] : [],
  );
