import { writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import { type DestinationStream, type Logger, pino } from 'pino';
import { readLogLine, showLogLine } from './process/log-lines.ts';

export type { Logger };

/**
 * One JSON line per event: on standard output for what runs on and on, on standard error for a command, whose output
 * belongs to its result. A person who sits in front of it gets the same, readable. What is logged is chosen at the call, never a
 * whole object.
 */
export function createLogger(level: string, process: 'up' | 'serve' | 'work' | 'command'): Logger {
  const options = { level, base: { process }, timestamp: pino.stdTimeFunctions.isoTime };
  const dest = process === 'command' ? 2 : 1;
  return pino(options, isatty(dest) ? readable(dest) : pino.destination({ dest, sync: true }));
}

const readable = (descriptor: number): DestinationStream => ({
  write(line) {
    try {
      writeSync(descriptor, `${showLogLine(readLogLine(line.trimEnd()))}\n`);
    } catch {
      // The terminal was closed. The process still has to end in order.
    }
  },
});
