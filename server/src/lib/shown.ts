const most = 80;

/** Something that a stranger sent, for a message about it: short, and whatever it is. Texts stand as they are. */
export function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
