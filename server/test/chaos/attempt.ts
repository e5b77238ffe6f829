import { Agent, request } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';
import { listenerToken } from './workspace-file.ts';

const timeoutMs = 10_000;
const idleMs = 1_000;

/** The outcome of one request: its run's ID, or a short reason why there was no 2xx response. */
export type Outcome = { readonly run: string } | { readonly error: string };

/** Sends requests over keep-alive connections, as a busy caller does. */
export function createSender(listenerUrl: string) {
  // Idle connections are closed before the server closes them. A request on a connection that is being closed
  // would cause an error that no fault explains.
  const options = { keepAlive: true, maxSockets: 64, timeout: idleMs };
  const isTls = listenerUrl.startsWith('https:');
  // The test proxy's certificate is self-signed.
  const agent = isTls ? new TlsAgent({ ...options, rejectUnauthorized: false }) : new Agent(options);
  return {
    attempt: (body: object, deliveryKey: string | undefined): Promise<Outcome> =>
      new Promise((resolve) => {
        const text = JSON.stringify(body);
        const sent = (isTls ? tlsRequest : request)(listenerUrl, {
          method: 'POST',
          agent,
          headers: {
            authorization: `Bearer ${listenerToken}`,
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(text),
            ...(deliveryKey && { 'idempotency-key': deliveryKey }),
          },
        });
        const end = (outcome: Outcome) => {
          clearTimeout(timer);
          resolve(outcome);
        };
        const timer = setTimeout(() => {
          end({ error: 'no answer in 10 s' });
          sent.destroy();
        }, timeoutMs);
        const failed = (error: NodeJS.ErrnoException) => end({ error: error.code ?? error.message });
        sent.on('error', failed);
        sent.on('response', (answer) => {
          let said = '';
          answer.setEncoding('utf8');
          answer.on('data', (chunk: string) => (said += chunk));
          answer.on('error', failed);
          answer.on('end', () => end(outcomeOf(answer.statusCode ?? 0, answer.headers['retry-after'], said)));
        });
        sent.end(text);
      }),
    close: () => agent.destroy(),
  };
}

/** A 2xx counts only with a run ID; a 503 must have Retry-After (spec/listeners §7.1, §7.5). */
export function outcomeOf(status: number, retryAfter: string | undefined, text: string): Outcome {
  if (status >= 200 && status < 300) {
    const run = /"run_id":"([0-9a-f-]{36})"/.exec(text)?.[1];
    return run === undefined ? { error: `${status} without a run_id` } : { run };
  }
  return { error: status === 503 && retryAfter === undefined ? '503 without Retry-After' : String(status) };
}
