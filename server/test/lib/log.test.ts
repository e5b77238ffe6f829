import { expect, test } from 'vitest';
import { createLogger } from '../../src/lib/log.ts';
import { capturedLog } from '../engine/captured-log.ts';

test('log fields in another style than snake_case do not compile', () => {
  const logger = createLogger('silent', 'serve');
  const counted = { run_id: 'a', leadCount: 1 };
  // @ts-expect-error metricsPort must be metrics_port
  logger.info({ port: 1, metricsPort: 2 }, 'serving');
  // @ts-expect-error the same for fields from elsewhere
  logger.warn({ ...counted, reason: 'any' }, 'counted');
  // @ts-expect-error and for those that a child logger adds
  logger.child({ workerUrl: 'any' });
  logger.child({ worker_url: 'any' }).info({ duration_ms: 1, err: new Error('any') }, 'correct');

  const log = capturedLog();
  log.logger.child({ worker_url: 'any' }).info({ duration_ms: 1 }, 'correct');
  expect(JSON.parse(log.lines()[0] ?? '')).toMatchObject({
    worker_url: 'any',
    duration_ms: 1,
    msg: 'correct',
  });
});
