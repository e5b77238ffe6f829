import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A server of somebody else, on this machine. */
export interface OutsideServer {
  readonly port: number;
  readonly url: string;
  /** `host:port`, as HARK_EGRESS_ALLOW has it. */
  readonly place: string;
  /** How many connections were made to it. */
  connections(): number;
}

/** Starts a server that answers in HTTP, for the length of a test. */
export const startOutside = (answer: RequestListener): Promise<OutsideServer> =>
  start(createHttpServer(answer));

/** Starts a server that does with a connection what it likes. */
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
