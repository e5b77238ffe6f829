import type { Context } from '../../core/context/index.ts';
import type { ListenerDirectory, ListenerUse, RefusedRequests } from '../../core/listeners/index.ts';
import type { AcceptQueue, AnswerWaiters, RunDispatch } from '../../core/runs/index.ts';
import type { Workspace } from '../../core/workspaces/index.ts';
import type { RefundingLimiter } from '../../lib/limits/token-bucket.ts';
import type { ServerParts } from '../server/begin-request.ts';
import type { ListenerResolver } from './resolve-listener.ts';

export interface ListenerOptions {
  readonly context: Context;
  readonly findWorkspace: (host: string) => Promise<Workspace | undefined>;
  readonly directory: ListenerDirectory;
  readonly limiter: RefundingLimiter;
  /** Records which listeners use the rate limit. */
  readonly use: ListenerUse;
  readonly queue: AcceptQueue;
  readonly dispatch: RunDispatch;
  readonly waiters: AnswerWaiters;
  readonly refused: RefusedRequests;
}

export interface ListenerParts extends ListenerOptions {
  readonly server: ServerParts;
  readonly resolver: ListenerResolver;
}
