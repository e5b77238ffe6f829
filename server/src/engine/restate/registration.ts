import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { messageOf } from '../../lib/errors.ts';
import type { Logger } from '../../lib/log.ts';
import { addressesIn } from './engine-http.ts';

const requestTimeoutMs = 5_000;
/** How often a registered worker checks that the engine still knows it, and an unregistered one retries. */
const lookEveryMs = 2_000;
const retryEveryMs = 500;

const deployment = z.object({ id: z.string() });

interface Registration {
  readonly adminUrl: string;
  /** The engine's URL for the worker. It contains the version: an upgrade is a separate deployment. */
  readonly workerUrl: string;
  readonly logger: Logger;
}

/** Keeps a worker registered until the signal aborts, also if the engine starts later or is emptied. */
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
        logger.info({ deploymentId }, 'the engine answers again and knows this worker');
      }
      problem = undefined;
    } catch (error) {
      if (messageOf(error) !== problem && !signal.aborted) {
        logger.warn({ err: error }, 'this worker cannot be registered now; it is tried again and again');
      }
      problem = messageOf(error);
    }
    const pauseMs = problem === undefined ? lookEveryMs : retryEveryMs;
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}

/**
 * `force`: a starting worker gets all new work, even if an earlier start of the same version left its
 * deployment (otherwise a rollback would get no work). The engine keeps the deployment's id, so work in
 * progress stays with it.
 */
async function register(registration: Registration, signal: AbortSignal): Promise<string> {
  const body = { uri: registration.workerUrl, force: true };
  const { ok, status, text } = await request(registration, '/deployments', signal, body);
  if (!ok) throw new Error(`The engine refused the worker (${status}): ${text}`);
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
  throw new Error(`The engine cannot say whether it knows the worker (${status}): ${text}`);
}

/** Asks the engine's admin API at the first URL that responds. */
async function request({ adminUrl }: Registration, path: string, signal: AbortSignal, body?: object) {
  const [first = '', ...others] = addressesIn(adminUrl);
  let answer = requestAt(first, path, signal, body);
  for (const other of others) answer = answer.catch(() => requestAt(other, path, signal, body));
  return answer;
}

/** All network errors get the same message, so that it is logged once. */
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
    throw new Error('The engine does not answer. Check that it runs and that RESTATE_ADMIN_URL is right.', {
      cause,
    });
  }
}
