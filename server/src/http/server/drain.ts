import { once } from 'node:events';
import type { Server } from 'node:http';
import { type Socket, Server as TcpServer } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Limits } from './limits.ts';

/** Ends a server without cutting off a caller who is being served. */
export interface Drain {
  readonly isDraining: boolean;
  run(): Promise<void>;
}

/**
 * From the first moment every answer says `Connection: close`, so that busy callers leave by themselves. Idle
 * connections are closed a little later: a request that was on its way when the drain began is still answered.
 */
export function createDrain(server: Server, limits: Limits): Drain {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    // Connections that the kernel made but nobody accepted yet are reset with the listening socket: one turn of the loop
    // accepts those of this moment. Later ones only a balancer can spare, which leaves as soon as `/readyz` says so.
    await setImmediate();
    const closed = once(server, 'close');
    // `http.Server.close` would close idle connections at once and stop the check for slow callers.
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

/** Waits for `event`, but no longer than `timeoutMs`. */
async function within(event: Promise<unknown>, timeoutMs: number): Promise<void> {
  const stop = new AbortController();
  const timeout = setTimeout(timeoutMs, undefined, { signal: stop.signal }).catch(() => undefined);
  await Promise.race([event, timeout]);
  stop.abort();
}
