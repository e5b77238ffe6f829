export type { CallOptions, WriteOptions } from './api.ts';
export type { BatchResult } from './batch.ts';
export { callListener, type ListenerAnswer, type ListenerCall } from './call-listener.ts';
export type { Connection, ConnectionInput, Connections } from './connections.ts';
export type { Credential, TokenSource } from './credential.ts';
export type { Approval, ApprovalParams, Approvals } from './decisions/approvals.ts';
export type { Proposal, ProposalParams, ProposalResult, Proposals } from './decisions/proposals.ts';
export type { LeftAlone, Undo, UndoParams, UndoPreview, Undos } from './decisions/undo.ts';
export type {
  EventPage,
  EventParams,
  EventType,
  HarkEvent,
  LeadEvent,
  ListenerEvent,
  RunEvent,
} from './events/event.ts';
export type { Events } from './events/events.ts';
export type {
  Delivery,
  DeliveryPage,
  DeliveryParams,
  NewWebhook,
  Replay,
  Webhook,
  WebhookInput,
  WebhookWithSecret,
} from './events/webhook.ts';
export type { Webhooks } from './events/webhooks.ts';
export { Hark, type HarkOptions } from './hark.ts';
export { HarkError, type HarkErrorCode } from './hark-error.ts';
export type {
  CustomFields,
  CustomFieldValue,
  Filter,
  HistoryEntry,
  HistoryPage,
  Lead,
  LeadField,
  LeadInput,
  LeadPage,
  ListParams,
  Me,
  NewLead,
  NoCustomFields,
  Operator,
  SearchParams,
  Which,
} from './lead.ts';
export type { Leads } from './leads.ts';
export { type ListenerTokenClaims, signListenerToken } from './listener-token.ts';
export type { CustomLeadField, LeadFieldChange, LeadFields, NewLeadField } from './manage/lead-fields.ts';
export type { PageParams } from './manage/page-params.ts';
export type { NewRole, Role, RoleChange, Roles } from './manage/roles.ts';
export type { NewUser, User, UserChange, Users } from './manage/users.ts';
export type { Plan, Workspace, WorkspaceFile } from './manage/workspace.ts';
export type { RetryPolicy } from './retry.ts';
export type { Retry, Run, RunParams, RunStep, RunSummary, Runs } from './workflows/runs.ts';
export type {
  NewWorkflow,
  Shadow,
  ShadowInput,
  Workflow,
  WorkflowChange,
  WorkflowParams,
  WorkflowSummary,
  Workflows,
} from './workflows/workflows.ts';
