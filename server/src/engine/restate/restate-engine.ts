import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { JobState, RunEngine, RunJob } from '../../core/runs/index.ts';
import { fault, unavailable } from '../../lib/errors.ts';
import { type AskEngine, createEngineHttp, type EngineAnswer } from './engine-http.ts';
import { executeHandler, pingPath, pong, runsService } from './services.ts';

const found = z.object({ invocationId: z.string().regex(/^inv_\w+$/) });

const away = (message: string, cause: unknown) => unavailable('engine_away', message, cause);

interface RestateAddresses {
  readonly ingressUrl: string;
  /** Needed only to cancel jobs. */
  readonly adminUrl?: string | undefined;
}

/** Starts and finds jobs through Restate's ingress; cancels them through its admin API. */
export function createRestateEngine({ ingressUrl, adminUrl }: RestateAddresses): RunEngine {
  const ingress = createEngineHttp(ingressUrl, 'RESTATE_INGRESS_URL');
  const admin = adminUrl === undefined ? undefined : createEngineHttp(adminUrl, 'RESTATE_ADMIN_URL');
  return {
    ping: () => ping(ingress),
    start: (...jobs) => send(ingress, jobs),
    async cancel(job) {
      if (admin === undefined) {
        throw fault('engine_admin_unknown', "Jobs can't be canceled without RESTATE_ADMIN_URL. Set it.");
      }
      await kill(admin, await invocationIdOf(ingress, job));
    },
    find: async (job) => stateOf(ingress, await invocationIdOf(ingress, job)),
  };
}

async function ping(ingress: AskEngine): Promise<void> {
  const answer = await ingress({ method: 'POST', path: pingPath, body: null });
  if (answer.status === 404) throw noWorker(answer);
  if (!isPong(answer.text)) {
    throw away(
      "The engine responds, but its worker doesn't. Check that `hark work` is running and that the engine can reach WORK_URL.",
      answer.text,
    );
  }
}

async function send(ingress: AskEngine, jobs: readonly RunJob[]): Promise<void> {
  const answer = await ingress({
    method: 'POST',
    path: `/${runsService}/${executeHandler}/send`,
    headers: { 'idempotency-key': keyOf(...jobs) },
    body: bodyOf(jobs),
  });
  if (answer.status === 404) throw noWorker(answer);
  if (answer.status !== 202) throw unexpected(answer);
}

/**
 * Returns a job's key. A batch is keyed by all its jobs. The key includes the workspace, because a workspace
 * that was imported next to its original has the same run IDs.
 */
function keyOf(...jobs: readonly RunJob[]): string {
  const keys = jobs.map(({ workspace, run, fence }) => `${workspace}.${run}.${fence}`);
  return keys.length === 1 ? `${keys}` : createHash('sha256').update(keys.join()).digest('base64url');
}

const bodyOf = (jobs: readonly RunJob[]): object => {
  const [first, ...others] = jobs.map(({ workspace, run, fence }) => ({ workspace, run, fence }));
  return first && others.length === 0 ? first : { jobs: [first, ...others] };
};

/**
 * Returns the invocation's ID. The engine derives it from the key alone, so a response doesn't mean that the
 * job exists.
 */
async function invocationIdOf(ingress: AskEngine, job: RunJob): Promise<string> {
  const answer = await ingress({
    method: 'POST',
    path: '/restate/lookup',
    body: {
      target: 'idempotentInvocation',
      service: runsService,
      handler: executeHandler,
      idempotencyKey: keyOf(job),
    },
  });
  if (answer.status !== 200) throw unexpected(answer);
  return found.parse(JSON.parse(answer.text)).invocationId;
}

/**
 * Looks up a job's state. 470 is the engine's status for an invocation that hasn't ended. A killed invocation
 * returns its error.
 */
async function stateOf(ingress: AskEngine, invocationId: string): Promise<JobState> {
  const answer = await ingress({ method: 'GET', path: `/restate/output/${invocationId}` });
  if (answer.status === 470) return 'pending';
  if (answer.status === 200 || answer.errorSource === 'invocation') return 'ended';
  if (answer.status === 404) return 'unknown';
  throw unexpected(answer);
}

/**
 * Kills a job instead of canceling it. A handler learns of a cancellation through the journal, which our
 * handler doesn't use, so the engine would keep retrying the job. 404 means that the job is unknown, and 409
 * that it has already ended.
 */
async function kill(admin: AskEngine, invocationId: string): Promise<void> {
  const answer = await admin({ method: 'PATCH', path: `/invocations/${invocationId}/kill` });
  if (![200, 202, 404, 409].includes(answer.status)) throw unexpected(answer);
}

const noWorker = ({ text }: EngineAnswer) =>
  away('The engine responds, but no worker is registered with it. Start `hark work`.', text);

function unexpected({ status, text }: EngineAnswer) {
  if (status >= 500 || status === 429) {
    return away(`The engine can't accept this job now (${status}). Check the log of restate-server.`, text);
  }
  return fault(
    'engine_refused',
    `The engine rejected the request (${status}). Check that it is restate-server 1.7, and that RESTATE_INGRESS_URL and RESTATE_ADMIN_URL are correct.`,
    text,
  );
}

function isPong(text: string): boolean {
  try {
    return pong.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}
