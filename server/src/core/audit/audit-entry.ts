import type { RunId, UserId } from '../../lib/ids.ts';

/** How a change was made, as history and audit log name it (spec/rest-api §5.5). */
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
  /** Of a workflow: the run that it was. */
  readonly run?: RunId;
  /** The run that started that one. */
  readonly startedBy?: RunId;
}

/** Who makes a change: a user or, for the operator's own commands, nobody in the workspace. */
export interface Actor {
  readonly user: { readonly id: UserId; readonly name: string } | null;
  readonly means: Means;
  /** A caller's network address, or the account and machine that a command runs on. */
  readonly origin: string | null;
}

/** What can be changed. */
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

/** What was changed. Values are those that changed, old and new; a secret's are never among them. */
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

/** Stands for a secret value that was set: that it changed is told, what it is never. */
export const concealed = '[secret]';

/** One line of the audit, as it is shown. */
export interface AuditEntry extends AuditedChange {
  readonly id: number;
  readonly at: Date;
  readonly user: { readonly id: number; readonly name: string } | null;
  readonly means: { readonly type: string; readonly name: string | null };
  readonly origin: string | null;
}

/** A part of the audit: the newest `limit` of those that fit. */
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
