import type { Outside } from '../../../src/engine/interpreter/calls/outside-call.ts';
import { Secret } from '../../../src/lib/crypto/secret.ts';
import { createEgress } from '../../../src/lib/egress/egress.ts';
import { createMailer } from '../../../src/lib/mail.ts';
import type { OutsideServer } from '../../harness/servers/outside-server.ts';

/** Egress that reaches these servers only. */
export const reaching = (...servers: readonly OutsideServer[]): Outside => ({
  egress: createEgress({ ports: new Set([443]), allow: new Set(servers.map(({ place }) => place)) }),
  mailer: undefined,
});

/** A mail server, and egress that reaches no other server. */
export const mailingTo = (url: string): Outside => ({
  ...reaching(),
  mailer: createMailer({ url: new Secret(url), from: 'hark@acme.test' }),
});

/** A step that makes an HTTP request. */
export const call = (url: string, more: Record<string, unknown> = {}) => ({
  name: 'call',
  type: 'http.request',
  url,
  ...more,
});

export const once = { retry: { max_attempts: 1 } };
