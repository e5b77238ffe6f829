import { randomUUID } from 'node:crypto';
import { createServiceHandler, service } from '@restatedev/restate-sdk';
import type { z } from 'zod';
import type { Clock } from '../../lib/clock.ts';
import type { pong } from './services.ts';

/** The service `hark` with its handler `ping`: shows that the engine reaches a worker, and which. */
export function createPingService(clock: Clock) {
  const worker = randomUUID();
  return service({
    name: 'hark',
    handlers: {
      ping: createServiceHandler(
        {
          // A ping that was not answered at once is over: otherwise those of an hour without a worker would stay
          // in the engine and be tried again and again.
          retryPolicy: { maxAttempts: 1, onMaxAttempts: 'kill' },
          inactivityTimeout: 2_000,
          abortTimeout: 2_000,
          // Nothing of it is kept. The ingress gives every call an idempotency key of its own, so both are needed.
          journalRetention: 0,
          idempotencyRetention: 0,
        },
        async (): Promise<z.infer<typeof pong>> => ({ worker, time: clock.now().toISOString() }),
      ),
    },
  });
}
