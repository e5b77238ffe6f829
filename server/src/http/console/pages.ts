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
const firstSegments = [
  'leads',
  'workflows',
  'runs',
  'requests',
  'approvals',
  'proposals',
  'settings',
  'apps',
] as const;

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

type PageHandler = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** Returns the handler that sends the built console, with the files of one of its areas. The page is read once, at startup. */
export function consolePage(webDirectory: string, area: string): PageHandler {
  const page = join(webDirectory, 'index.html');
  if (!existsSync(page)) return sendNotBuilt;
  return sendConsole(withPreloads(readFileSync(page, 'utf8'), assetNames(webDirectory), area));
}

function assetNames(webDirectory: string): string[] {
  const folder = join(webDirectory, 'assets');
  return existsSync(folder) ? readdirSync(folder) : [];
}

/** Serves the console: one page for all its URLs, and its files. */
export function pageRoutes(webDirectory: string): Route[] {
  const assets = join(webDirectory, 'assets');
  const pageRoute = (path: string, area: string): Route => ({
    method: 'GET',
    path,
    permission,
    handler: consolePage(webDirectory, area),
  });
  return [
    pageRoute('/', 'home'),
    ...firstSegments.flatMap((segment) => [
      pageRoute(`/${segment}`, segment),
      pageRoute(`/${segment}/*`, segment),
    ]),
    ...assetNames(webDirectory)
      .filter((name) => !name.endsWith('.br'))
      .map((name) => assetRoute(assets, name)),
  ];
}

/**
 * Adds links to the files of the page's area and to those that all areas share. Without them, the browser would find
 * these files only after it has run the console. web/vite.config.ts names the files after their area.
 */
function withPreloads(html: string, names: readonly string[], area: string): string {
  const files = area === 'home' ? 'home' : `home|shared|${area}`;
  const links = names
    .filter((name) => new RegExp(`^(${files})-[\\w-]{8}\\.(js|css)$`).test(name))
    .map((name) => {
      const rel = name.endsWith('.css') ? 'stylesheet' : 'modulepreload';
      return `<link rel="${rel}" crossorigin href="/assets/${name}">`;
    });
  return html.replace('<div id="root">', `${links.join('')}<div id="root">`);
}

const sendConsole =
  (html: string): PageHandler =>
  (request, reply) => {
    const nonce = randomBytes(16).toString('base64');
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policyWith(assetSource(request), nonce))
      .header('referrer-policy', 'same-origin')
      .send(html.replaceAll(nonceMark, nonce));
  };

const sendNotBuilt: PageHandler = (_request, reply) =>
  sendPage(reply, 200, "The console isn't built", [
    'Listeners, the REST API, OAuth and AI agents work without it. To build it, run `npm run build` and restart Hark.',
  ]);

/**
 * Serves an asset. File names contain a content hash, so browsers can cache the files indefinitely. The build has
 * compressed scripts and styles with Brotli, which browsers accept over HTTPS.
 */
function assetRoute(folder: string, name: string): Route {
  const file = join(folder, name);
  const plain = readFileSync(file);
  const brotli = existsSync(`${file}.br`) ? readFileSync(`${file}.br`) : undefined;
  const type = types.get(name.split('.').at(-1) ?? '') ?? 'application/octet-stream';
  let gzipped: Promise<Buffer> | undefined;
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const accepted = request.headers['accept-encoding'] ?? '';
    reply
      .type(type)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('vary', 'accept-encoding');
    if (brotli && /\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(brotli);
    if (!/\bgzip\b/.test(accepted)) return reply.send(plain);
    gzipped ??= promisify(gzip)(plain, { level: 9 });
    return reply.header('content-encoding', 'gzip').send(await gzipped);
  };
  return { method: 'GET', path: `/assets/${name}`, permission, handler };
}
