import { writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import { type DestinationStream, pino } from 'pino';
import { readLogLine, showLogLine } from './process/log-lines.ts';

/** The same fields, or a type error at a name that isn't in snake_case: people search for these names and alert on them. */
type SnakeCase<Fields> = {
  readonly [Name in keyof Fields]: Name extends Lowercase<Name & string> ? Fields[Name] : never;
};

interface Write {
  (message: string): void;
  <Fields extends object>(fields: Fields & SnakeCase<Fields>, message: string): void;
}

type Level = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal';

export interface Logger extends Readonly<Record<Level, Write>> {
  isLevelEnabled(level: string): boolean;
  /** Returns a logger that adds these fields to each line. */
  child<Fields extends object>(fields: Fields & SnakeCase<Fields>): Logger;
}

/**
 * Writes one JSON line per event. Services write to standard output; commands write to standard error, because
 * standard output is for their result. In a terminal, lines are formatted for reading. Callers choose the
 * logged fields; never log a whole object.
 */
export function createLogger(level: string, process: 'up' | 'serve' | 'work' | 'command'): Logger {
  const options = {
    level,
    base: { process },
    timestamp: pino.stdTimeFunctions.isoTime,
    // Log collectors expect words, not pino's numbers.
    formatters: { level: (name: string) => ({ level: name }) },
  };
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
