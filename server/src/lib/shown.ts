const most = 80;

/** Shortens an untrusted value for an error message. Strings are shown without quotes. */
export function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
