/** What a workflow is looked at with: a request that there was, or data that somebody wrote. */
export type Sample =
  | { readonly kind: 'run'; readonly run: string }
  | { readonly kind: 'data'; readonly text: string };

/** A JSON object, or undefined while the text is none. */
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

/** As operations take it; undefined while it cannot be used. */
export function inputOf(sample: Sample): { run: string } | { data: Record<string, unknown> } | undefined {
  if (sample.kind === 'run') return { run: sample.run };
  const data = readObject(sample.text);
  return data && { data };
}
