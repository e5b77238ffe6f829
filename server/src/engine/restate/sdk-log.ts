import type { LoggerTransport } from '@restatedev/restate-sdk';
import type { Logger } from '../../lib/log.ts';

const levels = { trace: 'trace', debug: 'trace', info: 'debug', warn: 'debug', error: 'error' } as const;

/**
 * Logs the SDK's info and warning levels at our debug level. The SDK warns about missing signatures at every
 * start, and about failed attempts without the reason, which the failure log contains. Additional values are
 * dropped, because they may contain a run's input.
 */
export function sdkLog(logger: Logger): LoggerTransport {
  return ({ level, context }, message) => {
    logger[levels[level]]({ invocation_id: context?.invocationId }, String(message));
  };
}
