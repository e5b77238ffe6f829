import type { Refusal } from '../../core/listeners/index.ts';
import type { RunId } from '../../lib/ids.ts';
import type { Counted } from './count-request.ts';
import type { ResolvedListener } from './resolve-listener.ts';
import type { ListenerResponse } from './responses.ts';

/** What the checks of a request led to. */
export type Outcome = {
  /** Added to every response, including errors. */
  readonly headers: ListenerResponse['headers'];
  /** The listener whose settings applied, if any. */
  readonly listener?: ResolvedListener;
  readonly counted?: Counted | undefined;
} & (
  | {
      readonly kind: 'stored';
      readonly listener: ResolvedListener;
      readonly run: RunId;
      readonly receipt: string | undefined;
    }
  /** The sender asked what became of a delivery. */
  | { readonly kind: 'looked_up'; readonly response: ListenerResponse }
  /** The listener has changed since it was read, so nothing was stored. */
  | { readonly kind: 'stale' }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /** An OPTIONS request was answered with 204. */
  | { readonly kind: 'answered' }
  /** Slack asked whether the URL is right. The response repeats its challenge. */
  | { readonly kind: 'challenged'; readonly challenge: string }
  | { readonly kind: 'unknown_host' }
  | { readonly kind: 'failed'; readonly error: unknown }
);

export type FinalOutcome = Exclude<Outcome, { kind: 'stale' }>;
