import type { LeadId } from '../../lib/ids.ts';

export interface BegunCall {
  readonly at: Date;
  readonly user: { readonly id: number; readonly name: string };
  readonly client: { readonly type: string; readonly id: number | null; readonly name: string };
  readonly tool: string;
  /** JSON, without secrets. */
  readonly arguments: string;
}

export interface EndedCall {
  /** `ok`, or the code of the error. */
  readonly outcome: string;
  readonly resultBytes: number;
  readonly durationMs: number;
  /** The leads that the call was about or returned. */
  readonly leads: readonly LeadId[];
}

/** The newest `limit` calls that match. */
export interface CallPage {
  readonly limit: number;
  /** The id of the last call seen. */
  readonly before?: number | undefined;
  readonly tool?: string | undefined;
  readonly user?: number | undefined;
  /** True: only successful calls. False: only calls that were rejected, failed or never ended. */
  readonly isOk?: boolean | undefined;
}

/** A line of `hark agent-calls`. A call that never returned has no end. */
export interface AgentCall extends BegunCall {
  readonly id: number;
  readonly outcome: string | null;
  readonly resultBytes: number | null;
  readonly durationMs: number | null;
  readonly leads: readonly LeadId[];
}
