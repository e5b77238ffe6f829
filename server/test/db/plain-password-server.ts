import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Secret } from '../../src/lib/crypto/secret.ts';

/**
 * Starts a server in front of PostgreSQL that rejects statements with a SCRAM verifier in Neon's words, and passes
 * everything else on. PostgreSQL itself can't do this: it has no event trigger for roles.
 */
export async function startPlainPasswordServer(postgres: Secret) {
  const { hostname, port } = new URL(postgres.reveal());
  const sockets = new Set<Socket>();
  let rejected = 0;
  const server = createServer((client) => {
    const database = connect(Number(port), hostname);
    for (const [socket, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => other.destroy());
    }
    database.pipe(client);
    client.on('data', (message) => {
      if (!message.includes("password 'SCRAM-SHA-256$")) return void database.write(message);
      rejected++;
      client.write(rejection);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(postgres.reveal());
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: new Secret(url.href),
    rejected: () => rejected,
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

const text =
  'Received HTTP code 400 from control plane: {"error":"Neon only supports being given plaintext passwords"}';

/** An error response, then the message that the next statement can be sent. */
const rejection = Buffer.concat([
  messageOf('E', `SERROR\0VERROR\0CXX000\0M${text}\0\0`),
  messageOf('Z', 'I'),
]);

function messageOf(type: string, body: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + Buffer.byteLength(body));
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body)]);
}
