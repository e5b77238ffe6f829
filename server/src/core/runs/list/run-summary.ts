const maxShown = 120;
const shorten = (text: string) => (text.length > maxShown ? `${text.slice(0, maxShown - 1)}…` : text);

/** Returns one line about trigger data, which may be cut off: an email address, or the first value with its name. */
export function summaryOf(input: string): string | null {
  const data = parse(input);
  if (data === undefined) return emailIn(input);
  const own = Object.entries(data).filter(([name]) => !name.startsWith('__'));
  const email = own.find(([name, value]) => /e-?_?mail/i.test(name) && isFilled(value));
  if (email) return shorten(String(email[1]));
  const first = own.find(([, value]) => isFilled(value) || typeof value === 'number');
  return first ? shorten(`${first[0]}: ${String(first[1])}`) : null;
}

const isFilled = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/** Returns the email address in JSON that can't be parsed because its end is missing. */
const emailIn = (json: string) => {
  const [, address] = /"e-?_?mail[^"]*":"([^"\\]{1,120})"/i.exec(json) ?? [];
  return address ?? null;
};

/** Returns what a server said about a failed call: a message in its JSON response, or a short text. */
export function answeredMessage(output: string | null): string | null {
  const { body } = (parse(output ?? '') ?? {}) as { body?: unknown };
  const message = messageIn(body);
  return message === undefined ? null : shorten(message);
}

const messageKeys = ['message', 'error', 'detail', 'error_description', 'title', 'errors'];

function messageIn(body: unknown, depth = 0): string | undefined {
  if (isFilled(body)) return /^\s*</.test(body) ? undefined : body.trim();
  if (typeof body !== 'object' || body === null || depth > 2) return undefined;
  if (Array.isArray(body)) return messageIn(body[0], depth + 1);
  const values = body as Readonly<Record<string, unknown>>;
  for (const key of messageKeys) {
    const message = Object.hasOwn(values, key) ? messageIn(values[key], depth + 1) : undefined;
    if (message !== undefined) return message;
  }
  return undefined;
}

function parse(json: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value = JSON.parse(json) as unknown;
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
