import type { RateUse } from '../../core/access/index.ts';
import type { Context } from '../../core/context/index.ts';
import type { RunDispatch } from '../../core/runs/index.ts';
import type { Workspace } from '../../core/workspaces/index.ts';
import type { RateLimiter } from '../../lib/limits/token-bucket.ts';
import type { Logger } from '../../lib/log.ts';

/** What the agent surface works with. */
export interface McpOptions {
  readonly context: Context;
  readonly findWorkspace: (host: string) => Promise<Workspace | undefined>;
  readonly limiter: RateLimiter;
  /** Where it is noted who uses up the ceiling. */
  readonly rateUse: RateUse;
  readonly dispatch: RunDispatch;
  readonly logger: Logger;
  /** Of the product, as agents are told. */
  readonly version: string;
}
