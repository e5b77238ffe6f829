import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ReceivedEvent } from '../../chaos/follow-ups.ts';
import { verifyEvent } from '../../chaos/partner.ts';

/** Returns the status of the response, or undefined if there is none. `count` is the number of different events so far. */
type Behavior = (isFirstAttempt: boolean, count: number) => number | undefined;

/** How many attempts never get a response. Each of them takes 15 seconds. */
const hangingAttempts = 100;
/** After how many events the receiver no longer wants any. */
const goneAfter = 100;

class DifficultReceiver {
  /** Events that were confirmed with a 2xx status. */
  readonly events: ReceivedEvent[] = [];
  attempts = 0;
  /** Requests whose signature was wrong. */
  unverified = 0;
  behavior: Behavior;
  readonly #ids = new Set<string>();

  constructor(behavior: Behavior) {
    this.behavior = behavior;
  }

  /** Returns the status of the response, or undefined if there is none. */
  receive(body: string, headers: NodeJS.Dict<string | string[]>): number | undefined {
    this.attempts++;
    try {
      const event = verifyEvent(body, headers);
      const isFirstAttempt = !this.#ids.has(event.id);
      this.#ids.add(event.id);
      const status = this.behavior(isFirstAttempt, this.#ids.size);
      if (status === 200) this.events.push(event);
      return status;
    } catch {
      this.unverified++;
      return 401;
    }
  }
}

/** Receivers that fail in different ways, and a private server to which one of them redirects. */
export async function startDifficultReceivers() {
  const receivers = {
    failing: new DifficultReceiver((isFirstAttempt, count) =>
      isFirstAttempt && count % 4 === 0 ? 503 : 200,
    ),
    hanging: new DifficultReceiver((isFirstAttempt, count) =>
      isFirstAttempt && count <= hangingAttempts ? undefined : 200,
    ),
    redirecting: new DifficultReceiver(() => 302),
    gone: new DifficultReceiver((_, count) => (count > goneAfter ? 410 : 200)),
  };
  let reachedPrivately = 0;
  const [hidden, hiddenHost] = await listen((_, response) => {
    reachedPrivately++;
    response.end();
  });
  const byPath = new Map(Object.entries(receivers).map(([name, receiver]) => [`/${name}`, receiver]));
  const [server, host] = await listen(async (request, response) => {
    const body = await text(request).catch(() => '');
    const status = byPath.get(request.url ?? '')?.receive(body, request.headers);
    if (status !== undefined) response.writeHead(status, { location: `http://${hiddenHost}/` }).end();
  });
  return {
    ...receivers,
    host,
    /** How often the private server was called. */
    reachedPrivately: () => reachedPrivately,
    close() {
      for (const open of [server, hidden]) {
        open.close();
        open.closeAllConnections();
      }
    },
  };
}

async function listen(answer: RequestListener): Promise<[Server, host: string]> {
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return [server, `127.0.0.1:${(server.address() as AddressInfo).port}`];
}
