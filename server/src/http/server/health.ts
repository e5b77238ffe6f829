import type { FastifyReply } from 'fastify';
import { messageOf, unavailable } from '../../lib/errors.ts';
import type { Logger } from '../../lib/log.ts';
import { sendNested, statusTable } from '../request/errors.ts';
import { openToAll } from '../request/route-table.ts';
import type { Surface } from '../request/surface.ts';

/**
 * A part that readiness checks. Only a required part makes the process unready and is logged here; other parts
 * log their own state.
 */
export interface ReadinessPart {
  readonly name: string;
  readonly required: boolean;
  check(signal: AbortSignal): Promise<void>;
}

/** What `/healthz` reports about the running code. The commit is undefined if Hark runs from source. */
export interface Release {
  readonly version: string;
  readonly commit: string | undefined;
}

/** A part that hangs is reported after this time, so a probe with a timeout of 2 s gets a response. */
const checkTimeoutMs = 1_500;

interface Readiness {
  readonly isReady: boolean;
  readonly parts: Readonly<Record<string, 'ok' | 'failed'>>;
}

/** Serves `/healthz` and `/readyz`, at any host and even before a workspace exists (spec/provisioning §1.2). */
export function healthSurface(
  parts: readonly ReadinessPart[],
  logger: Logger,
  state: { readonly isDraining: boolean },
  release: Release | undefined,
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
        permission: openToAll('probes have no credential, and see only the version of the running process'),
        handler: () => ({ status: 'ok', ...release }),
      },
      {
        method: 'GET',
        path: '/readyz',
        permission: openToAll('probes have no credential, and see only which part fails'),
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

/** Creates the readiness check. Concurrent probes share one check, so they can't overload a slow database. */
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

/** Describes an error without its stack, because an unavailable dependency isn't a bug in Hark. */
function reasonOf(error: unknown) {
  const cause = error instanceof Error ? error.cause : undefined;
  return { reason: messageOf(error), ...(cause === undefined ? {} : { cause: messageOf(cause) }) };
}

async function inTime(part: ReadinessPart): Promise<void> {
  const signal = AbortSignal.timeout(checkTimeoutMs);
  const { promise, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () =>
    reject(unavailable('check_timeout', `${part.name} isn't responding.`)),
  );
  await Promise.race([part.check(signal), promise]);
}
