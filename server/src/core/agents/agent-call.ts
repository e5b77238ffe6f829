import type { LeadId } from '../../lib/ids.ts';

export interface StartedCall {
  readonly at: Date;
  readonly user: { readonly id: number; readonly name: string };
  readonly client: { readonly type: string; readonly id: number | null; readonly name: string };
  readonly tool: string;
  /** The arguments as JSON, without secrets. */
  readonly arguments: string;
}

export interface EndedCall {
  /** `ok`, or the error code. */
  readonly outcome: string;
  /** The error's message, without secrets. Null if the call succeeded. */
  readonly error: string | null;
  readonly resultBytes: number;
  readonly durationMs: number;
  /** The leads that the call was about or returned. */
  readonly leads: readonly LeadId[];
}

/** Selects the newest `limit` calls that match. */
export interface CallPage {
  readonly limit: number;
  /** The ID of the last call on the previous page. */
  readonly before?: number | undefined;
  readonly tool?: string | undefined;
  readonly user?: number | undefined;
  /** True: only successful calls. False: only calls that were rejected, failed or never finished. */
  readonly isOk?: boolean | undefined;
}

/** A line in the output of `hark agent-calls`. A call that never returned has no end time. */
export interface AgentCall extends StartedCall {
  readonly id: number;
  readonly outcome: string | null;
  readonly error: string | null;
  readonly resultBytes: number | null;
  readonly durationMs: number | null;
  readonly leads: readonly LeadId[];
}
