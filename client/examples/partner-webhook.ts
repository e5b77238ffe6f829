// Your system tells a guarded listener that something happened. However often this runs for one event, it becomes one run.
//
//   LISTENER_URL=https://…/listener/…/… LISTENER_KEY=… LISTENER_SECRET=… node partner-webhook.ts
import { callListener } from '@hark/client';

const order = { id: 'order-4711', email: 'noa@example.test', total: 42.5 };

const { kind, runId } = await callListener({
  url: process.env.LISTENER_URL ?? '',
  data: order,
  // Signed anew for each try, good for five minutes. `data` is what the workflow can trust.
  token: {
    key: process.env.LISTENER_KEY ?? '',
    secret: process.env.LISTENER_SECRET ?? '',
    data: { shop: 'Bern' },
  },
  deliveryKey: order.id,
});

console.log(`${kind}: run ${runId}`);
