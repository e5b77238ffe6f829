import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type createReceiver, messages } from '../../core/workspace-move/index.ts';
import type { Secret } from '../../lib/crypto/secret.ts';
import { HarkError, isOutage, isRefusal } from '../../lib/errors.ts';
import type { Logger } from '../../lib/log.ts';
import { readBody } from '../../lib/read-body.ts';

/** A page of runs with large inputs. */
const maxBytes = 2 ** 30;

type Name = keyof typeof messages;
const isName = (name: string): name is Name => Object.hasOwn(messages, name);

/** Serves the messages of `hark workspace move` at `POST /<name>`, only to callers with the token (spec/cells §4.3). */
export async function startReceiverServer(
  receiver: ReturnType<typeof createReceiver>,
  { host, port, token, logger }: { host: string; port: number; token: Secret; logger: Logger },
): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    serve(receiver, token, request, response).catch((error: unknown) => {
      logger.error({ err: error }, 'receiving failed');
      respond(response, 500, { error: 'This installation could not store the rows. See its log.' });
    });
  });
  server.on('error', (error: NodeJS.ErrnoException) =>
    logger.error({ reason: error.code }, 'receiver error'),
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => resolve(void server.off('error', reject)));
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
  };
}

async function serve(
  receiver: ReturnType<typeof createReceiver>,
  token: Secret,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const name = (request.url ?? '').slice(1);
  if (!isAuthorized(request, token)) return respond(response, 401, { error: 'The token is wrong.' });
  if (request.method !== 'POST' || !isName(name))
    return respond(response, 404, { error: 'Unknown message.' });
  try {
    const body: unknown = JSON.parse(await readText(request));
    const handle = receiver[name] as (message: unknown) => Promise<object>;
    respond(response, 200, await handle(readBody(messages[name], body)));
  } catch (error) {
    if (!isRefusal(error) && !isOutage(error)) throw error;
    respond(response, isOutage(error) ? 503 : 409, { error: error.message });
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest();

const isAuthorized = ({ headers }: IncomingMessage, token: Secret): boolean =>
  timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token.reveal()}`));

async function readText(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > maxBytes) throw new HarkError('invalid', 'body_too_large', 'The message is too large.');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function respond(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
