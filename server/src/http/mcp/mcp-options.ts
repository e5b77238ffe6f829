import type { RateUse } from '../../core/access/index.ts';
import type { Context } from '../../core/context/index.ts';
import type { RunDispatch } from '../../core/runs/index.ts';
import type { Workspace } from '../../core/workspaces/index.ts';
import type { RateLimiter } from '../../lib/limits/token-bucket.ts';
import type { Logger } from '../../lib/log.ts';

export interface McpOptions {
  readonly context: Context;
  readonly findWorkspace: (host: string) => Promise<Workspace | undefined>;
  readonly limiter: RateLimiter;
  /** Records which callers use the rate limit. */
  readonly rateUse: RateUse;
  readonly dispatch: RunDispatch;
  readonly logger: Logger;
  /** Hark's version, as reported to agents. */
  readonly version: string;
}
