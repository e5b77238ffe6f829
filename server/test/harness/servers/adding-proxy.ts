import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Starts a proxy for a server on this machine that only adds headers, for programs that can't send them. */
export async function startAddingProxy(port: () => number, added: () => Record<string, string>) {
  const proxy = createServer((incoming, answer) => {
    const headers = { ...incoming.headers, ...added() };
    const { method, url: path } = incoming;
    const passed = request({ host: '127.0.0.1', port: port(), method, path, headers }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.rawHeaders);
      reply.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    incoming.on('error', () => passed.destroy()).pipe(passed);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    port: (proxy.address() as AddressInfo).port,
    close: () => new Promise((resolve) => proxy.close(resolve).closeAllConnections()),
  };
}
