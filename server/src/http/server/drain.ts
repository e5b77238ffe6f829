import { once } from 'node:events';
import type { Server } from 'node:http';
import { type Socket, Server as TcpServer } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Limits } from './limits.ts';

/** Stops a server without cutting off requests in progress. */
export interface Drain {
  readonly isDraining: boolean;
  run(): Promise<void>;
}

/**
 * Creates a drain. While draining, every response has `Connection: close`, so busy callers disconnect. Idle
 * connections are closed a little later, so requests that are already on their way get a response.
 */
export function createDrain(server: Server, limits: Limits): Drain {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    // Closing the listening socket resets connections that Node hasn't accepted yet. Waiting for one event-loop
    // tick accepts those that have arrived. Only a load balancer that watches `/readyz` can prevent later ones.
    await setImmediate();
    const closed = once(server, 'close');
    // `http.Server.close` would close idle connections immediately, and stop checking for slow callers.
    TcpServer.prototype.close.call(server);
    await within(closed, limits.idleGraceMs);
    server.closeIdleConnections();
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    await within(closed, limits.drainTimeoutMs - limits.idleGraceMs);
    server.closeAllConnections();
  }

  return {
    get isDraining() {
      return running !== undefined;
    },
    run() {
      running ??= run();
      return running;
    },
  };
}

async function within(event: Promise<unknown>, timeoutMs: number): Promise<void> {
  const stop = new AbortController();
  const timeout = setTimeout(timeoutMs, undefined, { signal: stop.signal }).catch(() => undefined);
  await Promise.race([event, timeout]);
  stop.abort();
}
