import { type ClientHttp2Session, type ClientHttp2Stream, connect } from 'node:http2';
import { messageOf, unavailable } from '../../lib/errors.ts';

const answerWithinMs = 2_000;
/** The limit for the engine's responses, which are normally a few hundred bytes long. */
const maximumAnswerLength = 65_536;

export interface EngineAnswer {
  readonly status: number;
  /** Where an error comes from: `ingress`, `invocation`, or undefined. */
  readonly errorSource: string | undefined;
  readonly text: string;
}

interface EngineRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object | null;
}

/** Sends a request to the engine. Throws `unavailable` if the engine doesn't respond in time. */
export type AskEngine = (request: EngineRequest) => Promise<EngineAnswer>;

/** Reads the setting, which contains one URL or the URLs of a cluster's nodes. */
export const addressesIn = (setting: string): string[] => setting.split(',').map((address) => address.trim());

/**
 * Creates a client that tries the other nodes if one doesn't respond. Every request is safe to repeat, because
 * jobs have keys.
 */
export function createEngineHttp(baseUrls: string, setting: string): AskEngine {
  const nodes = addressesIn(baseUrls).map((baseUrl) => askOneNode(baseUrl, setting));
  let current = 0;
  const askFrom = async (request: EngineRequest, left: number): Promise<EngineAnswer> => {
    const asked = current;
    const ask = nodes[asked] as AskEngine;
    try {
      return await ask(request);
    } catch (error) {
      if (current === asked) current = (asked + 1) % nodes.length;
      if (left === 0) throw error;
      return askFrom(request, left - 1);
    }
  };
  return (request) => askFrom(request, nodes.length - 1);
}

/**
 * Connects to one node. A single HTTP/2 connection costs less CPU than HTTP/1.1 or `fetch`
 * (docs/design/engine.md).
 */
function askOneNode(baseUrl: string, setting: string): AskEngine {
  const base = new URL(baseUrl);
  const prefix = base.pathname.replace(/\/$/, '');
  const connection = createConnection(base.origin);

  return async ({ method, path, headers, body }) => {
    const content = body === undefined ? undefined : JSON.stringify(body);
    const { session, release } = connection.take();
    try {
      const stream = session.request({
        ...headers,
        ...(content !== undefined && { 'content-type': 'application/json' }),
        ':method': method,
        ':path': prefix + path,
      });
      stream.end(content);
      return await readAnswer(stream);
    } catch (error) {
      // After any error, open a new connection next time.
      connection.abandon(session);
      throw unavailable(
        'engine_away',
        `The engine isn't responding. Check that restate-server is running and that ${setting} is correct.`,
        messageOf(error),
      );
    } finally {
      release();
    }
  };
}

function createConnection(origin: string) {
  let current: ClientHttp2Session | undefined;
  const users = new Map<ClientHttp2Session, number>();

  const abandon = (session: ClientHttp2Session) => {
    if (current === session) current = undefined;
  };
  const open = () => {
    const session = connect(origin);
    users.set(session, 0);
    // An idle connection doesn't keep the process alive; a request does, through its deadline.
    session.unref();
    session.on('goaway', () => abandon(session));
    session.on('close', () => abandon(session));
    // Each request on this connection gets the error from its own stream.
    session.on('error', () => abandon(session));
    return session;
  };
  return {
    /** Returns the connection for one request. An abandoned connection closes after its last request. */
    take() {
      if (current === undefined || current.closed || current.destroyed) current = open();
      const session = current;
      users.set(session, (users.get(session) ?? 0) + 1);
      const release = () => {
        const left = (users.get(session) ?? 1) - 1;
        users.set(session, left);
        if (left > 0 || session === current) return;
        users.delete(session);
        session.destroy();
      };
      return { session, release };
    },
    abandon,
  };
}

function readAnswer(stream: ClientHttp2Stream): Promise<EngineAnswer> {
  return new Promise((resolve, reject) => {
    let status = 0;
    let errorSource: string | undefined;
    let text = '';
    const deadline = setTimeout(
      () => stream.destroy(new Error(`no response within ${answerWithinMs} ms`)),
      answerWithinMs,
    );
    stream.setEncoding('utf8');
    stream.on('response', (headers) => {
      status = headers[':status'] ?? 0;
      errorSource = headers['x-restate-error-source']?.toString();
    });
    stream.on('data', (part: string) => {
      text += part;
      if (text.length > maximumAnswerLength) stream.destroy(new Error('the response is too large'));
    });
    stream.on('end', () => {
      if (status > 0) resolve({ status, errorSource, text });
    });
    stream.on('error', reject);
    // A stream may close without an `end` or `error` event. If one of them came first, this has no effect.
    stream.on('close', () => {
      clearTimeout(deadline);
      reject(new Error('the connection was closed'));
    });
  });
}
