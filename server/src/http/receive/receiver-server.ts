import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type Admitted,
  type createReceiver,
  MessageAdmission,
  type MessageAnswer,
  messages,
} from '../../core/workspace-move/index.ts';
import type { Secret } from '../../lib/crypto/secret.ts';
import { invalid, isOutage, isRefusal } from '../../lib/errors.ts';
import type { Logger } from '../../lib/log.ts';
import { readBody } from '../../lib/read-body.ts';
import { describeError } from '../request/errors.ts';

/** A page of runs with large inputs. Only a caller with the token can send as much. */
const maxBytes = 2 ** 30;
const headersTimeoutMs = 10_000;

type Name = keyof typeof messages;
const isName = (name: string): name is Name => Object.hasOwn(messages, name);

interface Serving {
  readonly receiver: ReturnType<typeof createReceiver>;
  readonly admission: MessageAdmission;
  readonly logger: Logger;
}

/** Serves the messages of `hark workspace move` at `POST /<name>`, only to callers with the token (spec/cells §4.3). */
export async function startReceiverServer(
  receiver: ReturnType<typeof createReceiver>,
  { host, port, token, logger }: { host: string; port: number; token: Secret; logger: Logger },
): Promise<{ port: number; close(): Promise<void> }> {
  const serving = { receiver, admission: new MessageAdmission(token), logger };
  const server = createServer({ headersTimeout: headersTimeoutMs }, (request, response) => {
    serve(serving, request, response).catch((error: unknown) => {
      // The body was incomplete or changed on its way.
      logger.warn({ reason: (error as NodeJS.ErrnoException).code }, 'message could not be read');
      refuse(response);
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

async function serve(serving: Serving, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const name = (request.url ?? '').slice(1);
  if (name === 'salt') return respond(response, 200, serving.admission.salt);
  const length = Number(request.headers['content-length']);
  const admitted = serving.admission.admit(name, request.headers.authorization, length);
  if (!admitted) return refuse(response);
  const { head, seal } = admitted;
  const message = seal.open('request', head, await readSealed(request, length));
  const answer = await admitted.inOrder(() => handle(serving, admitted, message));
  respond(response, 200, seal.seal('response', head, answer));
}

async function handle(
  { receiver, logger }: Serving,
  { head: { name } }: Admitted,
  message: unknown,
): Promise<MessageAnswer> {
  try {
    if (!isName(name)) throw invalid('unknown_message', `There is no message ${name}.`);
    const answer = receiver[name] as (message: unknown) => Promise<object>;
    return { answer: await answer(readBody(messages[name], message)) };
  } catch (error) {
    if (isRefusal(error)) return { refused: error.message };
    if (isOutage(error)) return { failed: error.message };
    logger.error({ error: describeError(error) }, 'receiving failed');
    return { failed: 'This installation could not store the rows. See its log.' };
  }
}

async function readSealed(request: IncomingMessage, length: number): Promise<Buffer> {
  if (length > maxBytes) throw invalid('body_too_large', 'The message is too large.');
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts);
}

/** The same for all callers without the token, and for all messages that were changed or repeated on their way. */
function refuse(response: ServerResponse): void {
  // Closing the connection ends a body that the caller is still sending.
  respond(response.setHeader('connection', 'close'), 401, 'The message is rejected.\n');
}

function respond(response: ServerResponse, status: number, body: string | Buffer): void {
  response.writeHead(status, { 'content-type': 'application/octet-stream' }).end(body);
}
