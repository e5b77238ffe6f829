import type { Outside } from '../../src/engine/interpreter/calls/outside-call.ts';
import { createEgress } from '../../src/lib/egress/egress.ts';

/** An installation that may call nobody. */
export const closedOutside: Outside = {
  egress: createEgress({ ports: new Set(), allow: new Set() }),
  mailer: undefined,
};
