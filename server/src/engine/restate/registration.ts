import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { messageOf } from '../../lib/errors.ts';
import type { Logger } from '../../lib/log.ts';
import { addressesIn } from './engine-http.ts';
import { runsService } from './services.ts';

const requestTimeoutMs = 5_000;
/**
 * How often a registered worker checks which worker the engine sends runs to, and an unregistered worker
 * retries.
 */
const lookEveryMs = 2_000;
const retryEveryMs = 500;

/** How many pings in a row have to fail before a worker takes over from the one that gets the runs. */
const maxFailedPings = 3;

const deployment = z.object({ id: z.string() });
const registeredService = z.object({ deployment_id: z.string() });

interface Registration {
  readonly adminUrl: string;
  /**
   * The URL at which the engine reaches the worker. It contains the version, so each version is a separate
   * deployment.
   */
  readonly workerUrl: string;
  /** Calls a worker through the engine. */
  readonly ping: () => Promise<void>;
  readonly logger: Logger;
}

/** Whether new runs reach a worker, as far as this worker knows. */
export interface Delivery {
  readonly isPossible: boolean;
}

/**
 * Keeps a worker registered until the signal aborts, even if the engine starts later or loses its data. The
 * engine sends new runs only to the URL that was registered last. If the worker at that URL stops responding,
 * this worker registers again, so that it gets them.
 */
export function keepRegistered(
  registration: Registration,
  signal: AbortSignal,
): { state(): Delivery; readonly ended: Promise<void> } {
  let isPossible = false;
  const follow = (state: boolean) => {
    isPossible = state;
  };
  return { state: () => ({ isPossible }), ended: followRegistration(registration, signal, follow) };
}

async function followRegistration(
  registration: Registration,
  signal: AbortSignal,
  setPossible: (isPossible: boolean) => void,
): Promise<void> {
  const logger = registration.logger.child({ worker_url: registration.workerUrl });
  let deploymentId: string | undefined;
  let problem: string | undefined;
  let failedPings = 0;
  while (!signal.aborted) {
    try {
      const current = deploymentId === undefined ? undefined : await currentDeployment(registration, signal);
      const isOther = current !== undefined && current !== deploymentId;
      failedPings = isOther && !(await responds(registration)) ? failedPings + 1 : 0;
      if (failedPings === maxFailedPings)
        logger.warn("the worker that gets new runs isn't responding, registering again");
      if (current === undefined || failedPings === maxFailedPings) {
        deploymentId = undefined;
        deploymentId = await register(registration, signal);
        failedPings = 0;
        logger.info({ deployment_id: deploymentId }, 'registered with the engine');
      } else if (problem !== undefined) {
        logger.info({ deployment_id: deploymentId }, 'engine available again, worker still registered');
      }
      setPossible(failedPings === 0);
      problem = undefined;
    } catch (error) {
      if (messageOf(error) !== problem && !signal.aborted) {
        logger.warn({ err: error }, 'worker registration failed, retrying');
      }
      problem = messageOf(error);
      setPossible(false);
    }
    const pauseMs = problem === undefined ? lookEveryMs : retryEveryMs;
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}

const responds = ({ ping }: Registration): Promise<boolean> =>
  ping().then(
    () => true,
    () => false,
  );

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

/** Returns the deployment that gets new runs, or undefined if the engine knows no worker. */
async function currentDeployment(
  registration: Registration,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { ok, status, text } = await request(registration, `/services/${runsService}`, signal);
  if (ok) return registeredService.parse(JSON.parse(text)).deployment_id;
  if (status === 404) return undefined;
  throw new Error(`The engine could not report which worker is registered (${status}): ${text}`);
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
