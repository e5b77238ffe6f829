// The baseline for the completion benchmark: a service with three journaled steps that do nothing.
import { createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { type Context, createEndpointHandler, createServiceHandler, service } from '@restatedev/restate-sdk';

const bare = service({
  name: 'bare',
  handlers: {
    // Like Hark, keep no data about finished invocations.
    run: createServiceHandler(
      { journalRetention: 0, idempotencyRetention: 0 },
      async (context: Context): Promise<{ ok: boolean }> => {
        await context.run('first', () => true);
        await context.run('second', () => true);
        await context.run('third', () => true);
        return { ok: true };
      },
    ),
  },
});

process.on('disconnect', () => process.exit());
const server = createServer(createEndpointHandler({ services: [bare], logger: () => {} }));
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
