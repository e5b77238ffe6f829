import { writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import { type DestinationStream, type Logger, pino } from 'pino';
import { readLogLine, showLogLine } from './process/log-lines.ts';

export type { Logger };

/**
 * Writes one JSON line per event. Services write to standard output; commands write to standard error, because
 * standard output is for their result. In a terminal, lines are formatted for reading. Callers choose the
 * logged fields; never log a whole object.
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
      // The terminal was closed. The process must still shut down cleanly.
    }
  },
});
