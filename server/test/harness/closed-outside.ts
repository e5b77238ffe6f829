import type { Outside } from '../../src/engine/interpreter/calls/outside-call.ts';
import { createEgress } from '../../src/lib/egress/egress.ts';

/** The egress client and mailer of an installation that can neither make outgoing requests nor send email. */
export const closedOutside: Outside = {
  egress: createEgress({ ports: new Set(), allow: new Set() }),
  mailer: undefined,
};
