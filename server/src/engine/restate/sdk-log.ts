import type { LoggerTransport } from '@restatedev/restate-sdk';
import type { Logger } from '../../lib/log.ts';

const levels = { trace: 'trace', debug: 'trace', info: 'debug', warn: 'debug', error: 'error' } as const;

/**
 * Writes what the engine's SDK says into our log. It tells of every call as information, which is ours only when
 * debugging. So are its warnings: one at every start, that it asks for no signature (the worker listens on loopback or a
 * private network), and one for every attempt that failed, without the reason, which the failure log tells.
 * Of its further values nothing is logged, because they may hold what a run was given.
 */
export function sdkLog(logger: Logger): LoggerTransport {
  return ({ level, context }, message) => {
    logger[levels[level]]({ invocationId: context?.invocationId }, String(message));
  };
}
