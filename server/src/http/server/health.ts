import type { FastifyReply } from 'fastify';
import { messageOf, unavailable } from '../../lib/errors.ts';
import type { Logger } from '../../lib/log.ts';
import { sendNested, statusTable } from '../request/errors.ts';
import { openToAll } from '../request/route-table.ts';
import type { Surface } from '../request/surface.ts';

/** Only a required part makes the process unready and is logged here; others log their own state. */
export interface ReadinessPart {
  readonly name: string;
  readonly required: boolean;
  check(signal: AbortSignal): Promise<void>;
}

/** A hung part is reported after this time, so that a probe with a timeout of 2 s gets a response. */
const checkTimeoutMs = 1_500;

interface Readiness {
  readonly isReady: boolean;
  readonly parts: Readonly<Record<string, 'ok' | 'failed'>>;
}

/** `/healthz` and `/readyz`: at any host, and before a workspace exists (spec/provisioning §1.2). */
export function healthSurface(
  parts: readonly ReadinessPart[],
  logger: Logger,
  state: { readonly isDraining: boolean },
): Surface {
  const checkReadiness = createReadinessCheck(parts, logger);
  const statusOf = statusTable();
  return {
    name: 'health',
    checks: [],
    routes: [
      {
        method: 'GET',
        path: '/healthz',
        permission: openToAll('a probe has no credential, and learns only that the process lives'),
        handler: () => ({ status: 'ok' }),
      },
      {
        method: 'GET',
        path: '/readyz',
        permission: openToAll('a probe has no credential, and learns only which part fails'),
        handler: async (_request, reply: FastifyReply) => {
          if (state.isDraining) return reply.code(503).send({ status: 'draining', parts: {} });
          const { isReady, parts } = await checkReadiness();
          return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'unready', parts });
        },
      },
    ],
    renderError: (error, _request, reply) => sendNested(reply, statusOf(error), error.message),
  };
}

/** Concurrent probes share one check, so that they can't overload a slow database. */
function createReadinessCheck(parts: readonly ReadinessPart[], logger: Logger): () => Promise<Readiness> {
  const failing = new Set<string>();
  let running: Promise<Readiness> | undefined;

  async function look(part: ReadinessPart): Promise<boolean> {
    try {
      await inTime(part);
      if (failing.delete(part.name)) logger.info({ part: part.name }, 'ready again');
      return true;
    } catch (error) {
      if (part.required && !failing.has(part.name)) {
        logger.warn({ part: part.name, ...reasonOf(error) }, 'not ready');
        failing.add(part.name);
      }
      return false;
    }
  }

  async function lookAtAll(): Promise<Readiness> {
    const states = await Promise.all(parts.map(async (part) => ({ part, isOk: await look(part) })));
    running = undefined;
    return {
      isReady: states.every(({ part, isOk }) => isOk || !part.required),
      parts: Object.fromEntries(states.map(({ part, isOk }) => [part.name, isOk ? 'ok' : 'failed'])),
    };
  }

  return () => {
    running ??= lookAtAll();
    return running;
  };
}

/** Without a stack: an unavailable dependency is not a bug in Hark. */
function reasonOf(error: unknown) {
  const cause = error instanceof Error ? error.cause : undefined;
  return { reason: messageOf(error), ...(cause === undefined ? {} : { cause: messageOf(cause) }) };
}

async function inTime(part: ReadinessPart): Promise<void> {
  const signal = AbortSignal.timeout(checkTimeoutMs);
  const { promise, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () =>
    reject(unavailable('check_timeout', `${part.name} does not answer.`)),
  );
  await Promise.race([part.check(signal), promise]);
}
