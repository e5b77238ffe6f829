import { z } from 'zod';
import type { Logger } from '../../lib/log.ts';

const engineLine = z.object({
  level: z.string(),
  target: z.string(),
  fields: z.object({ message: z.string(), error: z.string().optional() }),
});

const levels: Readonly<Record<string, 'error' | 'warn'>> = { ERROR: 'error', WARN: 'warn' };

/** Writes one line of the engine into our log; what it calls information is ours only when debugging. */
export function logEngineLine(logger: Logger, line: string): void {
  const parsed = engineLine.safeParse(parseJson(line));
  if (parsed.success) {
    const { level, target, fields } = parsed.data;
    logger[levels[level] ?? 'debug']({ target, reason: fields.error }, fields.message);
  } else {
    // Not its usual form: a panic, or a complaint from before its log was set up.
    logger.warn(line);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
