import { accountOperations } from './account/operations.ts';
import { agentsOperations } from './agents/operations.ts';
import { apiSettingsOperations } from './api-settings/operations.ts';
import { approvalsOperations } from './approvals/operations.ts';
import { auditOperations } from './audit/operations.ts';
import { connectionsOperations } from './connections/operations.ts';
import type { ConsoleData } from './console-data.ts';
import { demoOperations } from './home/demo-operations.ts';
import { homeOperations } from './home/operations.ts';
import { leadFieldsOperations } from './lead-fields/operations.ts';
import { leadsOperations } from './leads/operations.ts';
import { listenersOperations } from './listeners/operations.ts';
import { oauthClientsOperations } from './oauth-clients/operations.ts';
import type { Operation } from './operation.ts';
import { proposalsOperations } from './proposals/operations.ts';
import { requestsOperations } from './requests/operations.ts';
import { rolesOperations } from './roles/operations.ts';
import { runsOperations } from './runs/operations.ts';
import { secretsOperations } from './secrets/operations.ts';
import { sessionOperations } from './session/operations.ts';
import { singleSignOnOperations } from './single-sign-on/operations.ts';
import { usersOperations } from './users/operations.ts';
import { webhooksOperations } from './webhooks/operations.ts';
import { workflowsOperations } from './workflows/operations.ts';
import { workspaceOperations } from './workspace/operations.ts';

/** All console operations. web/src/api/operations.gen.ts is generated from them. */
export const consoleOperations = (data: ConsoleData): Operation[] => [
  ...sessionOperations,
  ...accountOperations,
  ...homeOperations,
  ...demoOperations(data),
  ...leadsOperations(data),
  ...workflowsOperations(data),
  ...listenersOperations(data),
  ...requestsOperations(data),
  ...runsOperations(data),
  ...approvalsOperations,
  ...proposalsOperations,
  ...usersOperations(data),
  ...rolesOperations,
  ...leadFieldsOperations,
  ...oauthClientsOperations(data),
  ...agentsOperations(data),
  ...webhooksOperations,
  ...workspaceOperations(data),
  ...secretsOperations,
  ...connectionsOperations(data),
  ...singleSignOnOperations(data),
  ...auditOperations,
  ...apiSettingsOperations,
];
