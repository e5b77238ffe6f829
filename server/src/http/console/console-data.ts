import type { RateCaller, RateUse } from '../../core/access/index.ts';
import type { Context } from '../../core/context/index.ts';
import type { DemoPlace } from '../../core/demo/index.ts';
import type { ListenerUse } from '../../core/listeners/index.ts';
import type { MetadataDocuments } from '../../core/oauth/index.ts';

import type {
  RunController,
  RunDispatch,
  RunEngine,
  RunTrial,
  RunTrialIn,
  TestStep,
} from '../../core/runs/index.ts';
import type { Ask } from '../../core/self-check/index.ts';
import type { Egress } from '../../lib/egress/egress.ts';
import type { ListenerId } from '../../lib/ids.ts';
import type { UseOfOthers } from '../../lib/limits/shared-use.ts';
import type { Mailer } from '../../lib/mail.ts';

export interface ConsoleData {
  readonly context: Context;
  /** Without a mailer, administrators pass links on themselves. */
  readonly mailer: Mailer | undefined;
  readonly documents: MetadataDocuments;
  readonly rateUse: RateUse;
  readonly listenerUse: ListenerUse;
  /** Returns the usage counted by other processes. Undefined if Redis isn't configured. */
  readonly useOfOthers:
    | { readonly requests: UseOfOthers<RateCaller>; readonly listeners: UseOfOthers<ListenerId> }
    | undefined;
  /** Calls a workspace at its own URL, and no other URL. */
  readonly askOwnAddress: (baseUrl: string) => Ask;
  /** Dispatches a newly stored run to the engine. */
  readonly dispatch: RunDispatch;
  /** Cancels runs. Without an engine, only the fence stops them. */
  readonly engine: Pick<RunEngine, 'cancel'> | undefined;
  /** Runs a workflow as a test and rolls it back. */
  readonly runTrial: RunTrial;
  readonly runTrialIn: RunTrialIn;
  /** Tests a single step, and sends its HTTP request if the user asks for it. */
  readonly testStep: TestStep;
  /** Sends requests to the identity provider that an administrator tests. */
  readonly egress: Egress;
  /** The operator's HARK_EGRESS_ALLOW: only these hosts can have a connection over http. */
  readonly egressAllow: ReadonlySet<string>;
  /** Sends the sample requests. It continues after the response. */
  readonly playDemo: (context: Context, controller: RunController, demo: DemoPlace) => void;
}
