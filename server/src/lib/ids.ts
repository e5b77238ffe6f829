/** A typed ID: a user's ID can't be passed where a role's ID is expected (docs/design/row-security.md). */
type Id<Kind extends string> = number & { readonly __kind: Kind };

export type WorkspaceId = Id<'workspace'>;
export type RoleId = Id<'role'>;
export type UserId = Id<'user'>;
export type ApiClientId = Id<'api-client'>;
export type SessionId = Id<'session'>;
export type OAuthClientId = Id<'oauth-client'>;
export type GrantId = Id<'grant'>;
export type LeadId = Id<'lead'>;
export type WorkflowId = Id<'workflow'>;
export type ListenerId = Id<'listener'>;
export type JobId = Id<'job'>;
export type WebhookId = Id<'webhook'>;
export type ApprovalId = Id<'approval'>;
export type ConnectionId = Id<'connection'>;
export type ProposalId = Id<'proposal'>;
export type PasskeyId = Id<'passkey'>;
export type SavedViewId = Id<'saved-view'>;

/** A UUIDv7, because there are many runs and each needs its ID before it is stored. */
export type RunId = string & { readonly __kind: 'run' };
