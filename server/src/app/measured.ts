import type { RunEngine } from '../core/runs/index.ts';
import { isOutage } from '../lib/errors.ts';
import { type Mailer, MailFailure } from '../lib/mail.ts';
import type { HandedOverBy, Metrics } from '../lib/telemetry/metrics.ts';

/** Wraps the engine: measures its response times and counts the runs dispatched to it. */
export function measureEngine(engine: RunEngine, metrics: Metrics, by: HandedOverBy): RunEngine {
  const timed = async <T>(operation: string, asked: Promise<T>): Promise<T> => {
    const startedAt = performance.now();
    const tell = (outcome: string) =>
      metrics.observeEngine(operation, outcome, (performance.now() - startedAt) / 1000);
    try {
      const answer = await asked;
      tell('answered');
      return answer;
    } catch (error) {
      tell(isOutage(error) ? 'away' : 'refused');
      throw error;
    }
  };
  return {
    ping: () => timed('ping', engine.ping()),
    async start(...jobs) {
      await timed('start', engine.start(...jobs));
      for (const _ of jobs) metrics.countHandedOver(by);
    },
    cancel: (job) => timed('cancel', engine.cancel(job)),
    find: (job) => timed('find', engine.find(job)),
  };
}

export const measureMailer = (mailer: Mailer | undefined, metrics: Metrics): Mailer | undefined =>
  mailer && {
    async send(mail) {
      try {
        const sent = await mailer.send(mail);
        metrics.countMail('sent');
        return sent;
      } catch (error) {
        metrics.countMail(error instanceof MailFailure && !error.isTemporary ? 'refused' : 'deferred');
        throw error;
      }
    },
  };
