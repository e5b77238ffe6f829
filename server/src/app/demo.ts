import { request } from 'node:http';
import { type DemoStage, playDemo, type SendDelivery } from '../core/demo/index.ts';
import type { ConsoleData } from '../http/console/console-data.ts';
import { messageOf } from '../lib/errors.ts';
import type { RunId } from '../lib/ids.ts';
import type { Logger } from '../lib/log.ts';

const timeoutMs = 30_000;

/** Where this process listens. The port is final once it does. */
export interface OwnAddress {
  readonly host: string;
  readonly port: number;
}

/** Sends the sample requests in the background. The progress is stored in the database. */
export const demoPlayer =
  (engine: DemoStage['engine'], logger: Logger, here: OwnAddress): ConsoleData['playDemo'] =>
  (context, controller, demo) => {
    const send: SendDelivery = (delivery) => deliver(here, delivery);
    void playDemo({ context, controller, engine, send }, demo).catch((error: unknown) =>
      logger.warn({ reason: messageOf(error) }, 'sample data incomplete'),
    );
  };

/** Sends a request to this server directly, because its public URL may not work yet. */
function deliver(
  { host, port }: OwnAddress,
  { url, headers, body }: Parameters<SendDelivery>[0],
): ReturnType<SendDelivery> {
  const { host: asked, pathname } = new URL(url);
  const options = { host, port, path: pathname, method: 'POST', timeout: timeoutMs };
  return new Promise((resolve, reject) => {
    const sent = request({ ...options, headers: { ...headers, host: asked } }, (answer) => {
      answer.resume();
      answer.on('error', reject);
      answer.on('end', () => {
        const run = answer.headers['x-run-id']?.toString();
        resolve({ status: answer.statusCode ?? 0, run: run as RunId | undefined });
      });
    });
    sent.on('timeout', () => sent.destroy(new Error('no response in time')));
    sent.on('error', reject);
    sent.end(JSON.stringify(body));
  });
}
