import { Agent, request } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';
import { listenerToken } from './workspace-file.ts';

const timeoutMs = 10_000;
const idleMs = 1_000;

/** What one request came to: the run that it became, or in one word why there is no answer with 2xx. */
export type Outcome = { readonly run: string } | { readonly error: string };

/** Sends deliveries over connections that are kept, as a busy caller does. */
export function createSender(listenerUrl: string) {
  // Connections that nobody uses are left before the server leaves them: a request on one that is just being closed would be
  // an error that no fault explains.
  const options = { keepAlive: true, maxSockets: 64, timeout: idleMs };
  const isTls = listenerUrl.startsWith('https:');
  // A proxy of a test vouches for itself.
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

/** A 2xx counts only with the id of its run; a 503 says when to retry (spec/listeners §7.1, §7.5). */
export function outcomeOf(status: number, retryAfter: string | undefined, text: string): Outcome {
  if (status >= 200 && status < 300) {
    const run = /"run_id":"([0-9a-f-]{36})"/.exec(text)?.[1];
    return run === undefined ? { error: `${status} without a run_id` } : { run };
  }
  return { error: status === 503 && retryAfter === undefined ? '503 without Retry-After' : String(status) };
}
