import type { RateCaller, RateUse } from '../../core/access/index.ts';
import type { Context } from '../../core/context/index.ts';
import type { DemoPlace } from '../../core/demo/index.ts';
import type { ListenerUse } from '../../core/listeners/index.ts';
import type { MetadataDocuments } from '../../core/oauth/index.ts';
import type { Mailer } from '../../core/password-links/index.ts';
import type { RunController, RunDispatch, RunEngine, RunTrial } from '../../core/runs/index.ts';
import type { Ask } from '../../core/self-check/index.ts';
import type { ListenerId } from '../../lib/ids.ts';
import type { UseOfOthers } from '../../lib/limits/shared-use.ts';

/** What the console's operations get from the one who wires the product together. */
export interface ConsoleData {
  readonly context: Context;
  /** Without one, an administrator hands links on himself. */
  readonly mailer: Mailer | undefined;
  readonly documents: MetadataDocuments;
  /** Who uses up the ceiling of requests. */
  readonly rateUse: RateUse;
  /** Which listeners use up theirs. */
  readonly listenerUse: ListenerUse;
  /** The same as other processes counted it; undefined where they share nothing. */
  readonly useOfOthers:
    | { readonly requests: UseOfOthers<RateCaller>; readonly listeners: UseOfOthers<ListenerId> }
    | undefined;
  /** Asks a workspace at its own address, and no other. */
  readonly askOwnAddress: (baseUrl: string) => Ask;
  /** Hands a run that was just stored to the engine. */
  readonly dispatch: RunDispatch;
  /** Takes back what is cancelled; without one the fence alone does. */
  readonly engine: Pick<RunEngine, 'cancel'> | undefined;
  /** Tries a workflow out and undoes it. */
  readonly runTrial: RunTrial;
  /** Sends what the demonstration shows; it goes on after the answer. */
  readonly playDemo: (context: Context, controller: RunController, demo: DemoPlace) => void;
}
