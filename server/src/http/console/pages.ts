import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendPage } from '../pages/not-found-page.ts';
import { openToAll, type Route } from '../request/route-table.ts';
import { hostOf, workspaceOf } from '../request/workspace-by-host.ts';

/** Paths that the console's own router handles. All other paths are not found. */
const firstSegments = ['leads', 'workflows', 'runs', 'requests', 'settings', 'profile'] as const;

const types = new Map([
  ['js', 'text/javascript; charset=utf-8'],
  ['css', 'text/css; charset=utf-8'],
  ['svg', 'image/svg+xml'],
  ['woff2', 'font/woff2'],
]);

/**
 * Builds the content security policy. It allows only the asset folder, because listeners on this host return
 * content that workflows choose. Style elements that the page creates carry the response's nonce.
 */
const policyWith = (assets: string, nonce: string) =>
  [
    "default-src 'none'",
    `script-src ${assets}`,
    `style-src ${assets} 'nonce-${nonce}'`,
    "img-src 'self' data:",
    `font-src ${assets}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/**
 * Returns the asset folder at the request's host and at the workspace's own host, in case a proxy replaces
 * the Host header. A policy can't contain an IPv6 address, so if the host is one, the policy allows the whole
 * host.
 */
function assetSource(request: FastifyRequest): string {
  const hosts = [...new Set([hostOf(request.raw), workspaceOf(request).host])];
  const canBeNamed = hosts.every((host) => /^[a-z0-9.-]+(:\d+)?$/.test(host));
  return canBeNamed ? hosts.map((host) => `${host}/assets/`).join(' ') : "'self'";
}

/** Placeholder for the nonce in web/index.html. */
const nonceMark = '__NONCE__';

const permission = openToAll('the page contains no data');

/** Serves the built console: one page for all its URLs, and its files. They are read once, at startup. */
export function pageRoutes(webDirectory: string): Route[] {
  const page = join(webDirectory, 'index.html');
  const handler = existsSync(page) ? sendConsole(readFileSync(page, 'utf8')) : sendNotBuilt;
  const paths = ['/', ...firstSegments.flatMap((segment) => [`/${segment}`, `/${segment}/*`])];
  return [
    ...paths.map((path): Route => ({ method: 'GET', path, permission, handler })),
    ...assetRoutes(join(webDirectory, 'assets')),
  ];
}

const sendConsole = (html: string) => (request: FastifyRequest, reply: FastifyReply) => {
  const nonce = randomBytes(16).toString('base64');
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policyWith(assetSource(request), nonce))
    .header('referrer-policy', 'same-origin')
    .send(html.replaceAll(nonceMark, nonce));
};

const sendNotBuilt = (_request: FastifyRequest, reply: FastifyReply) =>
  sendPage(reply, 200, "The console isn't built", [
    'Listeners, the REST API, OAuth and AI agents work without it. To build it, run `npm run build` and restart Hark.',
  ]);

/** Serves the assets. File names contain a content hash, so browsers can cache the files indefinitely. */
function assetRoutes(folder: string): Route[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).map((name): Route => {
    const plain = readFileSync(join(folder, name));
    const type = types.get(name.split('.').at(-1) ?? '') ?? 'application/octet-stream';
    let packed: Promise<Buffer> | undefined;
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      const takesGzip = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
      if (takesGzip) packed ??= promisify(gzip)(plain, { level: 9 });
      reply
        .type(type)
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('vary', 'accept-encoding');
      if (packed === undefined || !takesGzip) return reply.send(plain);
      return reply.header('content-encoding', 'gzip').send(await packed);
    };
    return { method: 'GET', path: `/assets/${name}`, permission, handler };
  });
}
