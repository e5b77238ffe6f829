import type { RunId, UserId } from '../../lib/ids.ts';

/** How history and audit log name the source of a change (spec/rest-api §5.5). */
export type MeansType =
  | 'ui'
  | 'api_key'
  | 'api_client'
  | 'oauth_client'
  | 'mcp'
  | 'workflow'
  | 'apply'
  | 'command';

export interface Means {
  readonly type: MeansType;
  readonly id?: number;
  readonly name?: string;
  /** For a workflow: its run. */
  readonly run?: RunId;
  /** The run that started `run`. */
  readonly startedBy?: RunId;
}

/** `user` is null for operator commands. */
export interface Actor {
  readonly user: { readonly id: UserId; readonly name: string } | null;
  readonly means: Means;
  /** A caller's IP address, or the account and machine that a command runs on. */
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
  'saved_view',
  'import',
  'export',
  'bulk_change',
  'workflow',
  'listener',
  'runs',
] as const;
export type SubjectType = (typeof subjectTypes)[number];

/** Only the values that changed, old and new; never those of secrets. */
export interface AuditedChange {
  readonly action:
    | 'created'
    | 'changed'
    | 'deleted'
    | 'erased'
    | 'blocked'
    | 'run cancelled'
    | 'run retried'
    | 'request replayed'
    | 'steps tried';
  readonly subject: {
    readonly type: SubjectType;
    readonly id: number;
    readonly name: string;
  };
  readonly old: Readonly<Record<string, unknown>>;
  readonly new: Readonly<Record<string, unknown>>;
}

/** Replaces a secret value: the audit log records that it changed, never its value. */
export const concealed = '[secret]';

export interface AuditEntry extends AuditedChange {
  readonly id: number;
  readonly at: Date;
  readonly user: { readonly id: number; readonly name: string } | null;
  readonly means: { readonly type: string; readonly name: string | null };
  readonly origin: string | null;
}

/** The newest `limit` entries that match. */
export interface AuditPage {
  readonly limit: number;
  /** The id of the last entry seen. */
  readonly before?: number | undefined;
  readonly subjectType?: SubjectType | undefined;
  readonly subjectId?: number | undefined;
  readonly user?: number | undefined;
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
}
