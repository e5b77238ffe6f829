import { text } from 'node:stream/consumers';
import { createConnection, type WantedConnection } from '../../../src/core/connections/index.ts';
import { changing } from '../../harness/builders.ts';
import { type OutsideServer, startOutside } from '../../harness/servers/outside-server.ts';
import { resave, type Stage } from '../../runs/run-stage.ts';

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A server that records requests. By default it echoes them. */
export async function startRecorder(
  answer: (request: Received, count: number) => Reply | Promise<Reply> = (request) => ({ body: request }),
): Promise<OutsideServer & { readonly requests: Received[]; to(path: string): Received[] }> {
  const requests: Received[] = [];
  const to = (path: string) => requests.filter((request) => request.path.split('?')[0] === path);
  const server = await startOutside(async (request, response) => {
    const { method = '', url: path = '', headers } = request;
    const received = { method, path, headers, body: await text(request) };
    requests.push(received);
    const count = to(path.split('?')[0] ?? '').length;
    const { status = 200, headers: more = {}, body = {} } = await answer(received, count);
    response.writeHead(status, { 'content-type': 'application/json', ...more });
    response.end(JSON.stringify(body));
  });
  return { ...server, requests, to };
}

/** Creates connections that can use http to these servers. */
export const connect = (
  { context, workspace }: Stage,
  servers: readonly OutsideServer[],
  ...connections: readonly WantedConnection[]
) =>
  changing(context, workspace.id, async (change) => {
    const allow = new Set(servers.map(({ place }) => place));
    const made = [];
    for (const wanted of connections) made.push(await createConnection(change, { allow }, wanted));
    return made;
  });

/** Replaces the workflow's steps by one request, and a step that reads its response. */
export const callWith = (stage: Stage, more: Readonly<Record<string, unknown>>) =>
  resave(stage, {
    steps: [
      { name: 'call', type: 'http.request', url: '{{ __data.url }}', retry: { max_attempts: 1 }, ...more },
      { name: 'later', type: 'set', values: { copy: '{{ steps.call.output }}' } },
    ],
  });
