import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { messageOf } from '../../lib/errors.ts';
import type { Logger } from '../../lib/log.ts';
import { addressesIn } from './engine-http.ts';

const requestTimeoutMs = 5_000;
/**
 * How often a registered worker checks that the engine still has its registration, and an unregistered worker
 * retries.
 */
const lookEveryMs = 2_000;
const retryEveryMs = 500;

const deployment = z.object({ id: z.string() });

interface Registration {
  readonly adminUrl: string;
  /**
   * The URL at which the engine reaches the worker. It contains the version, so each version is a separate
   * deployment.
   */
  readonly workerUrl: string;
  readonly logger: Logger;
}

/** Keeps a worker registered until the signal aborts, even if the engine starts later or loses its data. */
export async function keepRegistered(registration: Registration, signal: AbortSignal): Promise<void> {
  const logger = registration.logger.child({ workerUrl: registration.workerUrl });
  let deploymentId: string | undefined;
  let problem: string | undefined;
  while (!signal.aborted) {
    try {
      if (deploymentId === undefined || !(await isKnown(registration, deploymentId, signal))) {
        deploymentId = undefined;
        deploymentId = await register(registration, signal);
        logger.info({ deploymentId }, 'registered with the engine');
      } else if (problem !== undefined) {
        logger.info({ deploymentId }, 'engine available again, worker still registered');
      }
      problem = undefined;
    } catch (error) {
      if (messageOf(error) !== problem && !signal.aborted) {
        logger.warn({ err: error }, 'worker registration failed, retrying');
      }
      problem = messageOf(error);
    }
    const pauseMs = problem === undefined ? lookEveryMs : retryEveryMs;
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}

/**
 * Registers the worker. It uses `force` so that a starting worker gets all new work, even if an earlier start
 * of the same version left its deployment behind. Without `force`, the older version would get no work after
 * a rollback. The engine keeps the deployment's ID, so work in progress stays with it.
 */
async function register(registration: Registration, signal: AbortSignal): Promise<string> {
  const body = { uri: registration.workerUrl, force: true };
  const { ok, status, text } = await request(registration, '/deployments', signal, body);
  if (!ok) throw new Error(`The engine rejected the worker (${status}): ${text}`);
  return deployment.parse(JSON.parse(text)).id;
}

async function isKnown(
  registration: Registration,
  deploymentId: string,
  signal: AbortSignal,
): Promise<boolean> {
  const path = `/deployments/${encodeURIComponent(deploymentId)}`;
  const { ok, status, text } = await request(registration, path, signal);
  if (ok || status === 404) return ok;
  throw new Error(`The engine could not report whether the worker is registered (${status}): ${text}`);
}

/** Sends a request to the engine's admin API, at the first URL that responds. */
async function request({ adminUrl }: Registration, path: string, signal: AbortSignal, body?: object) {
  const [first = '', ...others] = addressesIn(adminUrl);
  let answer = requestAt(first, path, signal, body);
  for (const other of others) answer = answer.catch(() => requestAt(other, path, signal, body));
  return answer;
}

/**
 * Sends a request to one URL. All network errors get the same message, so a series of them is logged only
 * once.
 */
async function requestAt(address: string, path: string, signal: AbortSignal, body?: object) {
  try {
    const response = await fetch(address.replace(/\/$/, '') + path, {
      ...(body && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(requestTimeoutMs)]),
    });
    return { ok: response.ok, status: response.status, text: await response.text() };
  } catch (cause) {
    throw new Error(
      "The engine isn't responding. Check that it is running and that RESTATE_ADMIN_URL is correct.",
      {
        cause,
      },
    );
  }
}
