import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * Starts a proxy for a server on this machine that counts round trips. A round trip starts when the client sends data
 * after a response.
 */
export async function startCountingProxy(target: { host: string; port: number }) {
  const sockets = new Set<Socket>();
  let count = 0;
  const server = createServer((near) => {
    const far = connect(target.port, target.host);
    let isAnswered = true;
    near.on('data', (chunk) => {
      if (isAnswered) count++;
      isAnswered = false;
      far.write(chunk);
    });
    far.on('data', (chunk) => {
      isAnswered = true;
      near.write(chunk);
    });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.setNoDelay();
      from.on('close', () => to.destroy());
      from.on('error', () => to.destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    count: () => count,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
