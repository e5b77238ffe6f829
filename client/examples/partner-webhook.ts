// Sends an event to a listener that requires signed tokens. Sending the same event again doesn't start another run.
//
//   LISTENER_URL=https://…/listener/…/… LISTENER_KEY=… LISTENER_SECRET=… node partner-webhook.ts
import { callListener } from '@harkhq/client';

const order = { id: 'order-4711', email: 'noa@example.test', total: 42.5 };

const { kind, runId } = await callListener({
  url: process.env.LISTENER_URL ?? '',
  data: order,
  // Each attempt gets a new token that is valid for five minutes. The workflow can trust the signed `data`.
  token: {
    key: process.env.LISTENER_KEY ?? '',
    secret: process.env.LISTENER_SECRET ?? '',
    data: { shop: 'Bern' },
  },
  deliveryKey: order.id,
});

console.log(`${kind}: run ${runId}`);
