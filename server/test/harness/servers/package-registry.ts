import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An npm registry with a single package. npm downloads its dependencies from the registry that it normally uses. */
export async function startPackageRegistry(tarball: string, manifest: { name: string; version: string }) {
  const content = readFileSync(tarball);
  const integrity = `sha512-${createHash('sha512').update(content).digest('base64')}`;
  const server = createServer((request, response) => {
    if (request.url?.endsWith('.tgz')) return response.end(content);
    const dist = { integrity, tarball: `${url}/package.tgz` };
    // Like npm's public registry: npm ignores a shrinkwrap file without this field.
    const version = { ...manifest, dist, _hasShrinkwrap: true };
    const versions = { [manifest.version]: version };
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({ name: manifest.name, 'dist-tags': { latest: manifest.version }, versions }),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
