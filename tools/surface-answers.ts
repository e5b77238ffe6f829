import { RateUse } from '../server/src/core/access/index.ts';
import { KeyUses } from '../server/src/core/api-keys/index.ts';
import { ListenerUse } from '../server/src/core/listeners/index.ts';
import type { OAuthContext } from '../server/src/core/oauth/index.ts';
import { MetadataDocuments } from '../server/src/core/oauth/index.ts';
import type { Workspace } from '../server/src/core/workspaces/index.ts';
import { apiSurface } from '../server/src/http/api/routes.ts';
import { connectSurface } from '../server/src/http/connections/routes.ts';
import { consoleDataSurface } from '../server/src/http/console/data-surface.ts';
import { consoleSurface } from '../server/src/http/console/routes.ts';
import { listenerEntryPoint } from '../server/src/http/listener/entry-point.ts';
import { mcpSurface } from '../server/src/http/mcp/routes.ts';
import { oauthSurfaces } from '../server/src/http/oauth/routes.ts';
import { openToAll } from '../server/src/http/request/route-table.ts';
import type { Surface } from '../server/src/http/request/surface.ts';
import { buildServer } from '../server/src/http/server/server.ts';
import { setUpSurface } from '../server/src/http/setup/routes.ts';
import { signInSurface } from '../server/src/http/sign-in/routes.ts';
import { HarkError } from '../server/src/lib/errors.ts';
import type { WorkspaceId } from '../server/src/lib/ids.ts';
import { createLogger } from '../server/src/lib/log.ts';
import { createMetrics } from '../server/src/lib/telemetry/metrics.ts';

/** How a surface responds to an error. */
export interface SurfaceAnswer {
  readonly status: number;
  readonly shape: 'nested' | 'flat' | 'problem' | 'JSON-RPC' | 'text' | 'page' | 'empty';
  /** The error's name in a flat body. */
  readonly error: string | undefined;
  /** The surface's own message, if it replaces the error's message. */
  readonly message: string | undefined;
  readonly headers: readonly string[];
}

const noContext = {} as OAuthContext;
const unwanted = (): never => {
  throw new Error('the database is not used here');
};
const documents = new MetadataDocuments(unwanted, { take: unwanted }, { now: unwanted });
const webDirectory = new URL('../server/console/', import.meta.url).pathname;
const told = ['Retry-After', 'WWW-Authenticate'];

/** All surfaces of `hark serve`. */
const surfaces: readonly Surface[] = [
  apiSurface({
    context: noContext,
    findWorkspace: unwanted,
    limiter: { take: unwanted },
    rewritesHeaderNames: false,
    rateUse: new RateUse(),
    keyUses: new KeyUses(),
    dispatch: { claim: unwanted, start: unwanted },
    engine: undefined,
    egressAllow: new Set(),
    hasMail: false,
    runTrialIn: unwanted,
  }),
  mcpSurface({
    context: noContext,
    findWorkspace: unwanted,
    limiter: { take: unwanted },
    rateUse: new RateUse(),
    dispatch: { claim: unwanted, start: unwanted },
    logger: createLogger('silent', 'serve'),
    version: '',
  }),
  ...oauthSurfaces({ context: noContext, limiter: { take: unwanted } }).slice(0, 1),
  setUpSurface({
    readyContext: unwanted,
    askOwnAddress: unwanted,
    trustsProxies: false,
    rewritesHeaderNames: false,
  }),
  signInSurface({
    context: noContext,
    mailer: undefined,
    logger: createLogger('silent', 'serve'),
    egress: unwanted,
  }),
  connectSurface({ context: noContext, egress: unwanted }),
  consoleDataSurface({
    context: noContext,
    mailer: undefined,
    documents,
    dispatch: { claim: unwanted, start: unwanted },
    engine: undefined,
    runTrial: unwanted,
    runTrialIn: unwanted,
    testStep: unwanted,
    rateUse: new RateUse(),
    listenerUse: new ListenerUse(),
    useOfOthers: undefined,
    askOwnAddress: unwanted,
    egress: unwanted,
    egressAllow: new Set(),
    playDemo: unwanted,
  }),
  consoleSurface({
    webDirectory,
    openApi: unwanted,
    apiReference: unwanted,
    securityContact: '',
  }),
];

type Throwable = Pick<HarkError, 'kind' | 'code' | 'message'>;

/**
 * Sends requests to the real server, in which every surface throws each of its errors. This way the errors page
 * shows exactly what callers get.
 */
export async function askSurfaces(
  errors: ReadonlyMap<string, readonly Throwable[]>,
): Promise<Map<string, SurfaceAnswer[]>> {
  const workspace = {
    id: 1 as WorkspaceId,
    name: 'Any',
    baseUrl: 'http://any.test',
    host: 'any.test',
    listenerHost: null,
    isSuspended: false,
  };
  const server = buildServer({
    logger: createLogger('silent', 'serve'),
    metrics: createMetrics(),
    findWorkspace: async () => workspace,
    readiness: [],
    trustProxy: undefined,
    surfaces: surfaces.map((surface) => throwing(surface, errors.get(surface.name) ?? [])),
    listeners: throwingListeners(workspace, errors.get('listener') ?? []),
  });
  const { port } = await server.listen({ host: '127.0.0.1', port: 0 });
  try {
    const answers = new Map<string, SurfaceAnswer[]>();
    const askAll = async (name: string, pathOf: (index: number) => string) => {
      const paths = (errors.get(name) ?? []).map((_, index) => pathOf(index));
      answers.set(name, await Promise.all(paths.map((path) => ask(`http://127.0.0.1:${port}${path}`))));
    };
    for (const { name, prefix } of surfaces) {
      await askAll(name, (index) => `${prefix ?? ''}/throw/${name}/${index}`);
    }
    await askAll('listener', (index) => `/listener/${hashOf(index)}/${hashOf(0)}`);
    return answers;
  } finally {
    await server.drain();
  }
}

/**
 * Builds a surface that throws errors. Workspaces are found by host alone, because a surface's own lookup would
 * need a database.
 */
const throwing = ({ resolve: _, ...surface }: Surface, errors: readonly Throwable[]): Surface => ({
  ...surface,
  checks: [],
  routes: errors.map(({ kind, code, message }, index) => ({
    method: 'GET',
    path: `/throw/${surface.name}/${index}`,
    permission: openToAll('only the response is inspected'),
    handler: async () => {
      throw new HarkError(kind, code, message);
    },
  })),
});

const hashOf = (index: number) => index.toString(16).padStart(32, '0');

type ListenerOptions = Parameters<typeof listenerEntryPoint>[0];

/** Builds listeners that throw errors. The URL's first hash selects the error that the listener lookup throws. */
function throwingListeners(workspace: Workspace, errors: readonly Throwable[]) {
  const directory: Pick<ListenerOptions['directory'], 'recall' | 'find'> = {
    recall: () => undefined,
    find: async (_context, _workspace, _host, { first }) => {
      const error = errors[Number.parseInt(first, 16)];
      throw error && new HarkError(error.kind, error.code, error.message);
    },
  };
  return listenerEntryPoint({
    findWorkspace: async () => workspace,
    context: noContext,
    directory,
  } as unknown as ListenerOptions);
}

type Body = { readonly jsonrpc?: string; readonly error?: string | { readonly message: string } };

async function ask(url: string): Promise<SurfaceAnswer> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(10_000) });
  const text = await answer.text();
  const type = answer.headers.get('content-type') ?? '';
  const body: Body = type.startsWith('application/json') ? (JSON.parse(text) as Body) : {};
  const { error } = body;
  return {
    status: answer.status,
    shape: body.jsonrpc === undefined ? shapeOf(type, text, error) : 'JSON-RPC',
    error: typeof error === 'string' ? error : undefined,
    message: typeof error === 'object' ? error.message : undefined,
    headers: told.filter((name) => answer.headers.has(name)),
  };
}

function shapeOf(type: string, text: string, error: Body['error']): SurfaceAnswer['shape'] {
  if (typeof error === 'object') return 'nested';
  if (typeof error === 'string') return 'flat';
  if (type.startsWith('application/problem+json')) return 'problem';
  if (text === '') return 'empty';
  return type.startsWith('text/html') ? 'page' : 'text';
}
