import type { LeadId } from '../../lib/ids.ts';

/** A call as it begins: who, by which client, which tool, with what. */
export interface BegunCall {
  readonly at: Date;
  readonly user: { readonly id: number; readonly name: string };
  readonly client: { readonly type: string; readonly id: number | null; readonly name: string };
  readonly tool: string;
  /** JSON, without secrets. */
  readonly arguments: string;
}

/** How it ended. */
export interface EndedCall {
  /** `ok`, or the code of the refusal. */
  readonly outcome: string;
  readonly resultBytes: number;
  readonly durationMs: number;
  /** The leads that it was about, or that it showed. */
  readonly leads: readonly LeadId[];
}

/** A part of the log: the newest `limit` of those that fit. */
export interface CallPage {
  readonly limit: number;
  /** The id of the last one seen. */
  readonly before?: number | undefined;
  readonly tool?: string | undefined;
  readonly user?: number | undefined;
  /** Only those that went well, or only the others: refused, failed, or never ended. */
  readonly isOk?: boolean | undefined;
}

/** A line of `hark agent-calls`. What did not come back has no end. */
export interface AgentCall extends BegunCall {
  readonly id: number;
  readonly outcome: string | null;
  readonly resultBytes: number | null;
  readonly durationMs: number | null;
  readonly leads: readonly LeadId[];
}
