import { type Logger, pino } from 'pino';

/** A logger that keeps its lines for assertions. */
export function capturedLog(): { logger: Logger; lines: () => string[]; messages: () => string[] } {
  const lines: string[] = [];
  const logger = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
  return { logger, lines: () => lines, messages: () => lines.map((line) => String(JSON.parse(line).msg)) };
}
