import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A third-party server, simulated on this machine. */
export interface OutsideServer {
  readonly port: number;
  readonly url: string;
  /** The server's `host:port`, as used in HARK_EGRESS_ALLOW. */
  readonly place: string;
  /** Returns the number of connections that the server has accepted. */
  connections(): number;
}

/** Starts an HTTP server for the duration of a test. */
export const startOutside = (answer: RequestListener): Promise<OutsideServer> =>
  start(createHttpServer(answer));

/** Starts a server that handles raw connections. */
export const startRaw = (serve: (socket: Socket) => void): Promise<OutsideServer> =>
  start(createServer(serve));

async function start(server: Server): Promise<OutsideServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections++;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  const place = `127.0.0.1:${port}`;
  return { port, place, url: `http://${place}`, connections: () => connections };
}
