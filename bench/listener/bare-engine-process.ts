// The bare side of completing: a service of three journalled steps that do nothing, and nothing around it.
import { createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { type Context, createEndpointHandler, createServiceHandler, service } from '@restatedev/restate-sdk';

const bare = service({
  name: 'bare',
  handlers: {
    // Nothing is kept of what has ended, as with ours.
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
