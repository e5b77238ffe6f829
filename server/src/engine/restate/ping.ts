import { randomUUID } from 'node:crypto';
import { createServiceHandler, service } from '@restatedev/restate-sdk';
import type { z } from 'zod';
import type { Clock } from '../../lib/clock.ts';
import type { pong } from './services.ts';

/**
 * Creates the service `hark` with its handler `ping`. A ping shows that the engine reaches a worker, and which
 * one.
 */
export function createPingService(clock: Clock) {
  const worker = randomUUID();
  return service({
    name: 'hark',
    handlers: {
      ping: createServiceHandler(
        {
          // Don't retry. Otherwise, after an hour without a worker, all pings from that hour would be retried
          // over and over.
          retryPolicy: { maxAttempts: 1, onMaxAttempts: 'kill' },
          inactivityTimeout: 2_000,
          abortTimeout: 2_000,
          // The ingress adds an idempotency key to every call, so both retention settings are needed.
          journalRetention: 0,
          idempotencyRetention: 0,
        },
        async (): Promise<z.infer<typeof pong>> => ({ worker, time: clock.now().toISOString() }),
      ),
    },
  });
}
