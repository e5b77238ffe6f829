import { type Logger, pino } from 'pino';

export type { Logger };

/**
 * One JSON line per event: on standard output for what runs on and on, on standard error for a command, whose output
 * belongs to its result. What is logged is chosen at the call, never a whole object.
 */
export function createLogger(level: string, process: 'up' | 'serve' | 'work' | 'command'): Logger {
  const options = { level, base: { process }, timestamp: pino.stdTimeFunctions.isoTime };
  return pino(options, pino.destination({ dest: process === 'command' ? 2 : 1, sync: true }));
}
