/** pino's level numbers. */
const severities = new Map([
  ['trace', 10],
  ['debug', 20],
  ['info', 30],
  ['warn', 40],
  ['error', 50],
  ['fatal', 60],
]);

export const logLevels: readonly string[] = [...severities.keys()];

/** A parsed log line. `values` is undefined if the line isn't JSON. */
export interface LogLine {
  readonly text: string;
  readonly values: ReadonlyMap<string, unknown> | undefined;
}

/** Parses a log line into a map, because the names are untrusted and must not become object properties. */
export function readLogLine(text: string): LogLine {
  try {
    const value: unknown = text.startsWith('{') ? JSON.parse(text) : undefined;
    if (typeof value !== 'object' || value === null) return { text, values: undefined };
    return { text, values: new Map(Object.entries(value)) };
  } catch {
    return { text, values: undefined };
  }
}

/** Returns 0 for an unknown level. */
export const severityOf = (level: string): number => severities.get(level) ?? 0;

/** Returns a line's level: info, unless it says another one. */
export const levelOf = (values: ReadonlyMap<string, unknown>): string =>
  String(values.get('level') ?? 'info');

const shownFirst = ['time', 'level', 'process', 'msg'];

/**
 * Formats a line as `08:00:00.000Z INFO  serve  request  method=GET status=200`. Lines that Hark didn't write
 * are returned unchanged.
 */
export function showLogLine({ text, values }: LogLine): string {
  if (!values) return text;
  const rest = [...values].filter(([name]) => !shownFirst.includes(name) && values.get(name) !== null);
  const process = String(values.get('process') ?? '');
  const head = `${plain(values.get('time'))} ${plain(levelOf(values)).toUpperCase().padEnd(5)} ${plain(process).padEnd(7)} ${plain(values.get('msg'))}`;
  return [head, ...rest.map(([name, value]) => `${plain(name)}=${shownValue(value)}`)].join('  ').trimEnd();
}

const shownValue = (value: unknown): string =>
  typeof value === 'string' && /^[\w./:-]+$/.test(value) ? value : plain(JSON.stringify(value));

/** Replaces terminal control characters, because logged data is untrusted. */
const plain = (value: unknown): string => String(value ?? '').replace(/\p{Cc}/gu, ' ');
