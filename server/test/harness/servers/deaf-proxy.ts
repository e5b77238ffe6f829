import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Forwards everything until `lose` makes it drop notifications. */
export interface DeafProxy {
  readonly port: number;
  /**
   * From this call on, connections that use LISTEN receive nothing (`swallow`), or are closed when they start to
   * listen (`cut`).
   */
  lose(how: 'swallow' | 'cut'): void;
  /** Returns how many chunks or connections were dropped. */
  lost(): number;
  close(): void;
}

/** A listening connection sends its application name first, and `listen` a little later. */
const listening = Buffer.from('hark-notifications');

/** Starts a proxy between a process and PostgreSQL that can drop notifications. */
export async function startDeafProxy(target: { host: string; port: number }): Promise<DeafProxy> {
  const sockets = new Set<Socket>();
  const listeners = new Set<Socket>();
  let how: 'swallow' | 'cut' | undefined;
  let lost = 0;
  const server = createServer((near) => {
    const far = connect(target.port, target.host);
    let isListener = false;
    near.once('data', (chunk: Buffer) => {
      isListener = chunk.includes(listening);
      if (isListener) listeners.add(near);
      if (isListener && how === 'cut') near.destroy();
    });
    near.on('data', (chunk) => far.write(chunk));
    far.on('data', (chunk) => {
      if (isListener && how === 'swallow') lost++;
      else near.write(chunk);
    });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.setNoDelay();
      from.on('close', () => {
        sockets.delete(from);
        listeners.delete(from);
        to.destroy();
      });
      from.on('error', () => to.destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    lose(wanted) {
      how = wanted;
      if (wanted === 'swallow') return;
      for (const socket of listeners) {
        lost++;
        socket.destroy();
      }
    },
    lost: () => lost,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
