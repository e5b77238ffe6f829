import type { RunId, UserId } from '../../lib/ids.ts';

/** How the history and the audit log name the source of a change (spec/rest-api §5.5). */
export const meansTypes = [
  'ui',
  'api_key',
  'api_client',
  'oauth_client',
  'mcp',
  'workflow',
  'apply',
  'command',
] as const;
export type MeansType = (typeof meansTypes)[number];

export interface Means {
  readonly type: MeansType;
  readonly id?: number;
  readonly name?: string;
  /** The run that made the change, if the source is a workflow. */
  readonly run?: RunId;
  /** The run that started `run`. */
  readonly startedBy?: RunId;
  /** The approved proposal that the change comes from. */
  readonly proposal?: ProposedIn;
}

/** Who proposed a change, and through what (spec/proposals §3.2). */
export interface ProposedIn {
  readonly id: number;
  readonly proposed_by: { readonly id: number; readonly name: string };
  readonly means: { readonly type: string; readonly id: number | null; readonly name: string | null };
}

/** Who makes a change. `user` is null for operator commands. */
export interface Actor {
  readonly user: { readonly id: UserId; readonly name: string } | null;
  readonly means: Means;
  /** The caller's IP address, or the OS account and the machine of an operator command. */
  readonly origin: string | null;
}

export const subjectTypes = [
  'workspace',
  'settings',
  'role',
  'user',
  'session',
  'password_link',
  'api_key',
  'api_client',
  'oauth_client',
  'grant',
  'lead_field',
  'lead',
  'secret',
  'connection',
  'identity_provider',
  'webhook',
  'saved_view',
  'import',
  'export',
  'bulk_change',
  'workflow',
  'listener',
  'runs',
] as const;
export type SubjectType = (typeof subjectTypes)[number];

/** Only the values that changed, old and new. Secret values are never included. */
export interface AuditedChange {
  readonly action:
    | 'created'
    | 'changed'
    | 'deleted'
    | 'erased'
    | 'blocked'
    | 'run cancelled'
    | 'run retried'
    | 'run approved'
    | 'run rejected'
    | 'request replayed'
    | 'events replayed'
    | 'steps tried';
  readonly subject: {
    readonly type: SubjectType;
    readonly id: number;
    readonly name: string;
  };
  readonly old: Readonly<Record<string, unknown>>;
  readonly new: Readonly<Record<string, unknown>>;
}

/** Stands in for a secret value: the audit log records that the secret changed, but never its value. */
export const concealed = '[secret]';

export interface AuditEntry extends AuditedChange {
  readonly id: number;
  readonly at: Date;
  readonly user: { readonly id: number; readonly name: string } | null;
  readonly means: { readonly type: string; readonly name: string | null };
  readonly origin: string | null;
}

/** Selects the newest `limit` entries that match. */
export interface AuditPage {
  readonly limit: number;
  /** The ID of the last entry on the previous page. */
  readonly before?: number | undefined;
  readonly subjectType?: SubjectType | undefined;
  readonly subjectId?: number | undefined;
  readonly user?: number | undefined;
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
}
