/** The data for previews and tests: a stored request, or custom data. */
export type Sample =
  | { readonly kind: 'run'; readonly run: string }
  | { readonly kind: 'data'; readonly text: string };

/** Parses a JSON object. @returns undefined if the text isn't a JSON object */
export function readObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text === '' ? '{}' : text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the data without what Hark adds, such as the headers and the body as received. */
export const bodyOf = (data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(data).filter(([name]) => !name.startsWith('__')));

/** Returns the sample in the API's format, or undefined if it isn't valid. */
export function inputOf(sample: Sample): { run: string } | { data: Record<string, unknown> } | undefined {
  if (sample.kind === 'run') return { run: sample.run };
  const data = readObject(sample.text);
  return data && { data };
}
